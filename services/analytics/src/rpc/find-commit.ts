import { commitsBySha } from '../store/commits.ts';
import { commitMessage } from './commit-message.ts';
import type { AnalyticsHandlers, RpcContext } from './rpc-context.ts';

export const findCommit =
  ({ clickHouse }: RpcContext): AnalyticsHandlers['findCommit'] =>
  async ({ entityId, sha }) => ({
    commits: (await commitsBySha(clickHouse, entityId, sha)).map(commitMessage),
  });
