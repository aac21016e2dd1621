import { once } from 'node:events';
import { cp, mkdtemp, readdir, rm, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { childrenOf } from './testing/children.ts';
import { engineUnderTest } from './testing/engine-under-test.ts';
import { type HostProcess, startHostProcess } from './testing/host-process.ts';

// Two cores may be shared with the rest of the suite.
vi.setConfig({ testTimeout: 60_000 });

let dataDir: string;
let host: HostProcess;

const engine = engineUnderTest();
// One lane, so that a second reading waits for the first whatever the machine.
const start = () => startHostProcess(dataDir, { CLICKHOUSE_HOST_ENGINE: engine, CLICKHOUSE_HOST_LANES: '1' });

async function one<T>(query: string): Promise<T | undefined> {
  const result = await host.client.query({ query, format: 'JSONEachRow' });
  return (await result.json<T>())[0];
}

const insert = (table: string, ids: number[], token?: string) =>
  host.client.insert({
    table,
    values: ids.map((id) => ({ id })),
    format: 'JSONEachRow',
    ...(token === undefined ? {} : { clickhouse_settings: { insert_deduplication_token: token } }),
  });

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'clickhouse-host-durability-'));
  host = await start();
}, 180_000);

afterAll(async () => {
  await host?.end('SIGKILL');
  await rm(dataDir, { recursive: true, force: true });
}, 180_000);

it('answers what is under way when it is stopped, and keeps databases, tables and rows', async () => {
  await host.client.command({ query: 'CREATE DATABASE kept' });
  await host.client.command({ query: 'CREATE TABLE kept.t (id UInt64) ENGINE = MergeTree ORDER BY id' });
  await host.client.command({ query: 'CREATE TABLE in_default (id UInt64) ENGINE = ReplacingMergeTree ORDER BY id' });
  await insert('kept.t', [1, 2]);
  await insert('in_default', [1]);
  const underWay = one('SELECT count() AS n FROM numbers(20000000) WHERE NOT ignore(sipHash64(number))');
  await host.client.ping();
  const exited = once(host.process, 'exit');
  host.process.kill('SIGTERM');
  expect(await underWay).toEqual({ n: 20_000_000 });
  expect(await exited).toEqual([0, null]);
  host = await start();
  expect(await one('SELECT count() AS n FROM kept.t')).toEqual({ n: 2 });
  expect(await one('SELECT count() AS n FROM default.in_default')).toEqual({ n: 1 });
}, 180_000);

it('sets a long reading aside for those that wait, and says so in the end', async () => {
  const forever = 'SELECT count() AS n FROM numbers(1000000000000) WHERE NOT ignore(sipHash64(number))';
  const long = one(forever).then(
    () => 'answered',
    (error: Error) => error.message,
  );
  let isOver = false;
  void long.finally(() => {
    isOver = true;
  });
  let served = 0;
  while (!isOver) {
    expect(await one(`SELECT ${served} AS n`)).toEqual({ n: served });
    served++;
  }
  expect(served).toBeGreaterThanOrEqual(3);
  expect(await long).toContain('while others waited');
  // What nobody waits behind runs to its end, and who only asks after the host does not wait behind it.
  const alone = one('SELECT count() AS n FROM numbers(50000000) WHERE NOT ignore(sipHash64(number))');
  isOver = false;
  void alone.finally(() => {
    isOver = true;
  });
  while (!isOver) expect(await host.client.ping()).toEqual({ success: true });
  expect(await alone).toEqual({ n: 50_000_000 });
}, 120_000);

