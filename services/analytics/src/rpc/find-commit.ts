import { commitsBySha } from '../store/commits.ts';
import { readMergeTimes } from '../store/merge-times.ts';
import { commitMessage } from './commit-message.ts';
import type { AnalyticsHandlers, RpcContext } from './rpc-context.ts';

export const findCommit =
  ({ clickHouse }: RpcContext): AnalyticsHandlers['findCommit'] =>
  async ({ entityId, sha }) => {
    const commits = await commitsBySha(clickHouse, entityId, sha);
    const mergedAt = await readMergeTimes(clickHouse, entityId, commits);
    return { commits: commits.map((commit) => commitMessage(commit, mergedAt(commit))) };
  };
