import { askGit } from '@linescope/git-engine/git/run-git';

export interface GitAnswers {
  /** The squash commit that a merge left, or null where it was a merge, a rebase or a fast-forward. */
  squashOf(mergeSha: string, headSha: string | null): Promise<string | null>;
  /** When a tag was made: its own time where it is annotated, else its commit's; null where git has it not. */
  taggedAt(name: string): Promise<Date | null>;
}

const SHA = /^[0-9a-f]{40}$/;

/** What the host does not tell and the clone knows. */
export async function openGitAnswers(gitDir: string): Promise<GitAnswers> {
  const tagTimes = await readTagTimes(gitDir);
  return {
    taggedAt: async (name) => tagTimes.get(name) ?? null,
    async squashOf(mergeSha, headSha) {
      if (!SHA.test(mergeSha) || !headSha || !SHA.test(headSha) || headSha === mergeSha) return null;
      const [merge, head] = [await readCommit(gitDir, mergeSha), await readCommit(gitDir, headSha)];
      if (merge?.parentCount !== 1) return null;
      // A rebase keeps who wrote the last commit and when; a squash is written anew.
      if (head && head.authored === merge.authored) return null;
      return head && (await isAncestor(gitDir, headSha, mergeSha)) ? null : mergeSha;
    },
  };
}

async function readCommit(gitDir: string, sha: string): Promise<{ parentCount: number; authored: string } | null> {
  const answer = await askGit({
    gitDir,
    args: ['log', '-1', '--no-walk', '--format=%P%x00%ae %at', '--end-of-options', sha],
  }).catch(() => null);
  if (!answer) return null;
  const [parents = '', authored = ''] = answer.toString('utf8').trim().split('\0');
  return { parentCount: parents.split(' ').filter((parent) => parent !== '').length, authored };
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
