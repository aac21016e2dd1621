import { brokerAddress } from '@linescope/chassis/events/broker-address';
import { eventSubject } from '@linescope/chassis/events/subjects';
import type { Runtime } from '@linescope/chassis/service/run-service';
import { eventEnvelopeSchema } from '@linescope/contract/events/define-event';
import { tokenChanged } from '@linescope/contract/events/identity-events';
import { connect, Events, type NatsConnection } from 'nats';
import type { GatewayConfig } from '../config.ts';
import type { Introspections } from './introspections.ts';

/**
 * Every gateway hears every token change, by a plain subscription of its own to the subject that the stream stores. A change
 * missed while the broker is away costs no more than the cache's 10 s, and once it is back nothing older is believed.
 * The gateway does not wait for the broker, at its start or later.
 */
export function hearTokenChanges(
  runtime: Runtime<GatewayConfig>,
  introspections: Pick<Introspections, 'forget' | 'forgetAll'>,
  onConnected: (connection: NatsConnection) => void,
): { isHearing(): boolean } {
  const { config, log } = runtime;
  let connection: NatsConnection | undefined;
  let hearing = false;
  let stopped = false;

  const listening = (async () => {
    while (!stopped && !connection) {
      try {
        // Short attempts of our own: a connection that waits for its first server cannot be told to stop.
        connection = await connect({
          ...brokerAddress(config.NATS_URL),
          name: 'linescope-gateway',
          maxReconnectAttempts: -1,
          reconnectTimeWait: 250,
          reconnectJitter: 250,
          pingInterval: 5_000,
          timeout: 5_000,
        });
      } catch (err) {
        log.warn({ err }, 'the broker is away; token changes take up to 10 s');
        await new Promise((resolve) => setTimeout(resolve, 500));
      }
    }
    if (!connection) return;
    if (stopped) return connection.close();
    connection.subscribe(eventSubject(config.NATS_NAMESPACE, tokenChanged, '*'), {
      callback: (error, message) => {
        if (error) return;
        const tokenHash = readTokenHash(message.data);
        if (tokenHash === null) log.warn('a token change could not be read');
        // What cannot be read could be any token.
        if (tokenHash === null) introspections.forgetAll();
        else introspections.forget(tokenHash);
      },
    });
    onConnected(connection);
    void followStatus(connection);
    await startOver(connection);
  })();

  /** After the flush the broker has our subscription, so what is learned from here on will be heard of. */
  async function startOver(open: NatsConnection): Promise<void> {
    await open.flush();
    introspections.forgetAll();
    hearing = true;
  }

  async function followStatus(open: NatsConnection): Promise<void> {
    for await (const status of open.status()) {
      if (status.type === Events.Disconnect) {
        hearing = false;
        log.warn('the broker is away; token changes take up to 10 s');
      }
      if (status.type === Events.Reconnect) startOver(open).catch(() => {});
    }
  }

  listening.catch((err: unknown) => log.warn({ err }, 'token changes are not heard'));
  runtime.onStop('token changes', async () => {
    stopped = true;
    await connection?.close();
    await listening.catch(() => {});
  });
  return { isHearing: () => hearing };
}

function readTokenHash(bytes: Uint8Array): string | null {
  try {
    const envelope = eventEnvelopeSchema.parse(JSON.parse(Buffer.from(bytes).toString('utf8')));
    return tokenChanged.data.parse(envelope.data).tokenHash;
  } catch {
    return null;
  }
}
