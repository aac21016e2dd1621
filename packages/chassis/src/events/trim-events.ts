import { runPeriodically } from '../service/run-periodically.ts';
import type { Runtime } from '../service/run-service.ts';
import type { Broker } from './broker.ts';
import { streamName } from './streams.ts';

const EVERY_MS = 15_000;
/** The share of the stream's bytes from which on events that everybody has read make room for new ones. */
const FULL = 0.8;

/** For the one unit that may: keeps the stream of events from refusing new ones while old ones are only kept in case. */
export const startTrimmingEvents = (runtime: Runtime<unknown>, broker: Broker) =>
  runPeriodically(runtime, {
    name: 'trimming of events',
    everyMs: EVERY_MS,
    immediately: true,
    async run() {
      const { purged, unread } = await trimEvents(broker);
      if (purged > 0)
        runtime.log.info({ purged }, 'the stream of events was nearly full, events that all have read were removed');
      if (unread)
        runtime.log.error(
          { consumer: unread },
          'the stream of events is nearly full of events that this consumer has not read; once it is, publishers wait. Start its unit, or raise NATS_STREAM_BYTES',
        );
    },
  });

/** Removes what every consumer has handled, where the stream is nearly full; names the slowest consumer where that is not enough. */
export async function trimEvents(broker: Broker): Promise<{ purged: number; unread: string | null }> {
  const stream = streamName(broker.namespace, 'EVENTS');
  const { config, state } = await broker.manager.streams.info(stream);
  const limit = config.max_bytes * FULL;
  if (config.max_bytes <= 0 || state.bytes < limit) return { purged: 0, unread: null };
  let [slowest, floor]: [string | null, number] = [null, state.last_seq];
  for await (const { name, ack_floor: handled, num_pending, num_ack_pending } of broker.manager.consumers.list(
    stream,
  )) {
    // One that waits for nothing has read all there is, whatever its last own message was.
    if (num_pending + num_ack_pending === 0 || handled.stream_seq >= floor) continue;
    [slowest, floor] = [name, handled.stream_seq];
  }
  // The last one stays, so that an emptied stream can be told from one that was lost.
  const { purged } = await broker.manager.streams.purge(stream, { seq: Math.min(floor + 1, state.last_seq) });
  const { state: after } = await broker.manager.streams.info(stream);
  return { purged, unread: after.bytes < limit ? null : slowest };
}
