import { setTimeout as delay } from 'node:timers/promises';
import { createRuntime, type Runtime } from '@linescope/providers/pacing/runtime';
import type { Context } from '../context.ts';
import { etagsInPostgres } from '../store/provider-etags.ts';
import { quotasOfIdentity } from './quota-store.ts';

/** How this service asks providers: budgets are shared by all who ask, remembered answers by all workers. */
export function openRuntime(
  context: Context,
  entityId: number,
  { signal, onQuotaExceeded }: { signal?: AbortSignal; onQuotaExceeded?: () => void } = {},
): Runtime {
  const { config, identity, log, postgres, transport } = context;
  return createRuntime({
    transport,
    maxWaitMs: config.PROVIDER_MAX_WAIT_MS,
    quotas: quotasOfIdentity(context, entityId),
    etags: etagsInPostgres(postgres, entityId),
    sleep: (ms) => delay(ms, undefined, signal ? { signal } : {}),
    onQuotaExceeded: () => onQuotaExceeded?.(),
    onConnectionInvalid: (connectionId) => {
      // Tokens of AI providers are no connections: whoever collects with them tells what became of them.
      if (!/^\d+$/.test(connectionId)) return;
      identity
        .reportConnection({
          connectionId: Number(connectionId),
          statusEm: 'connection_invalid',
          detail: 'The host refused the token: it is unknown, expired or revoked.',
        })
        .catch((err: unknown) => log.warn({ err, connectionId }, 'a refused connection was not reported'));
    },
  });
}
