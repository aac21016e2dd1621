import { quotaStateSchema } from '@linescope/providers/pacing/swap-quotas';
import { quotaShelf } from '../store/quotas.ts';
import { type IdentityHandlers, quotaMessage, type RpcContext } from './messages.ts';

export const swapQuota =
  ({ postgres }: RpcContext): IdentityHandlers['swapQuota'] =>
  async ({ quota, entityId }) => {
    const { key = '', stateJson = '{}', version = 0 } = quota ?? {};
    const wanted = { key, state: quotaStateSchema.parse(JSON.parse(stateJson)), version };
    const { swapped, now } = await quotaShelf(postgres, entityId).swap(wanted);
    return { swapped, quota: quotaMessage(now) };
  };
