import type { QuotaKeeper } from '../server/quota.ts';
import { get } from '../server/route.ts';

/** Asking how much is left costs nothing. */
export function rateLimitRoute(quota: QuotaKeeper) {
  return get('/rate_limit', (asked) => {
    const { limit, used, remaining, reset } = quota.standing(asked.caller.fingerprint, asked.now);
    const core = { limit, used, remaining, reset };
    const search = { limit: 30, used: 0, remaining: 30, reset };
    return { body: { resources: { core, search }, rate: core } };
  });
}
