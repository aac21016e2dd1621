import { setTimeout as delay } from 'node:timers/promises';
import { brokerAddress } from '@linescope/chassis/events/broker-address';
import { inboxOf } from '@linescope/chassis/events/inbox';
import { eventSubject } from '@linescope/chassis/events/subjects';
import type { Runtime } from '@linescope/chassis/service/run-service';
import { eventEnvelopeSchema } from '@linescope/contract/events/define-event';
import { tokenChanged } from '@linescope/contract/events/identity-events';
import { connect, Events, type NatsConnection } from 'nats';
import type { GatewayConfig } from '../config.ts';
import type { IntrospectionCache } from './introspection-cache.ts';

const RETRY_MS = 500;

/**
 * Every gateway gets every token change, by a plain subscription of its own to the subject that the stream stores. A change
 * missed while the broker is unavailable takes effect when the cache expires after 10 s; on reconnect the cache is dropped.
 * The gateway does not wait for the broker, at its start or later.
 */
export function consumeTokenChanges(
  runtime: Runtime<GatewayConfig>,
  introspections: Pick<IntrospectionCache, 'invalidate' | 'invalidateAll'>,
  onConnected: (connection: NatsConnection) => void,
): { isSubscribed(): boolean } {
  const { config, log } = runtime;
  let connection: NatsConnection | undefined;
  let subscribed = false;
  let stopped = false;

  const subscribing = (async () => {
    while (!stopped && !connection) {
      try {
        // Short attempts of our own: a connection that waits for its first server cannot be stopped.
        connection = await connect({
          ...brokerAddress(config.NATS_URL),
          name: 'linescope-gateway',
          inboxPrefix: inboxOf('gateway'),
          maxReconnectAttempts: -1,
          reconnectTimeWait: 250,
          reconnectJitter: 250,
          pingInterval: 5_000,
          timeout: 5_000,
        });
      } catch (err) {
        log.warn({ err }, `connecting to the broker failed, retrying in ${RETRY_MS} ms; token changes take up to 10 s`);
        await delay(RETRY_MS);
      }
    }
    if (!connection) return;
    if (stopped) return connection.close();
    connection.subscribe(eventSubject(config.NATS_NAMESPACE, tokenChanged, '*'), {
      callback: (error, message) => {
        if (error) return;
        const tokenHash = readTokenHash(message.data);
        if (tokenHash !== null) return introspections.invalidate(tokenHash);
        log.warn('a token change is malformed, invalidating every cached token');
        introspections.invalidateAll();
      },
    });
    onConnected(connection);
    void followStatus(connection);
    await startOver(connection);
  })();

  /** After the flush the broker has the subscription, so changes of what is cached from here on will arrive. */
  async function startOver(open: NatsConnection): Promise<void> {
    await open.flush();
    introspections.invalidateAll();
    subscribed = true;
  }

  async function followStatus(open: NatsConnection): Promise<void> {
    for await (const status of open.status()) {
      if (status.type === Events.Disconnect) {
        subscribed = false;
        log.warn('connection to the broker lost, reconnecting; token changes take up to 10 s');
      }
      if (status.type === Events.Reconnect) startOver(open).catch(() => {});
    }
  }

  subscribing.catch((err: unknown) => log.warn({ err }, 'subscribing to token changes failed, they take up to 10 s'));
  runtime.onStop('token changes', async () => {
    stopped = true;
    // What still waits for an answer of the broker never gets one once the connection is closed.
    await (connection ? connection.close() : subscribing.catch(() => {}));
  });
  return { isSubscribed: () => subscribed };
}

function readTokenHash(bytes: Uint8Array): string | null {
  try {
    const envelope = eventEnvelopeSchema.parse(JSON.parse(Buffer.from(bytes).toString('utf8')));
    return tokenChanged.data.parse(envelope.data).tokenHash;
  } catch {
    return null;
  }
}
