import { setTimeout as delay } from 'node:timers/promises';
import { DAY_MS } from '@linescope/contract/days';
import { type EventDefinition, type EventEnvelope, eventEnvelopeSchema } from '@linescope/contract/events/define-event';
import {
  AckPolicy,
  type ConsumerConfig,
  type ConsumerInfo,
  type ConsumerMessages,
  DeliverPolicy,
  type JsMsg,
  NatsError,
  nanos,
  type Subscription,
} from 'nats';
import { z } from 'zod';
import type { Logger } from '../log/logger.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { runPeriodically } from '../service/run-periodically.ts';
import type { Runtime } from '../service/run-service.ts';
import { acceptTraceIdentifier, runInTrace, TRACE_HEADER } from '../trace/trace-context.ts';
import { inSpan } from '../trace/tracing.ts';
import type { Broker } from './broker.ts';
import { deadLetterMessage, isForOther } from './dead-letters.ts';
import { consumerName, durableName } from './durable-name.ts';
import { RetryLater } from './retry-later.ts';
import { type StreamName, streamName } from './streams.ts';
import { eventSubject } from './subjects.ts';

export interface MessageConsumer {
  /** Durable name; with the service's name in front it is what operators see. */
  name: string;
  stream: StreamName;
  filter: string;
  /** Returns once the effect is done, which acks the message. A throw is retried with backoff, `RetryLater` when it says. */
  handle(message: JsMsg): Promise<void>;
  /** How many messages are handled at once. */
  concurrency?: number;
  maxDeliver?: number;
  ackWaitMs?: number;
  /** An error that no retry can fix: the message becomes a dead letter at once. */
  isPermanent?(error: unknown): boolean;
}

const DEFAULTS = { concurrency: 1, maxDeliver: 12, ackWaitMs: 30_000 };
const BACKOFF_MS = [250, 1_000, 3_000, 10_000, 30_000, 60_000];
const LAG_EVERY_MS = 5_000;
const RECONNECT_MS = 250;
/** Handed back at once a message may be sent here again, to a request that the broker has not yet forgotten. */
const HAND_BACK_MS = 250;

/** A typed event of another unit, handled by this one. The handler must be idempotent: delivery is at least once. */
export function consumeEvent<Data extends z.ZodType>(
  runtime: Runtime<unknown>,
  broker: Broker,
  definition: EventDefinition<Data>,
  handle: (event: EventEnvelope<z.output<Data>>) => Promise<void>,
  options: Pick<MessageConsumer, 'concurrency'> & { durable?: string } = {},
): Promise<void> {
  return consumeMessages(runtime, broker, {
    name: options.durable ?? consumerName(definition),
    stream: 'EVENTS',
    filter: eventSubject(broker.namespace, definition, '*'),
    concurrency: options.concurrency ?? DEFAULTS.concurrency,
    handle: async (message) => {
      const envelope = eventEnvelopeSchema.parse(message.json());
      await handle({ ...envelope, data: definition.data.parse(envelope.data) });
    },
    isPermanent: (error) => error instanceof z.ZodError,
  });
}

/** Durable pull consumer: explicit ack after the effect, growing delay between attempts, dead letter at the last. */
export async function consumeMessages(
  runtime: Runtime<unknown>,
  broker: Broker,
  consumer: MessageConsumer,
): Promise<void> {
  const durable = durableName(broker.service, consumer.name);
  const settings = { ...DEFAULTS, ...consumer };
  const stream = streamName(broker.namespace, consumer.stream);
  await ensureConsumer(broker, stream, durable, settings);
  if (consumer.stream === 'EVENTS') remember(broker, { stream, durable, settings });
  const { log, metrics } = runtime;
  let messages: ConsumerMessages | undefined;
  let stopped = false;
  const underWay = new Set<Promise<void>>();
  const failures = new Map<number, number>();

  const loop = (async () => {
    while (!stopped) {
      try {
        const pull = await broker.jetStream.consumers.get(stream, durable);
        if (stopped) break;
        messages = await pull.consume({ max_messages: Math.max(settings.concurrency * 2, 2), expires: 5_000 });
        if (stopped) await stopPulling(messages);
        for await (const message of messages) {
          // Returned to the stream. The iterator must be read to its end: its stop is queued behind the messages.
          if (stopped) {
            message.nak(HAND_BACK_MS);
            continue;
          }
          const work: Promise<void> = handleMessage(message, durable, settings, {
            broker,
            log,
            metrics,
            failures,
          }).finally(() => underWay.delete(work));
          underWay.add(work);
          if (underWay.size >= settings.concurrency) await Promise.race(underWay);
        }
      } catch (err) {
        if (stopped) break;
        log.warn({ err, consumer: durable }, 'consumer lost its connection to the broker, reconnecting');
        await ensureConsumer(broker, stream, durable, settings).catch(() => {});
      }
      if (!stopped) await delay(RECONNECT_MS);
    }
  })();
  runtime.onStop(`consumer ${durable}`, async () => {
    stopped = true;
    if (messages) await stopPulling(messages);
    await loop;
    await Promise.all(underWay);
  });
  runPeriodically(runtime, {
    name: `measure lag of ${durable}`,
    everyMs: LAG_EVERY_MS,
    async run() {
      const info = await broker.manager.consumers.info(stream, durable);
      await restartIfAhead(broker, log, stream, info, settings);
      metrics.eventLag.set({ consumer: durable }, info.num_pending + info.num_ack_pending);
    },
  });
}

