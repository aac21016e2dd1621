import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineEvent } from '@linescope/contract/events/define-event';
import { eventually } from '@linescope/test-kit/eventually';
import { testNats } from '@linescope/test-kit/test-nats';
import { testService } from '@linescope/test-kit/test-service';
import { DiscardPolicy } from 'nats';
import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { serviceSettings } from '../config/settings.ts';
import { migratePostgres } from '../postgres/migrate.ts';
import { openPostgres } from '../postgres/postgres.ts';
import { defineService } from '../service/run-service.ts';
import { openBroker } from './broker.ts';
import { consumeEvent } from './consume.ts';
import { type DeadLetter, discardDeadLetter, listDeadLetters, replayDeadLetter } from './dead-letters.ts';
import { openOutbox } from './outbox.ts';
import { markLost } from './outbox-recovery.ts';
import { publishRaw } from './publish.ts';
import { RetryLater } from './retry-later.ts';
import { ensureStreams } from './streams.ts';
import { eventSubject } from './subjects.ts';
import { trimEvents } from './trim-events.ts';

const noteWritten = defineEvent('notes', 'note_written', 1, z.object({ text: z.string() }));

/** One event with two consumers, of which the second can be made to fail. */
const notes = defineService({
  name: 'notes',
  config: z.object(serviceSettings),
  async start(runtime) {
    const postgres = await openPostgres(runtime);
    const folder = await mkdtemp(join(tmpdir(), 'linescope-migrations-'));
    await writeFile(join(folder, '0001_notes.sql'), 'CREATE TABLE notes (id bigint)');
    await migratePostgres(postgres, folder);
    const broker = await openBroker(runtime);
    const outbox = await openOutbox(runtime, postgres, broker);
    const received = { sound: [] as string[], weak: [] as string[] };
    const failing = new Set<string>();
    const paused = new Map<string, number>();
    await consumeEvent(runtime, broker, noteWritten, async ({ data }) => void received.sound.push(data.text), {
      durable: 'sound',
    });
    await consumeEvent(
      runtime,
      broker,
      noteWritten,
      async ({ data }) => {
        const pauses = paused.get(data.text) ?? 0;
        paused.set(data.text, pauses - 1);
        if (pauses > 0) throw new RetryLater(1);
        if (pauses === 0 && data.text === 'paused') throw new Error('fails once');
        if (failing.has(data.text)) throw new z.ZodError([{ code: 'custom', path: ['text'], message: 'is poison' }]);
        received.weak.push(data.text);
      },
      { durable: 'weak' },
    );
    const write = (...texts: string[]) =>
      postgres.transaction((tx) =>
        outbox.addAll(
          tx,
          noteWritten,
          texts.map((text) => ({ entityId: 7, aggregateId: 1, aggregateVersion: 1, data: { text } })),
        ),
      );
    return { httpPort: 0, postgres, broker, received, failing, paused, write };
  },
});

const start = async () => (await testService(notes)).started;
let service: Awaited<ReturnType<typeof start>>;
beforeAll(async () => {
  service = await start();
});

async function letters(): Promise<DeadLetter[]> {
  const found: DeadLetter[] = [];
  for await (const letter of listDeadLetters(service.broker)) found.push(letter);
  return found;
}

const countOf = (list: string[], text: string) => list.filter((one) => one === text).length;

describe('an event that the broker refuses for good', () => {
  test('is set apart with its reason, and those behind it go on', async () => {
    const { postgres, received, write } = service;
    await write('before', 'x'.repeat(9 * 1024 * 1024), 'behind');
    await eventually(() => received.sound.includes('behind') && received.sound.includes('before'));
    // Set apart in the transaction that ends after the others were received.
    const failed = await eventually(async () => {
      const rows = await postgres.many(
        z.object({ failure: z.string() }),
        'SELECT failure FROM outbox WHERE failed_at IS NOT NULL',
      );
      return rows.length > 0 && rows;
    });
    expect(failed).toEqual([{ failure: expect.stringMatching(/payload/i) }]);
  });
});

describe('a dead letter', () => {
  test('says in a sentence why, and is replayed to the consumer that failed, once', async () => {
    const { failing, received, write, broker } = service;
    failing.add('poison');
    await write('poison');
    const [letter] = await eventually(async () => {
      const found = await letters();
      return found.length > 0 && found;
    });
    expect(letter).toMatchObject({
      consumer: 'notes__weak',
      reason: expect.stringMatching(/^The message is not what it should be: .*is poison/),
    });
    await replayDeadLetter(broker, letter?.sequence ?? 0);
    const [again] = await eventually(async () => {
      const found = await letters();
      return found.length > 0 && found[0]?.sequence !== letter?.sequence && found;
    });
    expect(await letters()).toHaveLength(1);
    failing.delete('poison');
    await replayDeadLetter(broker, again?.sequence ?? 0);
    await eventually(() => received.weak.includes('poison'));
    expect(await letters()).toEqual([]);
    expect([countOf(received.sound, 'poison'), countOf(received.weak, 'poison')]).toEqual([1, 1]);
  });

  test('is none that was told to wait more often than a message may fail, and then fails once', async () => {
    const { paused, received, write } = service;
    paused.set('paused', 15);
    await write('paused');
    await eventually(() => countOf(received.weak, 'paused') === 1);
    expect(await letters()).toEqual([]);
  });

  test('can be discarded', async () => {
    const { failing, write, broker } = service;
    failing.add('useless');
    await write('useless');
    const [letter] = await eventually(async () => {
      const found = await letters();
      return found.length > 0 && found;
    });
    expect(await discardDeadLetter(broker, letter?.sequence ?? 0)).toBe(true);
    expect(await discardDeadLetter(broker, letter?.sequence ?? 0)).toBe(false);
    expect(await letters()).toEqual([]);
  });
});

