import type { QuotaStore } from '@linescope/providers/pacing/quota-store';
import { type KeptQuota, quotaStateSchema, swapQuotas } from '@linescope/providers/pacing/swap-quotas';
import type { Context } from '../context.ts';

/** gRPC's DEADLINE_EXCEEDED and UNAVAILABLE; and UNIMPLEMENTED, of an identity that is older than this worker. */
const UNAVAILABLE_CODES: readonly unknown[] = [4, 14, 12];

/** Budgets are kept by identity, which calls hosts too; while it is unavailable, reading goes on with the last known ones. */
export function identityQuotaStore({ identity }: Pick<Context, 'identity'>, entityId: number): QuotaStore {
  return swapQuotas({
    read: async (keys) => (await identity.readQuotas({ keys: [...keys] })).quotas.map(keptOf),
    async swap({ key, state, version }) {
      const { swapped, quota } = await identity.swapQuota({
        quota: { key, stateJson: JSON.stringify(state), version },
        entityId,
      });
      return { swapped, now: quota ? keptOf(quota) : { key, state: null, version: 0 } };
    },
    isAway: (error) => error instanceof Error && 'code' in error && UNAVAILABLE_CODES.includes(error.code),
  });
}

const keptOf = ({ key, stateJson, version }: { key: string; stateJson: string; version: number }): KeptQuota => ({
  key,
  state: stateJson === '' ? null : quotaStateSchema.parse(JSON.parse(stateJson)),
  version,
});
