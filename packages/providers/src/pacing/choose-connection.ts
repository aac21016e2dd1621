import { ProviderError } from '../errors.ts';
import { left, type QuotaState, readyAt, reserve } from './quota.ts';
import type { Runtime } from './runtime.ts';

/** One token at one host, with the headers that present it. */
export type PacedConnection = { id: string; headers: Record<string, string>; secrets: readonly string[] };

export const quotaKey = (connection: PacedConnection, resource: string): string => `${connection.id}:${resource}`;

/** The key of what holds for a connection whatever the budget. */
export const everyResource = '*';

type Ranked = { connection: PacedConnection; ready: number; left: number };

function rank(
  connections: readonly PacedConnection[],
  states: ReadonlyMap<string, QuotaState>,
  resource: string,
  now: number,
  urgent: boolean,
): Ranked[] {
  return connections
    .map((connection) => {
      const state = states.get(quotaKey(connection, resource)) ?? null;
      const whole = states.get(quotaKey(connection, everyResource)) ?? null;
      return { connection, ready: Math.max(readyAt(state, now, urgent), readyAt(whole, now)), left: left(state, now) };
    })
    .sort((a, b) => a.ready - b.ready || b.left - a.left);
}

/**
 * Waits for the budget and takes one call of it: from the connection that may go first, and among several
 * that may go now from the one with most left.
 */
export async function chooseConnection(
  connections: readonly PacedConnection[],
  resource: string,
  runtime: Runtime,
): Promise<PacedConnection> {
  for (;;) {
    const now = runtime.now();
    const keys = connections.flatMap((one) => [quotaKey(one, resource), quotaKey(one, everyResource)]);
    const states = await runtime.quotas.read(keys);
    const [best] = rank(connections, states, resource, now, runtime.urgent);
    if (best === undefined) {
      throw new ProviderError('connection_invalid', { internal: 'no valid connection is left for this host' });
    }
    if (best.ready > now) {
      if (best.ready - now > runtime.maxWaitMs) {
        throw new ProviderError('quota_exhausted', {
          internal: `every connection waits, the first until ${new Date(best.ready).toISOString()}`,
          resumeAt: best.ready,
          connectionId: best.connection.id,
        });
      }
      await runtime.sleep(best.ready - now);
      continue;
    }
    const { granted } = await runtime.quotas.update(quotaKey(best.connection, resource), (state) =>
      reserve(state, now, runtime.urgent),
    );
    if (granted) return best.connection;
  }
}
