import { newestCommitBefore as readNewestCommitBefore } from '../store/commits.ts';
import { commitMessage } from './commit-message.ts';
import type { AnalyticsHandlers, RpcContext } from './rpc-context.ts';

export const newestCommitBefore =
  ({ clickHouse }: RpcContext): AnalyticsHandlers['newestCommitBefore'] =>
  async ({ entityId, repoId, at }) => ({
    commits: (await readNewestCommitBefore(clickHouse, entityId, repoId, new Date(at))).map((commit) =>
      commitMessage(commit),
    ),
  });