/**
 * Ends the iterator behind all that the broker has sent. The client's own `stop` unsubscribes at once: a message on its way here would be
 * nobody's until its time to be acknowledged is over. Its subscription can be drained, but the client does not name it in its types.
 */
async function stopPulling(messages: ConsumerMessages): Promise<void> {
  const { sub } = messages as ConsumerMessages & { readonly sub?: Subscription };
  if (sub === undefined || sub.isClosed()) messages.stop();
  else if (!sub.isDraining()) await sub.drain().catch(() => messages.stop());
}

interface HandlingParts {
  broker: Broker;
  log: Logger;
  metrics: Metrics;
  /** By the message's number: deliveries that ended in a pause, or with the process, are none. */
  failures: Map<number, number>;
}

async function handleMessage(
  message: JsMsg,
  durable: string,
  consumer: Required<Pick<MessageConsumer, 'maxDeliver' | 'ackWaitMs'>> & MessageConsumer,
  { broker, log, metrics, failures }: HandlingParts,
): Promise<void> {
  const { seq } = message;
  const traceIdentifier = acceptTraceIdentifier(message.headers?.get(TRACE_HEADER));
  const keepAlive = setInterval(() => message.working(), consumer.ackWaitMs / 3);
  await runInTrace({ traceIdentifier }, async () => {
    try {
      if (!isForOther(message, durable))
        await inSpan(`consume ${durable}`, 'CONSUMER', {}, () => consumer.handle(message));
      await message.ackAck();
      failures.delete(seq);
      metrics.eventsConsumed.inc({ consumer: durable, outcome: 'ok' });
    } catch (err) {
      if (err instanceof RetryLater) {
        message.nak(err.afterMs);
        return;
      }
      const attempts = (failures.get(seq) ?? 0) + 1;
      failures.set(seq, attempts);
      if (attempts >= consumer.maxDeliver || consumer.isPermanent?.(err)) {
        await deadLetterMessage(broker, message, durable, err).catch((deadLetterError: unknown) =>
          log.error(
            { err: deadLetterError, consumer: durable },
            'storing a dead letter failed, the message stays in its stream',
          ),
        );
        failures.delete(seq);
        metrics.eventsConsumed.inc({ consumer: durable, outcome: 'dead' });
        log.error({ err, consumer: durable, attempts }, 'handling a message failed, moved to the dead letters');
      } else {
        const backoffMs = BACKOFF_MS[Math.min(attempts - 1, BACKOFF_MS.length - 1)] ?? 0;
        message.nak(backoffMs);
        metrics.eventsConsumed.inc({ consumer: durable, outcome: 'retry' });
        log.warn({ err, consumer: durable, attempts }, `handling a message failed, retrying in ${backoffMs / 1000} s`);
      }
    } finally {
      clearInterval(keepAlive);
    }
  });
}

/**
 * A stream that lost its end gives new messages numbers that the consumer has handled before, and would never deliver them. So the
 * consumer starts again a day back; handling twice is harmless.
 */
async function restartIfAhead(
  broker: Broker,
  log: Logger,
  stream: string,
  { name, delivered }: ConsumerInfo,
  consumer: { filter: string; ackWaitMs: number },
): Promise<void> {
  const { state } = await broker.manager.streams.info(stream);
  if (delivered.stream_seq <= state.last_seq) return;
  log.error(
    { consumer: name, stream, delivered: delivered.stream_seq, newest: state.last_seq },
    'the stream has lost messages that this consumer was given, the consumer starts again a day back',
  );
  await broker.manager.consumers.delete(stream, name);
  await addConsumer(broker, stream, name, consumer, startingAt(new Date(Date.now() - DAY_MS)));
}

interface EventConsumer {
  stream: string;
  durable: string;
  settings: { filter: string; ackWaitMs: number };
}

const eventConsumers = new WeakMap<Broker, EventConsumer[]>();

function remember(broker: Broker, consumer: EventConsumer): void {
  eventConsumers.set(broker, [...(eventConsumers.get(broker) ?? []), consumer]);
}

/** Gives this unit's consumers every event since then once more: for effects that were lost. */
export async function redeliverSince(broker: Broker, since: Date): Promise<void> {
  for (const { stream, durable, settings } of eventConsumers.get(broker) ?? []) {
    await broker.manager.consumers.delete(stream, durable);
    await addConsumer(broker, stream, durable, settings, startingAt(since));
  }
}

const startingAt = (time: Date): Partial<ConsumerConfig> => ({
  deliver_policy: DeliverPolicy.StartTime,
  opt_start_time: time.toISOString(),
});

async function ensureConsumer(
  broker: Broker,
  stream: string,
  durable: string,
  consumer: { filter: string; ackWaitMs: number },
): Promise<void> {
  try {
    await broker.manager.consumers.info(stream, durable);
  } catch (error) {
    if (!(error instanceof NatsError) || error.api_error?.code !== 404) throw error;
    await addConsumer(broker, stream, durable, consumer, { deliver_policy: DeliverPolicy.All });
  }
}

const addConsumer = (
  broker: Broker,
  stream: string,
  durable: string,
  { filter, ackWaitMs }: { filter: string; ackWaitMs: number },
  start: Partial<ConsumerConfig>,
): Promise<ConsumerInfo> =>
  broker.manager.consumers.add(stream, {
    durable_name: durable,
    ack_policy: AckPolicy.Explicit,
    filter_subject: filter,
    ack_wait: nanos(ackWaitMs),
    max_deliver: -1,
    max_ack_pending: 1000,
    ...start,
  });
