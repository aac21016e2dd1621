import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClickHouse } from '@linescope/chassis/clickhouse/clickhouse';
import { migrateClickHouse } from '@linescope/chassis/clickhouse/migrate';
import { serviceSettings } from '@linescope/chassis/config/settings';
import { openBroker } from '@linescope/chassis/events/broker';
import { consumeEvent } from '@linescope/chassis/events/consume';
import { listDeadLetters } from '@linescope/chassis/events/dead-letters';
import { openOutbox } from '@linescope/chassis/events/outbox';
import { created, defineRoute, ok } from '@linescope/chassis/http/route';
import { serveRoutes } from '@linescope/chassis/http/serve-routes';
import { migratePostgres } from '@linescope/chassis/postgres/migrate';
import { openPostgres } from '@linescope/chassis/postgres/postgres';
import { defineService } from '@linescope/chassis/service/run-service';
import { defineEvent } from '@linescope/contract/events/define-event';
import { stringInput } from '@linescope/contract/inputs';
import { text as textColumn, u64 } from '@linescope/facts/columns';
import { defineTable, encodeRows } from '@linescope/facts/table';
import { eventually } from '@linescope/test-kit/eventually';
import { testClickHouse } from '@linescope/test-kit/test-clickhouse';
import { testNats } from '@linescope/test-kit/test-nats';
import { testPostgres } from '@linescope/test-kit/test-postgres';
import { testService } from '@linescope/test-kit/test-service';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';

/*
 * Two versions of one service, as an upgrade runs them side by side. The newer one has a column more, says a field more in its event, and
 * says a second version of the event beside the first, since that one breaks with it.
 */
const folder = mkdtempSync(join(tmpdir(), 'linescope-upgrades-'));
afterAll(() => rmSync(folder, { recursive: true }));

function migrations(name: string, files: Record<string, string>): string {
  const path = mkdtempSync(join(folder, `${name}-`));
  for (const [file, sql] of Object.entries(files)) writeFileSync(join(path, file), sql);
  return path;
}

const noteWritten = defineEvent('notes', 'note_written', 1, z.object({ text: z.string() }));
const noteWrittenLater = defineEvent(
  'notes',
  'note_written',
  1,
  z.object({ text: z.string(), author: z.string().optional() }),
);
const noteWritten2 = defineEvent('notes', 'note_written', 2, z.object({ lines: z.array(z.string()) }));

const FIRST = { '0001_notes.sql': 'CREATE TABLE notes (id bigint GENERATED ALWAYS AS IDENTITY, text text NOT NULL)' };
const SECOND = { ...FIRST, '0002_author.sql': 'ALTER TABLE notes ADD COLUMN author text' };
const note = z.object({ text: z.string(), author: z.string().nullable().optional() });

const notes = (isNewer: boolean) =>
  defineService({
    name: 'notes',
    config: z.object(serviceSettings),
    async start(runtime) {
      const postgres = await openPostgres(runtime);
      await migratePostgres(postgres, migrations('notes', isNewer ? SECOND : FIRST));
      const broker = await openBroker(runtime);
      const outbox = await openOutbox(runtime, postgres, broker);
      const write = defineRoute({
        method: 'POST',
        path: '/notes',
        action: 'action_note_written',
        summary: 'Write a note',
        role: 'member',
        input: z.object({ text: stringInput({ max: 100 }) }),
        output: z.looseObject({}),
        handle: async ({ text }, { principal }) => {
          await postgres.transaction(async (tx) => {
            const about = { entityId: principal.entityId, aggregateId: text, aggregateVersion: 1 };
            if (isNewer) {
              await tx.run('INSERT INTO notes (text, author) VALUES ($1, $2)', [text, 'Ann']);
              await outbox.add(tx, noteWrittenLater, { ...about, data: { text, author: 'Ann' } });
              await outbox.add(tx, noteWritten2, { ...about, data: { lines: [text] } });
            } else {
              await tx.run('INSERT INTO notes (text) VALUES ($1)', [text]);
              await outbox.add(tx, noteWritten, { ...about, data: { text } });
            }
          });
          return created({});
        },
      });
      const list = defineRoute({
        method: 'GET',
        path: '/notes',
        action: 'action_notes',
        summary: 'List notes',
        role: 'member',
        input: z.object({}),
        output: z.object({ notes: z.array(note) }),
        handle: async () =>
          ok({ notes: await postgres.many(note, `SELECT text${isNewer ? ', author' : ''} FROM notes ORDER BY id`) }),
      });
      const { port: httpPort } = await serveRoutes(runtime, {
        routes: [write, list],
        postgres,
        claimIdempotencyKey: async () => true,
      });
      return { httpPort, broker };
    },
  });

/** A service of another team that consumes notes, and knows one version of the event or the other. */
const listener = (isNewer: boolean) =>
  defineService({
    name: isNewer ? 'newer-listener' : 'older-listener',
    config: z.object(serviceSettings),
    async start(runtime) {
      const postgres = await openPostgres(runtime);
      await migratePostgres(postgres, migrations('listener', {}));
      const broker = await openBroker(runtime);
      const received: { text: string; author?: string | undefined }[] = [];
      const lines: string[] = [];
      await consumeEvent(runtime, broker, isNewer ? noteWrittenLater : noteWritten, async ({ data }) => {
        received.push(data);
      });
      if (isNewer)
        await consumeEvent(runtime, broker, noteWritten2, async ({ data }) => void lines.push(...data.lines));
      const { port: httpPort } = await serveRoutes(runtime, {
        routes: [],
        postgres,
        claimIdempotencyKey: async () => true,
      });
      return { httpPort, received, lines };
    },
  });