describe('a consumer that stops', () => {
  test('hands back what was on its way to it: nothing waits until its time to be acknowledged is over', async () => {
    const nats = await testNats();
    const settings = { NATS_URL: nats.url, NATS_NAMESPACE: nats.namespace };
    const { broker } = (await testService({ ...notes, name: 'writer' }, settings)).started;
    const subject = eventSubject(broker.namespace, noteWritten, 7);
    const left = async (name: string) => {
      const info = await broker.manager.consumers.info(`${broker.namespace}_EVENTS`, `notes__${name}`);
      return info.num_pending + info.num_ack_pending;
    };
    for (let round = 0; round < 3; round++) {
      const stopping = await testService(notes, settings);
      const event = { id: `${round}`, type: noteWritten.type, entityId: 7, aggregateId: '1', aggregateVersion: 1 };
      const message = { ...event, occurredAt: new Date().toISOString(), data: { text: `${round}` } };
      await publishRaw(broker, subject, Buffer.from(JSON.stringify(message)), { messageId: `on its way ${round}` });
      // Nothing is read meanwhile: it has reached this process, and not its consumers.
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 50);
      await stopping.stop();
      const next = await testService(notes, settings);
      for (const name of ['sound', 'weak']) await eventually(async () => (await left(name)) === 0);
      await next.stop();
    }
  });
});

describe('events that the broker has acknowledged', () => {
  test('are published again where the stream has lost them', async () => {
    const { postgres, broker, received, write } = service;
    await write('kept', 'lost one', 'lost two');
    await eventually(() => received.sound.includes('lost two'));
    const places = await eventually(async () => {
      const found = await postgres.many(
        z.object({ seq: z.number() }),
        `SELECT stream_sequence AS seq FROM outbox WHERE payload -> 'data' ->> 'text' LIKE 'lost %' AND published_at IS NOT NULL`,
      );
      return found.length === 2 && found;
    });
    expect(await markLost(postgres, broker, { thorough: false })).toBe(0);
    for (const { seq } of places) await broker.manager.streams.deleteMessage(`${broker.namespace}_EVENTS`, seq);
    expect(await markLost(postgres, broker, { thorough: false })).toBe(2);
  });

  test('are found also where others were published after the loss, before anybody looked', async () => {
    const { postgres, broker, received, write } = service;
    await write('hidden');
    const seq = await eventually(async () => {
      const [found] = await postgres.many(
        z.object({ seq: z.number() }),
        `SELECT stream_sequence AS seq FROM outbox WHERE payload -> 'data' ->> 'text' = 'hidden' AND published_at IS NOT NULL`,
      );
      return found?.seq;
    });
    await broker.manager.streams.deleteMessage(`${broker.namespace}_EVENTS`, seq);
    const later = Array.from({ length: 250 }, (_, index) => `later ${index}`);
    await write(...later);
    await eventually(() => later.every((text) => received.sound.includes(text)), 30_000);
    expect(await markLost(postgres, broker, { thorough: false })).toBe(0);
    // And those of the test before, which the broker takes for repeated as long as it knows their ids.
    expect(await markLost(postgres, broker, { thorough: true })).toBeGreaterThanOrEqual(1);
  });
});

describe('a stream that is full', () => {
  test('drops no event that somebody has not read: publishers wait, and what all have read makes room', async () => {
    const { broker, received, write, paused } = service;
    const stream = `${broker.namespace}_EVENTS`;
    const { state } = await broker.manager.streams.info(stream);
    await broker.manager.streams.update(stream, { max_bytes: state.bytes + 200_000 });
    paused.set('unread', 1_000);
    await write('unread');
    const filler = Array.from({ length: 40 }, (_, index) => `${index}`.padEnd(10_000, '.'));
    await write(...filler);
    // What one consumer has not read yet stays, and the rest waits in the outbox.
    const waiting = () =>
      service.postgres.one(
        z.object({ count: z.number() }),
        'SELECT count(*) AS count FROM outbox WHERE published_at IS NULL AND failed_at IS NULL',
      );
    await eventually(async () => (await trimEvents(broker)).unread?.endsWith('weak'));
    expect((await waiting()).count).toBeGreaterThan(0);
    paused.set('unread', 0);
    await eventually(async () => {
      await trimEvents(broker);
      return (await waiting()).count === 0;
    }, 30_000);
    await eventually(() =>
      [received.weak, received.sound].every((list) => ['unread', ...filler].every((text) => list.includes(text))),
    );
    for (const list of [received.weak, received.sound])
      for (const text of ['unread', ...filler]) expect(countOf(list, text)).toBe(1);
    const { state: after } = await broker.manager.streams.info(stream);
    expect(after.bytes).toBeLessThanOrEqual(state.bytes + 200_000);
  });

  test('that an older version made to drop the unread refuses from the next start on, and keeps its other settings', async () => {
    const { manager, namespace } = service.broker;
    const stream = `${namespace}_EVENTS`;
    const limits = { replicas: 1, bytes: 1024 ** 3 };
    const { config } = await manager.streams.update(stream, { discard: DiscardPolicy.Old });
    await ensureStreams(manager, namespace, limits);
    expect((await manager.streams.info(stream)).config.discard).toBe('old');
    await ensureStreams(manager, namespace, limits, { mends: true });
    expect((await manager.streams.info(stream)).config).toEqual({ ...config, discard: 'new' });
  });
});
