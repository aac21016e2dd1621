import { askGit } from '@linescope/git-engine/git/run-git';

/**
 * The commits whose facts an import stores, as git itself knows them: reachable from the tips, and committed in the window or after
 * a commit that was.
 */
export async function commitsInWindow(
  gitDir: string,
  tips: Record<string, string>,
  windowStart: Date,
): Promise<string[]> {
  const from = Math.floor(windowStart.getTime() / 1000);
  const input = [...new Set(Object.values(tips))];
  const args = ['rev-list', '--ignore-missing', '--topo-order', '--reverse', '--parents', '--timestamp', '--stdin'];
  const answer = await askGit({ gitDir, args, input });
  const inWindow = new Set<string>();
  for (const line of answer.toString('latin1').split('\n')) {
    const [committedAt = '', sha = '', ...parents] = line.split(' ');
    if (sha === '') continue;
    if (Number(committedAt) >= from || parents.some((parent) => inWindow.has(parent))) inWindow.add(sha);
  }
  return [...inWindow];
}