describe('an upgrade, and the way back', async () => {
  const nats = await testNats();
  const env = {
    DATABASE_URL: (await testPostgres('notes')).url,
    NATS_URL: nats.url,
    NATS_NAMESPACE: nats.namespace,
  };
  const shared = { NATS_URL: nats.url, NATS_NAMESPACE: nats.namespace };
  const acknowledged: string[] = [];
  const write = async (service: { call: Older['call'] }, text: string) => {
    const { status } = await service.call('POST', '/notes', { form: { text } });
    if (status === 201) acknowledged.push(text);
    return status;
  };
  type Older = Awaited<ReturnType<typeof start>>;
  const start = (isNewer: boolean) => testService(notes(isNewer), env);
  const listed = async (service: Older): Promise<z.infer<typeof note>[]> =>
    (await service.call('GET', '/notes')).body.notes;
  const inOrder = (texts: string[]) => texts.toSorted();

  let older: Older;
  let newer: Older;
  const listeners = {
    older: await testService(listener(false), shared),
    newer: await testService(listener(true), shared),
  };
  beforeAll(async () => {
    older = await start(false);
    newer = await start(true);
  });

  test('both versions write and read the same table at the same time', async () => {
    const texts = Array.from({ length: 20 }, (_, index) => `side by side ${index}`);
    const statuses = await Promise.all(texts.map((text, index) => write(index % 2 === 0 ? older : newer, text)));
    expect(new Set(statuses)).toEqual(new Set([201]));
    const seenByOlder = await listed(older);
    const seenByNewer = await listed(newer);
    expect(inOrder(seenByOlder.map(({ text }) => text))).toEqual(inOrder(texts));
    expect(inOrder(seenByNewer.map(({ text }) => text))).toEqual(inOrder(texts));
    expect(seenByNewer.filter(({ author }) => author === 'Ann')).toHaveLength(10);
    expect(seenByNewer.filter(({ author }) => author === null)).toHaveLength(10);
  });

  test('an older consumer reads the newer event, a newer one the older, and neither buries anything', async () => {
    await eventually(
      () => listeners.older.started.received.length === 20 && listeners.newer.started.received.length === 20,
    );
    expect(listeners.older.started.received.every((data) => !('author' in data))).toBe(true);
    expect(listeners.newer.started.received.filter(({ author }) => author === 'Ann')).toHaveLength(10);
    await eventually(() => listeners.newer.started.lines.length === 10);
    const deadLetters = [];
    for await (const letter of listDeadLetters(older.started.broker)) deadLetters.push(letter);
    expect(deadLetters).toEqual([]);
  });

  test('the way back loses no write: the older version starts on the newer table and has every row', async () => {
    let writing = true;
    const writer = (async () => {
      for (let number = 0; writing; number += 1) await write(older, `on the way back ${number}`);
    })();
    await write(newer, 'the last word of the newer version');
    await newer.stop();
    const again = await start(false);
    await write(again, 'the first word after the way back');
    writing = false;
    await writer;
    expect(inOrder((await listed(again)).map(({ text }) => text))).toEqual(inOrder(acknowledged));
    await eventually(
      () => new Set(listeners.older.started.received.map(({ text }) => text)).size === acknowledged.length,
    );

    const forward = await start(true);
    const kept = await listed(forward);
    expect(inOrder(kept.map(({ text }) => text))).toEqual(inOrder(acknowledged));
    expect(kept.filter(({ author }) => author === 'Ann')).toHaveLength(11);
  });
});

describe('a table of facts that gets a column', async () => {
  const layout = await testClickHouse();
  const columns = { entity_id: u64, note_id: u64, body: textColumn, version: u64 };
  const table = defineTable('notes', columns);
  const tableLater = defineTable('notes', { ...columns, author: textColumn });
  const create = `CREATE TABLE IF NOT EXISTS notes {on_cluster} (entity_id UInt64, note_id UInt64, body String, version UInt64)
    ENGINE = {ReplacingMergeTree(version)} PARTITION BY entity_id ORDER BY (entity_id, note_id)`;
  const before = migrations('facts', { '0001_notes.sql': create });
  const after = migrations('facts', {
    '0001_notes.sql': create,
    '0002_author.sql': 'ALTER TABLE notes {on_cluster} ADD COLUMN IF NOT EXISTS author String',
  });
  const clickHouse = createClickHouse(layout.url, layout.database);
  afterAll(() => clickHouse.close());
  const row = (id: number) => ({ entity_id: 7, note_id: id, body: `note ${id}`, version: 1 });
  const insertOlder = (id: number) =>
    clickHouse.insertBinary({ table: 'notes', columns: table.columnNames, bytes: encodeRows(table, [row(id)]) });
  const insertNewer = (id: number) =>
    clickHouse.insertBinary({
      table: 'notes',
      columns: tableLater.columnNames,
      bytes: encodeRows(tableLater, [{ ...row(id), author: 'Ann' }]),
    });
  const read = () =>
    clickHouse.query({
      name: 'notes',
      sql: 'SELECT note_id, author FROM notes FINAL ORDER BY note_id',
      row: z.object({ note_id: z.number(), author: z.string() }),
    });

  test('takes what either version writes, and keeps it on the way back', async () => {
    await migrateClickHouse(layout, before);
    await insertOlder(1);
    expect(await migrateClickHouse(layout, after)).toEqual(['0002_author.sql']);
    await Promise.all([insertOlder(2), insertNewer(3)]);
    expect(await migrateClickHouse(layout, before)).toEqual([]);
    await insertOlder(4);
    expect(await migrateClickHouse(layout, after)).toEqual([]);
    expect(await read()).toEqual([
      { note_id: 1, author: '' },
      { note_id: 2, author: '' },
      { note_id: 3, author: 'Ann' },
      { note_id: 4, author: '' },
    ]);
  });
});
