import type { Broker } from '../events/broker.ts';
import { listDeadLetters } from '../events/dead-letters.ts';
import { type StreamName, streamName, subjectPrefix } from '../events/streams.ts';

const STREAMS: StreamName[] = ['EVENTS', 'FACTS'];

/** Every message of the entity leaves the streams: the entity's id stands right after the stream's prefix. */
export async function purgeEntity(broker: Broker, entityId: number): Promise<Record<string, number>> {
  const { manager, namespace } = broker;
  const prefixes = STREAMS.map((stream) => `${subjectPrefix(namespace, stream)}.${entityId}.`);
  const counts: Record<string, number> = {};
  for (const stream of STREAMS) {
    const filter = `${subjectPrefix(namespace, stream)}.${entityId}.>`;
    const { purged } = await manager.streams.purge(streamName(namespace, stream), { filter });
    counts[`${stream.toLowerCase()}_stream`] = purged;
  }
  let letters = 0;
  for await (const letter of listDeadLetters(broker)) {
    if (!prefixes.some((prefix) => letter.subject.startsWith(prefix))) continue;
    await manager.streams.deleteMessage(streamName(namespace, 'DEAD'), letter.sequence);
    letters += 1;
  }
  return { ...counts, dead_letters: letters };
}
