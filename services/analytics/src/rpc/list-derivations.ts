import { describeDerivation, listDerivations as list } from '../store/derivations.ts';
import type { AnalyticsHandlers, RpcContext } from './rpc-context.ts';

export const listDerivations =
  ({ postgres }: RpcContext): AnalyticsHandlers['listDerivations'] =>
  async ({ entityId }) => ({
    derivationsJson: JSON.stringify((await list(postgres, entityId)).map(describeDerivation)),
  });
