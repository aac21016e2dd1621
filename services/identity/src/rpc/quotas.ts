import { type KeptQuota, quotaStateSchema } from '@linescope/providers/pacing/swap-quotas';
import { quotaShelf } from '../store/quotas.ts';
import type { IdentityHandlers, RpcParts } from './handlers.ts';

const quotaMessage = ({ key, state, version }: KeptQuota) => ({
  key,
  stateJson: state ? JSON.stringify(state) : '',
  version,
});

export const readQuotas =
  ({ postgres }: RpcParts): IdentityHandlers['readQuotas'] =>
  async ({ keys }) => ({ quotas: (await quotaShelf(postgres, 0).read(keys)).map(quotaMessage) });

export const swapQuota =
  ({ postgres }: RpcParts): IdentityHandlers['swapQuota'] =>
  async ({ quota, entityId }) => {
    const { key = '', stateJson = '{}', version = 0 } = quota ?? {};
    const told = { key, state: quotaStateSchema.parse(JSON.parse(stateJson)), version };
    const { swapped, now } = await quotaShelf(postgres, entityId).swap(told);
    return { swapped, quota: quotaMessage(now) };
  };
