import { commitsBySha } from '../store/commits.ts';
import { readMergeTimes } from '../store/merge-times.ts';
import { commitMessage } from './commit-message.ts';
import { heldCommit } from './held-commit.ts';
import type { AnalyticsHandlers, RpcContext } from './rpc-context.ts';

/** A pipeline that records a release waits for this: its commit is looked up in memory where the repo's commits are there. */
export const findCommit =
  ({ clickHouse, repoSnapshots }: Pick<RpcContext, 'clickHouse' | 'repoSnapshots'>): AnalyticsHandlers['findCommit'] =>
  async ({ entityId, sha, repoId }) => {
    const graph = repoId === 0 ? null : await repoSnapshots.heldCommits(entityId, repoId);
    const held = graph && heldCommit(graph, repoId, graph.numberOf(sha));
    if (held) return { commits: [commitMessage(held)] };
    const [commits, mergedAt] = await Promise.all([
      commitsBySha(clickHouse, entityId, sha),
      readMergeTimes(clickHouse, entityId, repoId === 0 ? [sha] : []),
    ]);
    const here = commits.filter((commit) => commit.repo_id === repoId);
    if (here.length > 0) return { commits: here.map((commit) => ({ ...commitMessage(commit), message: '' })) };
    return { commits: commits.map((commit) => commitMessage(commit, mergedAt(commit))) };
  };
