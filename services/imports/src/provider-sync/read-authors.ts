import { startGit } from '@linescope/git-engine/git/run-git';
import type { AuthoredCommit } from '@linescope/providers/code-hosts/code-host';

/** Of a history with more authors, the newest are read. */
const MOST_AUTHORS = 5_000;

/** Each author of what is new in a clone with the newest of their commits, by address in lower case. */
export async function readAuthors(
  gitDir: string,
  { tips, readTips, window, signal }: { tips: string[]; readTips: string[]; window: Date; signal: AbortSignal },
): Promise<Map<string, AuthoredCommit>> {
  const authors = new Map<string, AuthoredCommit>();
  if (tips.length === 0) return authors;
  const git = startGit({
    gitDir,
    args: ['log', '--format=%H %ae', `--max-age=${Math.floor(window.getTime() / 1000)}`, '--ignore-missing', '--stdin'],
    input: [...tips, ...readTips.map((sha) => `^${sha}`)],
    signal,
  });
  let rest = '';
  for await (const part of git.output) {
    const lines = (rest + part.toString('utf8')).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      const [sha, email] = [line.slice(0, 40), line.slice(41)];
      const key = email.toLowerCase();
      if (email !== '' && email.length <= 320 && !authors.has(key) && authors.size < MOST_AUTHORS)
        authors.set(key, { sha, email });
    }
  }
  await git.done;
  return authors;
}
