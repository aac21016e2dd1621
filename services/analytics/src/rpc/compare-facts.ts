import { countIncompleteCommits as countIncomplete, missingCommits } from '../store/compare-facts.ts';
import type { AnalyticsHandlers, RpcContext } from './rpc-context.ts';

export const findMissingCommits =
  ({ clickHouse }: RpcContext): AnalyticsHandlers['findMissingCommits'] =>
  async (request) => ({ shas: await missingCommits(clickHouse, request) });

export const countIncompleteCommits =
  ({ clickHouse }: RpcContext): AnalyticsHandlers['countIncompleteCommits'] =>
  async (request) => ({ commits: await countIncomplete(clickHouse, request) });
