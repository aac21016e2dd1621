import { firstCommitsNaming as readFirstCommitsNaming } from '../store/commits.ts';
import { commitMessage, MAX_KEYS } from './commit-message.ts';
import type { AnalyticsHandlers, RpcContext } from './rpc-context.ts';

export const firstCommitsNaming =
  ({ clickHouse }: RpcContext): AnalyticsHandlers['firstCommitsNaming'] =>
  async ({ entityId, keys }) => {
    const named = keys.length === 0 ? [] : await readFirstCommitsNaming(clickHouse, entityId, keys.slice(0, MAX_KEYS));
    return { commits: named.map((row) => ({ key: row.key, commit: commitMessage(row) })) };
  };
