import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { refereeEnvironment } from '@linescope/git-engine/referee/made-up-history';

const run = promisify(execFile);
const PLAIN = '-c core.quotePath=false -c diff.algorithm=myers -c diff.renames=true';

/**
 * How many commits a report should count, by git alone: those of the default branch that are no merges, less those that were
 * applied again (same patch id, author and authored time). The patch is taken without context: what was picked onto another
 * branch often stands among other lines there. `counts` says whose commits count.
 */
export async function countCommits(gitDir: string, counts: (email: string) => boolean = () => true): Promise<number> {
  const shell = async (command: string) => {
    const options = { env: { ...refereeEnvironment(), GIT_DIR: gitDir }, maxBuffer: 1 << 29 };
    return (await run('sh', ['-c', command], options)).stdout.split('\n').filter((line) => line !== '');
  };
  const patches = await shell(
    `git ${PLAIN} log --no-merges -p -U0 -M --format='commit %H' HEAD | git patch-id --stable`,
  );
  const patchOf = new Map(patches.map((line) => [line.slice(41), line.slice(0, 40)]));
  const commits = await shell(`git ${PLAIN} log --no-merges --format='%H%x09%ae%x09%at' HEAD`);
  const seen = new Set<string>();
  for (const line of commits) {
    const [sha = '', email = '', authoredAt] = line.split('\t');
    if (counts(email)) seen.add(JSON.stringify([patchOf.get(sha) ?? sha, email.toLowerCase(), authoredAt]));
  }
  return seen.size;
}
