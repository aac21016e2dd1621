import { Fault } from '@linescope/contract/fault';
import type { AnalyticsHandlers, RpcContext } from './rpc-context.ts';

export const previewDiffDelta =
  ({ previewDiffDelta: preview }: RpcContext): AnalyticsHandlers['previewDiffDelta'] =>
  async ({ entityId, entitySlug, weightsJson }) => {
    try {
      return { previewJson: JSON.stringify(await preview({ entityId, entitySlug }, JSON.parse(weightsJson))) };
    } catch (error) {
      if (error instanceof Fault && error.errors.length > 0) return { faultsJson: JSON.stringify(error.errors) };
      throw error;
    }
  };
