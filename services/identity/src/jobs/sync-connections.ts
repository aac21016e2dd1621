import type { Logger } from '@linescope/chassis/log/logger';
import { runPeriodically } from '@linescope/chassis/service/run-periodically';
import type { Runtime } from '@linescope/chassis/service/run-service';
import { connectionAdded } from '@linescope/contract/events/identity-events';
import { checkConnection } from '../actions/check-connection.ts';
import type { OpenDirectory } from '../actions/verify-code-host.ts';
import type { Context } from '../context.ts';
import { findConnection, takeDueConnections, takeRefusedConnections } from '../store/connections.ts';

const EVERY_MS = 10 * 60 * 1000;
const BATCH = 100;
/** Each asks a host, one after the other. */
const REFUSED_BATCH = 20;

/** Publishes due connections as if they were new, so that repos created meanwhile are cached and offered. */
export function syncConnections(
  { postgres, outbox }: Pick<Context, 'postgres' | 'outbox'>,
  hours: number,
): Promise<number> {
  return postgres.transaction(async (tx) => {
    const due = await takeDueConnections(tx, hours, BATCH);
    for (const { id, entity_id, user_id, git_provider_em, version } of due)
      await outbox.add(tx, connectionAdded, {
        entityId: entity_id,
        aggregateId: id,
        aggregateVersion: version,
        data: { connectionId: id, userId: user_id, gitProviderEm: git_provider_em },
      });
    return due.length;
  });
}

type CheckingContext = Context & { openDirectory: OpenDirectory; log: Pick<Logger, 'info' | 'warn'> };

/** A host whose sign-in fails for a while refuses good tokens, too; what it refused is asked about again, so that nobody need connect anew. */
export async function checkRefusedConnections(context: CheckingContext, hours: number): Promise<void> {
  const { postgres, openDirectory, log } = context;
  for (const { id } of await takeRefusedConnections(postgres, hours, REFUSED_BATCH)) {
    const connection = await findConnection(postgres, id);
    if (!connection) continue;
    try {
      const { detail } = await checkConnection(context, openDirectory, connection);
      log.info({ connectionId: id, detail }, 'a connection that was refused was checked again');
    } catch (err) {
      log.warn({ err, connectionId: id }, 'checking a refused connection failed, retrying at its next turn');
    }
  }
}

/** Any number of replicas may run it; 0 hours turns it off. */
export function startSyncingConnections(
  runtime: Runtime<unknown>,
  context: Context & { openDirectory: OpenDirectory },
  hours: number,
): void {
  if (hours === 0) return;
  const checking = { ...context, log: runtime.log };
  runPeriodically(runtime, {
    name: 'sync of connections',
    everyMs: EVERY_MS,
    run: () => syncConnections(context, hours),
  });
  runPeriodically(runtime, {
    name: 'check of refused connections',
    everyMs: EVERY_MS,
    run: () => checkRefusedConnections(checking, hours),
  });
}
