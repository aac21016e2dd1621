/** What may go wrong on purpose, so that tests can show how a client bears it. */
import { z } from 'zod';
import type { QuotaKeeper } from './quota.ts';

const only = {
  /** How many of the next requests meet it. */
  count: z.number().int().positive().default(1),
  /** Only requests whose path and query contain this text; without it, every request but the admin's. */
  path: z.string().optional(),
};

const fault = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('fail'), status: z.number().int().min(400).max(599), ...only }),
  z.object({
    kind: z.literal('secondary_limit'),
    status: z.number().int().default(403),
    retry_after: z.number().int().default(60),
    ...only,
  }),
  z.object({ kind: z.literal('slow'), ms: z.number().int().positive(), ...only }),
  z.object({ kind: z.literal('truncate'), ...only }),
  z.object({ kind: z.literal('reset'), ...only }),
]);
export type Fault = z.output<typeof fault>;

export const faultSettings = z.object({
  /** Forgets every fault set before, and gives back the usual quota. */
  clear: z.boolean().optional(),
  quota: z.object({ limit: z.number().int().min(0), window_seconds: z.number().positive().default(3600) }).optional(),
  /** The headers say 0 of 0, as some hosts do that limit nothing; calls are answered all the same. */
  reports_zero_quota: z.boolean().optional(),
  revoked_tokens: z.array(z.string()).optional(),
  scopes: z.string().optional(),
  next: z.array(fault).optional(),
});
export type FaultSettings = z.input<typeof faultSettings>;

export function keepFaults(quota: QuotaKeeper) {
  const usualScopes = 'read:org, read:user, repo, user:email';
  let pending: Fault[] = [];
  let revoked = new Set<string>();
  let scopes = usualScopes;
  let reportsZeroQuota = false;

  return {
    set: (input: FaultSettings) => {
      const settings = faultSettings.parse(input);
      if (settings.clear) {
        pending = [];
        revoked = new Set();
        scopes = usualScopes;
        reportsZeroQuota = false;
        quota.set({ limit: 5000, windowSeconds: 3600 });
      }
      if (settings.quota) quota.set({ limit: settings.quota.limit, windowSeconds: settings.quota.window_seconds });
      if (settings.revoked_tokens) revoked = new Set(settings.revoked_tokens);
      if (settings.scopes !== undefined) scopes = settings.scopes;
      if (settings.reports_zero_quota !== undefined) reportsZeroQuota = settings.reports_zero_quota;
      if (settings.next) pending.push(...settings.next);
    },
    /** The first pending fault that fits this request, used up by one. */
    takeFor: (target: string): Fault | undefined => {
      const found = pending.find((item) => item.path === undefined || target.includes(item.path));
      if (found) found.count -= 1;
      pending = pending.filter((item) => item.count > 0);
      return found;
    },
    isRevoked: (token: string) => revoked.has(token),
    scopes: () => scopes,
    reportsZeroQuota: () => reportsZeroQuota,
  };
}
export type FaultKeeper = ReturnType<typeof keepFaults>;
