import { issuesByKey } from '../store/issues.ts';
import { MAX_KEYS } from './commit-message.ts';
import type { AnalyticsHandlers, RpcContext } from './rpc-context.ts';

export const findIssues =
  ({ clickHouse }: RpcContext): AnalyticsHandlers['findIssues'] =>
  async ({ entityId, keys }) => ({
    issues: keys.length === 0 ? [] : await issuesByKey(clickHouse, entityId, keys.slice(0, MAX_KEYS)),
  });
