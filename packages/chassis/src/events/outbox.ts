import { setTimeout as delay } from 'node:timers/promises';
import type { EventDefinition } from '@linescope/contract/events/define-event';
import { z } from 'zod';
import type { Logger } from '../log/logger.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { startHousekeeping } from '../postgres/housekeeping.ts';
import type { Postgres, Transaction } from '../postgres/postgres.ts';
import type { Runtime } from '../service/run-service.ts';
import { currentTrace, uuidV7 } from '../trace/trace-context.ts';
import type { Broker } from './broker.ts';
import { publishRaw } from './publish.ts';
import { eventSubject } from './subjects.ts';

const CHANNEL = 'outbox';
const BATCH = 200;
/** Only an event whose notification was lost waits this long. */
const POLL_MS = 2_000;
const RETRY_MS = 500;

export interface NewEvent<T> {
  entityId: number;
  aggregateId: string | number;
  /** Grows with each change of the aggregate, so that consumers can drop a late event. */
  aggregateVersion: number;
  data: T;
}

export interface Outbox {
  /** Writes the event in the same transaction as the change it describes. */
  add<Data extends z.ZodType>(
    tx: Transaction,
    definition: EventDefinition<Data>,
    event: NewEvent<z.input<Data>>,
  ): Promise<void>;
  /** Many events of one type in one statement, published in this order. */
  addAll<Data extends z.ZodType>(
    tx: Transaction,
    definition: EventDefinition<Data>,
    events: readonly NewEvent<z.input<Data>>[],
  ): Promise<void>;
}

const outboxRow = z.object({ id: z.number(), message_id: z.string(), subject: z.string(), payload: z.unknown() });
const depthRow = z.object({ depth: z.number() });

/** Opens the outbox and starts its relay: woken by NOTIFY, polled in case a notification was lost. */
export async function openOutbox(runtime: Runtime<unknown>, postgres: Postgres, broker: Broker): Promise<Outbox> {
  const relay = startRelay(postgres, broker, runtime.log, runtime.metrics);
  runtime.onStop('outbox relay', () => relay.stop());
  startHousekeeping(runtime, postgres);
  return createOutbox(broker, () => relay.wake());
}

export function createOutbox(broker: { namespace: string; service: string }, wake: () => void = () => {}): Outbox {
  const addAll: Outbox['addAll'] = async (tx, definition, events) => {
    if (events.length === 0) return;
    const messages = events.map((event) => {
      const id = `${broker.service}:${uuidV7()}`;
      const payload = {
        id,
        type: definition.type,
        entityId: event.entityId,
        aggregateId: String(event.aggregateId),
        aggregateVersion: event.aggregateVersion,
        occurredAt: new Date().toISOString(),
        traceIdentifier: currentTrace()?.traceIdentifier,
        data: definition.data.parse(event.data),
      };
      const subject = eventSubject(broker.namespace, definition, event.entityId);
      return { id, subject, payload: JSON.stringify(payload) };
    });
    await tx.run(
      `INSERT INTO outbox (message_id, subject, payload)
       SELECT message_id, subject, payload::jsonb
       FROM unnest($1::text[], $2::text[], $3::text[]) WITH ORDINALITY AS event(message_id, subject, payload, place)
       ORDER BY place`,
      [messages.map(({ id }) => id), messages.map(({ subject }) => subject), messages.map(({ payload }) => payload)],
    );
    await tx.run(`NOTIFY ${CHANNEL}`);
    tx.afterCommit(wake);
  };
  return { addAll, add: (tx, definition, event) => addAll(tx, definition, [event]) };
}

function startRelay(postgres: Postgres, broker: Broker, log: Logger, metrics: Metrics) {
  let running = true;
  let woken = false;
  let interrupt = new AbortController();
  const wake = () => {
    woken = true;
    interrupt.abort();
  };
  const stopListening = postgres.listen(CHANNEL, wake).catch((err: unknown) => {
    log.warn({ err }, `LISTEN for the outbox failed, polling every ${POLL_MS / 1000} s instead`);
    return async () => {};
  });
  const rest = async () => {
    if (woken) return;
    interrupt = new AbortController();
    await delay(POLL_MS, undefined, { signal: interrupt.signal }).catch(() => {});
  };
  const loop = (async () => {
    while (running) {
      woken = false;
      try {
        while ((await relayBatch(postgres, broker)) === BATCH && running);
        const { depth } = await postgres.one(
          depthRow,
          'SELECT count(*) AS depth FROM (SELECT 1 FROM outbox LIMIT 100000) AS unpublished',
        );
        metrics.outboxDepth.set(depth);
      } catch (err) {
        log.warn({ err }, `publishing events of the outbox failed, retrying in ${RETRY_MS} ms`);
        await delay(RETRY_MS);
      }
      if (running) await rest();
    }
  })();
  return {
    wake,
    async stop() {
      running = false;
      wake();
      await loop;
      await (await stopListening)();
    },
  };
}

/** Rows are deleted only after the broker has them; a crash in between publishes again under the same message id. */
export function relayBatch(postgres: Postgres, broker: Broker): Promise<number> {
  return postgres.transaction(async (tx) => {
    const rows = await tx.many(
      outboxRow,
      'SELECT id, message_id, subject, payload FROM outbox ORDER BY id LIMIT $1 FOR UPDATE SKIP LOCKED',
      [BATCH],
    );
    await Promise.all(
      rows.map((row) =>
        publishRaw(broker, row.subject, Buffer.from(JSON.stringify(row.payload)), { messageId: row.message_id }),
      ),
    );
    if (rows.length > 0) await tx.run('DELETE FROM outbox WHERE id = ANY($1)', [rows.map((row) => row.id)]);
    return rows.length;
  });
}