describe('killed under load, with parts half written', () => {
  const answered: number[] = [];

  beforeAll(async () => {
    for (const name of ['killed', 'once']) {
      await host.client.command({
        query: `CREATE TABLE ${name} (id UInt64) ENGINE = MergeTree ORDER BY id
                SETTINGS non_replicated_deduplication_window = 1000`,
      });
    }
    await host.client.command({ query: 'SYSTEM STOP MERGES killed' });
    await insert('once', [1, 2], 'a message');
    await insert('once', [1, 2], 'a message');
    const broken = (async () => {
      for (let id = 0; ; id++) {
        await insert('killed', [id]);
        answered.push(id);
      }
    })().catch(() => 'broken off');
    await vi.waitFor(() => expect(answered.length).toBeGreaterThan(10), { timeout: 20_000 });
    await host.end('SIGKILL');
    expect(await broken).toBe('broken off');
    await leaveTornParts();
    host = await start();
  }, 180_000);

  it('keeps every insert it answered, and drops the torn parts', async () => {
    const found = await one<{ n: number; answered: number }>(
      `SELECT uniqExact(id) AS n, countIf(id < ${answered.length}) AS answered FROM killed`,
    );
    expect(found?.answered).toBe(answered.length);
    // The insert that was under way may have been written too.
    expect(found?.n).toBeLessThanOrEqual(answered.length + 1);
  });

  it('still knows the deduplication tokens of what it wrote', async () => {
    await insert('once', [1, 2], 'a message');
    await insert('once', [1, 2], 'another message');
    expect(await one('SELECT count() AS n FROM once')).toEqual({ n: 4 });
  });
});

it('keeps every insert it answered, killed at any moment', async () => {
  const kills = Number(process.env['HOST_KILLS'] ?? 2);
  await host.client.command({ query: 'CREATE TABLE often (id UInt64) ENGINE = MergeTree ORDER BY id' });
  const answered: number[] = [];
  let id = 0;
  for (let kill = 0; kill < kills; kill++) {
    const broken = (async () => {
      for (;;) {
        const sent = id++;
        await insert('often', [sent]);
        answered.push(sent);
      }
    })().catch(() => 'broken off');
    const enough = answered.length + 1 + Math.floor(Math.random() * 40);
    await vi.waitFor(() => expect(answered.length).toBeGreaterThanOrEqual(enough), { timeout: 30_000, interval: 1 });
    await host.end('SIGKILL');
    expect(await broken).toBe('broken off');
    host = await start();
    const found = await host.client.query({ query: 'SELECT id FROM often', format: 'JSONEachRow' });
    const ids = new Set((await found.json<{ id: number }>()).map((row) => row.id));
    expect(answered.filter((each) => !ids.has(each))).toEqual([]);
    expect(ids.size).toBeLessThanOrEqual(answered.length + kill + 1);
  }
}, 600_000);

/** What a kill in the middle of an insert leaves behind: a folder not yet renamed, and one whose data was cut off. */
async function leaveTornParts(): Promise<void> {
  const store = join(dataDir, 'db', 'store');
  const parts = (await readdir(store, { recursive: true })).filter((folder) => /all_\d+_\d+_0$/.test(folder));
  const byTable = Map.groupBy(parts, (folder) => dirname(folder));
  const [table, [part]] = [...byTable].sort(([, a], [, b]) => b.length - a.length)[0] ?? expect.fail('no parts');
  const whole = join(store, part ?? '');
  await cp(whole, join(store, table, 'tmp_insert_all_9000_9000_0'), { recursive: true });
  const torn = join(store, table, 'all_9001_9001_0');
  await cp(whole, torn, { recursive: true });
  await truncate(join(torn, 'data.bin'), 3);
}

it('ends with a clear line when the engine aborts, and starts again with all its rows', async () => {
  await host.client.command({ query: 'CREATE TABLE before (id UInt64) ENGINE = MergeTree ORDER BY id' });
  await insert('before', [1]);
  const exited = once(host.process, 'exit');
  if (engine === 'native') await crashNativeEngine();
  else await expect(host.client.query({ query: MAPS_A_FILE })).rejects.toThrow();
  expect(await exited).toEqual([70, null]);
  expect(host.errors.join('\n')).toContain('the ClickHouse engine crashed');
  host = await start();
  expect(await one('SELECT count() AS n FROM before')).toEqual({ n: 1 });
}, 180_000);

/** A file mapped into memory, which WebAssembly has no way to do. */
const MAPS_A_FILE = "SELECT * FROM before SETTINGS local_filesystem_read_method = 'mmap', min_bytes_to_use_mmap_io = 1";

/** A fault of the library, as its process sees it, while a statement runs. */
async function crashNativeEngine(): Promise<void> {
  const lost = one('SELECT sleep(3)').then(
    () => 'answered',
    () => 'lost',
  );
  const [pid = 0] = await childrenOf(host.process.pid ?? 0);
  process.kill(pid, 'SIGSEGV');
  expect(await lost).toBe('lost');
}
