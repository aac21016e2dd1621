import { newestCommitBefore as readNewestCommitBefore } from '../store/commits.ts';
import { commitMessage } from './commit-message.ts';
import { heldCommit } from './held-commit.ts';
import type { AnalyticsHandlers, RpcContext } from './rpc-context.ts';

/** Among the commits in memory where the repo's are there, since a pipeline waits for the answer. It has no message. */
export const newestCommitBefore =
  ({
    clickHouse,
    repoSnapshots,
  }: Pick<RpcContext, 'clickHouse' | 'repoSnapshots'>): AnalyticsHandlers['newestCommitBefore'] =>
  async ({ entityId, repoId, at }) => {
    const time = new Date(at);
    const graph = await repoSnapshots.heldCommits(entityId, repoId);
    const held = graph && heldCommit(graph, repoId, graph.newestBefore(Math.floor(time.getTime() / 1000)));
    const found = graph
      ? [held].filter((commit) => commit !== null)
      : await readNewestCommitBefore(clickHouse, entityId, repoId, time);
    return { commits: found.map((commit) => ({ ...commitMessage(commit), message: '' })) };
  };
