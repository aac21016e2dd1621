import { Events, NatsError } from 'nats';
import { z } from 'zod';
import type { Postgres } from '../postgres/postgres.ts';
import { runPeriodically } from '../service/run-periodically.ts';
import type { Runtime } from '../service/run-service.ts';
import type { Broker } from './broker.ts';
import { streamName } from './streams.ts';

const EVERY_MS = 30_000;
const PAGE = 200;
const LOOKUPS_AT_ONCE = 20;
/** More than a broker holds back from its disk. */
const RECENT = '10 minutes';
const MESSAGE_ID = 'Nats-Msg-Id';

const placeRow = z.object({
  id: z.number(),
  message_id: z.string(),
  stream_sequence: z.number(),
  is_recent: z.boolean(),
});
type Place = z.infer<typeof placeRow>;

/**
 * A broker acknowledges before its disk has the message: after a power cut, or from an older copy of its store, the end of a stream
 * is missing. So published events stay in the outbox for a while, and those that are no longer in the stream are sent again.
 */
export function startRecovery(runtime: Runtime<unknown>, postgres: Postgres, broker: Broker, wake: () => void): void {
  const { log, metrics } = runtime;
  // What is published after the broker is back hides what it lost before: then all that is recent is looked up.
  let mayHaveLost = true;
  const job = runPeriodically(runtime, {
    name: 'compare the outbox with the stream',
    everyMs: EVERY_MS,
    immediately: true,
    async run() {
      const thorough = mayHaveLost;
      mayHaveLost = false;
      const lost = await markLost(postgres, broker, { thorough }).catch((error: unknown) => {
        mayHaveLost ||= thorough;
        throw error;
      });
      if (lost === 0) return;
      metrics.outboxRepublished.inc(lost);
      log.error({ lost }, 'the broker has lost events that it had acknowledged, publishing them again');
      wake();
    },
  });
  void (async () => {
    for await (const { type } of broker.connection.status()) {
      if (type !== Events.Reconnect) continue;
      mayHaveLost = true;
      job.wake();
    }
  })();
}

/**
 * Marks as unpublished what the stream no longer holds, the newest first, until a page of it is whole; thoroughly, not before all that is
 * recent was looked up. Returns how many.
 */
export async function markLost(
  postgres: Postgres,
  broker: Broker,
  { thorough }: { thorough: boolean },
): Promise<number> {
  const stream = streamName(broker.namespace, 'EVENTS');
  let lost = 0;
  // Of a lost one and one that was published since then, both may have the same number.
  for (let before = [Number.MAX_SAFE_INTEGER, 0]; ; ) {
    const places = await postgres.many(
      placeRow,
      `SELECT id, message_id, stream_sequence, published_at > now() - interval '${RECENT}' AS is_recent
       FROM outbox WHERE (stream_sequence, id) < ($1, $2) AND published_at IS NOT NULL
       ORDER BY stream_sequence DESC, id DESC LIMIT $3`,
      [...before, before[1] === 0 && !thorough ? 1 : PAGE],
    );
    const missing = await missingOf(broker, stream, places);
    const mustGoOn = thorough && places.some(({ is_recent }) => is_recent);
    if (missing.length === 0 && !mustGoOn) return lost;
    lost += await postgres.run('UPDATE outbox SET published_at = NULL, stream_sequence = NULL WHERE id = ANY($1)', [
      missing.map(({ id }) => id),
    ]);
    const last = places.at(-1);
    before = [last?.stream_sequence ?? 0, last?.id ?? 0];
  }
}

async function missingOf(broker: Broker, stream: string, places: Place[]): Promise<Place[]> {
  if (places.length === 0) return [];
  const { state } = await broker.manager.streams.info(stream);
  const missing: Place[] = [];
  // Older than the oldest: the stream lets go of messages by age and size.
  const isAged = ({ stream_sequence: sequence }: Place) =>
    sequence < state.first_seq && state.first_seq <= state.last_seq;
  const expected = places.filter((place) => !isAged(place));
  for (let at = 0; at < expected.length; at += LOOKUPS_AT_ONCE) {
    const some = expected.slice(at, at + LOOKUPS_AT_ONCE);
    const found = await Promise.all(some.map(({ stream_sequence }) => messageIdAt(broker, stream, stream_sequence)));
    missing.push(...some.filter(({ message_id }, index) => found[index] !== message_id));
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
