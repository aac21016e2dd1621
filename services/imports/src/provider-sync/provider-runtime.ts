import { createRuntime, type Runtime } from '@linescope/providers/pacing/runtime';
import type { Context } from '../context.ts';
import { postgresEtagCache } from '../store/provider-etags.ts';
import { identityQuotaStore } from './quota-store.ts';

/** How this service calls providers: budgets are shared by all callers, cached answers by all workers. */
export function openRuntime(
  context: Context,
  entityId: number,
  { signal, onQuotaExceeded }: { signal?: AbortSignal; onQuotaExceeded?: () => void } = {},
): Runtime {
  const { config, identity, log, postgres, transport } = context;
  return createRuntime({
    transport,
    maxWaitMs: config.PROVIDER_MAX_WAIT_MS,
    quotas: identityQuotaStore(context, entityId),
    etags: postgresEtagCache(postgres, entityId),
    limits: { pages: config.PROVIDER_MAX_PAGES, waitingMs: config.PROVIDER_MAX_MINUTES * 60_000 },
    ...(signal ? { signal } : {}),
    onQuotaExceeded: () => onQuotaExceeded?.(),
    onConnectionInvalid: (connectionId) => {
      // Tokens of AI providers are no connections: the collector reports them itself.
      if (!/^\d+$/.test(connectionId)) return;
      identity
        .reportConnection({
          connectionId: Number(connectionId),
          statusEm: 'connection_invalid',
          detail: 'The host refused the token: it is unknown, expired or revoked.',
        })
        .catch((err: unknown) =>
          log.warn(
            { err, connectionId },
            'reporting an invalid connection to identity failed, the next refusal reports it again',
          ),
        );
    },
  });
}
