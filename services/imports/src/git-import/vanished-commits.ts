import { askGit } from '@linescope/git-engine/git/run-git';

/** Commits that earlier tips reached and no tip reaches now: a force push or a deleted branch took them away. */
export async function vanishedCommits(
  gitDir: string,
  before: Record<string, string>,
  now: Record<string, string>,
): Promise<string[]> {
  const current = new Set(Object.values(now));
  const gone = [...new Set(Object.values(before))].filter((sha) => !current.has(sha));
  if (gone.length === 0) return [];
  const input = [...gone, ...[...current].map((sha) => `^${sha}`)];
  const answer = await askGit({ gitDir, args: ['rev-list', '--ignore-missing', '--stdin'], input }).catch(() =>
    Buffer.alloc(0),
  );
  return answer
    .toString('latin1')
    .split('\n')
    .filter((line) => line !== '');
}
