import { Events, NatsError } from 'nats';
import { z } from 'zod';
import type { Postgres } from '../postgres/postgres.ts';
import { runPeriodically } from '../service/run-periodically.ts';
import type { Runtime } from '../service/run-service.ts';
import type { Broker } from './broker.ts';
import { streamName } from './streams.ts';

const EVERY_MS = 30_000;
const PAGE = 200;
const MESSAGE_ID = 'Nats-Msg-Id';

const placeRow = z.object({ id: z.number(), message_id: z.string(), stream_sequence: z.number() });
type Place = z.infer<typeof placeRow>;

/**
 * A broker acknowledges before its disk has the message: after a power cut, or from an older copy of its store, the end of a stream
 * is missing. So published events stay in the outbox for a while, and those that are no longer in the stream are sent again.
 */
export function startRecovery(runtime: Runtime<unknown>, postgres: Postgres, broker: Broker, wake: () => void): void {
  const { log, metrics } = runtime;
  const job = runPeriodically(runtime, {
    name: 'compare the outbox with the stream',
    everyMs: EVERY_MS,
    immediately: true,
    async run() {
      const lost = await markLost(postgres, broker);
      if (lost === 0) return;
      metrics.outboxRepublished.inc(lost);
      log.error({ lost }, 'the broker has lost events that it had acknowledged, publishing them again');
      wake();
    },
  });
  void (async () => {
    for await (const { type } of broker.connection.status()) if (type === Events.Reconnect) job.wake();
  })();
}

/** Marks as unpublished what the stream no longer holds, the newest first, until a page of it is whole. Returns how many. */
export async function markLost(postgres: Postgres, broker: Broker): Promise<number> {
  const stream = streamName(broker.namespace, 'EVENTS');
  let lost = 0;
  for (let before = Number.MAX_SAFE_INTEGER; ; ) {
    const places = await postgres.many(
      placeRow,
      `SELECT id, message_id, stream_sequence FROM outbox WHERE stream_sequence < $1 AND published_at IS NOT NULL
       ORDER BY stream_sequence DESC LIMIT $2`,
      [before, before === Number.MAX_SAFE_INTEGER ? 1 : PAGE],
    );
    const missing = await missingOf(broker, stream, places);
    if (missing.length === 0) return lost;
    lost += await postgres.run('UPDATE outbox SET published_at = NULL, stream_sequence = NULL WHERE id = ANY($1)', [
      missing.map(({ id }) => id),
    ]);
    before = places.at(-1)?.stream_sequence ?? 0;
  }
}

async function missingOf(broker: Broker, stream: string, places: Place[]): Promise<Place[]> {
  if (places.length === 0) return [];
  const { state } = await broker.manager.streams.info(stream);
  const missing: Place[] = [];
  for (const place of places) {
    // Older than the oldest: the stream lets go of messages by age and size.
    const isAged = place.stream_sequence < state.first_seq && state.first_seq <= state.last_seq;
    if (!isAged && (await messageIdAt(broker, stream, place.stream_sequence)) !== place.message_id) missing.push(place);
  }
  return missing;
}

async function messageIdAt(broker: Broker, stream: string, seq: number): Promise<string | null> {
  try {
    return (await broker.manager.streams.getMessage(stream, { seq })).header.get(MESSAGE_ID);
  } catch (error) {
    if (error instanceof NatsError && error.api_error?.code === 404) return null;
    throw error;
  }
}
