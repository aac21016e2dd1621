import { askGit } from '@linescope/git-engine/git/run-git';

export interface GitAnswers {
  /** Reads these commits in one call, before they are looked up one by one. */
  load(shas: Iterable<string | null>): Promise<void>;
  /** The squash commit that a merge left, or null where it was a merge, a rebase or a fast-forward. */
  squashOf(mergeSha: string, headSha: string | null): Promise<string | null>;
  /** When a tag was made: its own time where it is annotated, else its commit's; null where git has it not. */
  taggedAt(name: string): Promise<Date | null>;
}

const SHA = /^[0-9a-f]{40}$/;

/** What the host does not say and the clone knows. */
export async function openGitAnswers(gitDir: string): Promise<GitAnswers> {
  const tagTimes = await readTagTimes(gitDir);
  let commits = new Map<string, Commit>();
  return {
    async load(shas) {
      const known = [...shas].filter((sha) => sha !== null).filter((sha) => SHA.test(sha));
      commits = await readCommits(gitDir, [...new Set(known)]);
    },
    taggedAt: async (name) => tagTimes.get(name) ?? null,
    async squashOf(mergeSha, headSha) {
      if (!SHA.test(mergeSha) || !headSha || !SHA.test(headSha) || headSha === mergeSha) return null;
      const [merge, head] = [commits.get(mergeSha), commits.get(headSha)];
      if (merge?.parentCount !== 1) return null;
      // A rebase keeps who wrote the last commit and when; a squash is written anew.
      if (head && head.authored === merge.authored) return null;
      return head && (await isAncestor(gitDir, headSha, mergeSha)) ? null : mergeSha;
    },
  };
}

interface Commit {
  parentCount: number;
  authored: string;
}

/** Those that git has, in one call for all of them. */
async function readCommits(gitDir: string, shas: readonly string[]): Promise<Map<string, Commit>> {
  const commits = new Map<string, Commit>();
  if (shas.length === 0) return commits;
  const answer = await askGit({
    gitDir,
    args: ['log', '--no-walk=unsorted', '--ignore-missing', '-z', '--format=%H%n%P%n%ae %at', '--stdin'],
    input: shas,
  });
  for (const entry of answer.toString('utf8').split('\0')) {
    const [sha = '', parents = '', authored = ''] = entry.split('\n');
    commits.set(sha, { parentCount: parents.split(' ').filter((parent) => parent !== '').length, authored });
  }
  return commits;
}

const isAncestor = (gitDir: string, older: string, newer: string): Promise<boolean> =>
  askGit({ gitDir, args: ['merge-base', '--is-ancestor', older, newer] }).then(
    () => true,
    () => false,
  );

async function readTagTimes(gitDir: string): Promise<Map<string, Date>> {
  const answer = await askGit({
    gitDir,
    args: ['for-each-ref', '--format=%(creatordate:unix) %(refname:lstrip=2)', 'refs/tags'],
  });
  const times = new Map<string, Date>();
  for (const line of answer.toString('utf8').split('\n')) {
    const [, seconds, name] = /^(\d+) (.+)$/.exec(line) ?? [];
    if (seconds && name) times.set(name, new Date(Number(seconds) * 1000));
  }
  return times;
}
