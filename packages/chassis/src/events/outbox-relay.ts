import { setTimeout as delay } from 'node:timers/promises';
import { entityRowsRemoved } from '@linescope/contract/events/identity-events';
import { ErrorCode, NatsError } from 'nats';
import { z } from 'zod';
import type { Postgres, Queryable, Transaction } from '../postgres/postgres.ts';
import type { Runtime } from '../service/run-service.ts';
import type { Broker } from './broker.ts';
import { publishRaw } from './publish.ts';

export const OUTBOX_CHANNEL = 'outbox';
const BATCH = 200;
/** Only an event whose notification was lost waits this long. */
const POLL_MS = 2_000;
const RETRY_MS = 500;

type RelayRuntime = Pick<Runtime<unknown>, 'log' | 'metrics'>;

const outboxRow = z.object({ id: z.number(), message_id: z.string(), subject: z.string(), payload: z.unknown() });
type OutboxRow = z.infer<typeof outboxRow>;
const depthRow = z.object({ waiting: z.number(), failed: z.number() });

/** Publishes what is in the outbox, in order: woken by NOTIFY, polled in case a notification was lost. */
export function startRelay(runtime: RelayRuntime, postgres: Postgres, broker: Broker) {
  const { log, metrics } = runtime;
  let running = true;
  let woken = false;
  let interrupt = new AbortController();
  const wake = () => {
    woken = true;
    interrupt.abort();
  };
  const stopListening = postgres.listen(OUTBOX_CHANNEL, wake).catch((err: unknown) => {
    log.warn({ err }, `LISTEN for the outbox failed, polling every ${POLL_MS / 1000} s instead`);
    return async () => {};
  });
  const rest = async () => {
    if (woken) return;
    interrupt = new AbortController();
    await delay(POLL_MS, undefined, { signal: interrupt.signal }).catch(() => {});
  };
  const noteDepth = async () => {
    const { waiting, failed } = await postgres.one(
      depthRow,
      `SELECT (SELECT count(*) FROM (SELECT 1 FROM outbox WHERE published_at IS NULL AND failed_at IS NULL LIMIT 100000) AS w)
         AS waiting, (SELECT count(*) FROM outbox WHERE failed_at IS NOT NULL) AS failed`,
    );
    metrics.outboxDepth.set(waiting);
    metrics.outboxFailed.set(failed);
    return waiting;
  };
  const loop = (async () => {
    while (running) {
      const isWoken = woken;
      woken = false;
      try {
        // Nearly always there is nothing, which is seen without the transaction that takes rows.
        if (isWoken || (await noteDepth()) > 0) {
          while ((await relayBatch(runtime, postgres, broker)) === BATCH && running);
          await noteDepth();
        }
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

interface Outcome {
  row: OutboxRow;
  sequence?: number;
  error?: unknown;
}

/**
 * Rows count as published only after the broker has them; a crash in between publishes again under the same message id. Each row
 * has its own outcome: one that fails holds up no other, and one that can never be published is set apart.
 */
export async function relayBatch(runtime: RelayRuntime, postgres: Postgres, broker: Broker): Promise<number> {
  const outcomes = await postgres.transaction(async (tx) => {
    const rows = await tx.many(
      outboxRow,
      `SELECT id, message_id, subject, payload FROM outbox WHERE published_at IS NULL AND failed_at IS NULL
       ORDER BY id LIMIT $1 FOR UPDATE SKIP LOCKED`,
      [BATCH],
    );
    const published = await Promise.all(rows.map((row) => publishRow(broker, row)));
    await settle(runtime, tx, published);
    return published;
  });
  const failed = outcomes.find(({ error }) => error !== undefined && !isPermanent(error));
  if (failed) throw failed.error;
  return outcomes.length;
}

async function publishRow(broker: Broker, row: OutboxRow): Promise<Outcome> {
  try {
    const payload = Buffer.from(JSON.stringify(row.payload));
    return { row, sequence: await publishRaw(broker, row.subject, payload, { messageId: row.message_id }) };
  } catch (error) {
    return { row, error };
  }
}

async function settle({ log }: RelayRuntime, tx: Transaction, outcomes: Outcome[]): Promise<void> {
  const published = outcomes.filter((outcome) => outcome.sequence !== undefined);
  // Asked for again until it arrives, and the last row of an entity that leaves nothing behind.
  const [gone, kept] = [published.filter(isLastOfEntity), published.filter((one) => !isLastOfEntity(one))];
  if (gone.length > 0) await tx.run('DELETE FROM outbox WHERE id = ANY($1)', [gone.map(({ row }) => row.id)]);
  if (kept.length > 0)
    await tx.run(
      `UPDATE outbox SET published_at = now(), stream_sequence = p.sequence
       FROM unnest($1::bigint[], $2::bigint[]) AS p(id, sequence) WHERE outbox.id = p.id`,
      [kept.map(({ row }) => row.id), kept.map(({ sequence }) => sequence)],
    );
  for (const { row, error } of outcomes) {
    if (error === undefined || !isPermanent(error)) continue;
    const reason = error instanceof Error ? error.message : String(error);
    await tx.run('UPDATE outbox SET failed_at = now(), failure = $2 WHERE id = $1', [row.id, reason]);
    log.error(
      { err: error, subject: row.subject, outboxId: row.id, messageId: row.message_id },
      'the broker refuses an event for good, it is set apart in the outbox (failed_at) and the others go on',
    );
  }
}

const isLastOfEntity = ({ row }: Outcome): boolean => row.subject.endsWith(`.${entityRowsRemoved.type}`);

/** JetStream: message larger than the stream or the broker takes. */
const TOO_LARGE = 10054;

const isPermanent = (error: unknown): boolean =>
  error instanceof NatsError &&
  (error.code === ErrorCode.MaxPayloadExceeded || error.api_error?.err_code === TOO_LARGE);

/** Long enough to notice what a broker lost, and to send it again. */
export const deletePublished = (db: Queryable): Promise<number> =>
  db.run(`DELETE FROM outbox WHERE published_at < now() - interval '1 hour'`);
