import {
  connect,
  createInbox,
  ErrorCode,
  type JetStreamClient,
  type JetStreamManager,
  type NatsConnection,
  NatsError,
} from 'nats';
import type { BrokerConfig } from '../config/settings.ts';
import { cannotBeUsed } from '../service/cannot-be-used.ts';
import type { Runtime } from '../service/run-service.ts';
import { brokerAddress } from './broker-address.ts';
import { inboxOf } from './inbox.ts';
import { ensureStreams, streamName } from './streams.ts';

export interface Broker {
  namespace: string;
  service: string;
  connection: NatsConnection;
  jetStream: JetStreamClient;
  manager: JetStreamManager;
  /** A subject that only this unit may subscribe to. */
  createInbox(): string;
  close(): Promise<void>;
}

const CLOSE_GRACE_MS = 5_000;
const SILENT_WAIT_MS = 5_000;

/** Connects (and reconnects for ever), and makes sure the streams exist before anything is published. */
export async function openBroker(runtime: Runtime<BrokerConfig>): Promise<Broker> {
  const { config, log } = runtime;
  const broker = await connectBroker(config.NATS_URL, config.NATS_NAMESPACE, runtime.service, {
    replicas: config.NATS_REPLICAS,
    bytes: config.NATS_STREAM_BYTES,
    onWait: (servers) => log.warn({ servers }, 'the broker cannot be reached, retrying'),
  }).catch(cannotBeUsed('the broker', 'NATS_URL'));
  void (async () => {
    for await (const status of broker.connection.status()) {
      if (status.type === 'disconnect' || status.type === 'reconnect')
        log.warn(
          status.type === 'disconnect' ? 'connection to the broker lost, reconnecting' : 'reconnected to the broker',
        );
      if (status.type === 'error')
        log.error({ reason: status.data, ...status.permissionContext }, 'the broker refused a call');
    }
  })();
  runtime.onStop('broker', () => broker.close());
  runtime.metrics.watchDeadLetters(async () => {
    const { state } = await broker.manager.streams.info(streamName(broker.namespace, 'DEAD'));
    return state.messages;
  });
  // A broker whose disk is full still takes connections, and answers nothing about its streams.
  runtime.readiness.add('broker', async () => {
    await broker.manager.streams.info(streamName(broker.namespace, 'EVENTS'));
  });
  return broker;
}

export async function connectBroker(
  url: string,
  namespace: string,
  service: string,
  {
    replicas = 1,
    bytes = 1024 ** 3,
    onWait = () => {},
  }: { replicas?: number; bytes?: number; onWait?: (servers: string) => void } = {},
): Promise<Broker> {
  const address = brokerAddress(url);
  // The library tries for ever, and says nothing of it.
  const waiting = setInterval(() => onWait(String(address.servers)), SILENT_WAIT_MS);
  const connection = await connect({
    ...address,
    name: `linescope-${service}`,
    inboxPrefix: inboxOf(service),
    maxReconnectAttempts: -1,
    reconnectTimeWait: 250,
    reconnectJitter: 250,
    waitOnFirstConnect: true,
    // A server that is cut off answers nothing: after some 20 s another is taken, or the same once more.
    pingInterval: 5_000,
    maxPingOut: 3,
    timeout: 5_000,
  }).finally(() => clearInterval(waiting));
  const manager = await connection.jetstreamManager({ timeout: 5_000 });
  // Only identity may change a stream that exists.
  await ensureStreams(manager, namespace, { replicas, bytes }, { mends: service === 'identity' });
  return {
    namespace,
    service,
    connection,
    manager,
    createInbox: () => createInbox(inboxOf(service)),
    jetStream: connection.jetstream({ timeout: 5_000 }),
    close: async () => {
      if (connection.isClosed()) return;
      const force = setTimeout(() => void connection.close(), CLOSE_GRACE_MS);
      await Promise.race([connection.drain(), connection.closed()]);
      clearTimeout(force);
    },
  };
}

export const isBrokerUnavailable = (error: unknown): boolean =>
  error instanceof NatsError &&
  [
    ErrorCode.Timeout,
    ErrorCode.NoResponders,
    ErrorCode.ConnectionClosed,
    ErrorCode.ConnectionDraining,
    ErrorCode.Disconnect,
    ErrorCode.JetStreamNotEnabled,
  ].some((code) => code === error.code);
