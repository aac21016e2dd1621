import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ClickHouseError } from '@clickhouse/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engineUnderTest } from './testing/engine-under-test.ts';
import { type HostProcess, startHostProcess } from './testing/host-process.ts';

/** More than the engine's own limit on all there is would be, and less than its heap holds. */
const COUNTED_BYTES = 1_850_000_000;

let dataDir: string;
let host: HostProcess;

/** Started once for the tests of a group. */
function withHost(env: Record<string, string>): () => Promise<HostProcess> {
  const start = () => startHostProcess(dataDir, env);
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'clickhouse-host-memory-'));
    host = await start();
  }, 180_000);
  afterAll(async () => {
    await host?.end('SIGKILL');
    await rm(dataDir, { recursive: true, force: true });
  }, 180_000);
  return start;
}

async function one<T>(query: string): Promise<T | undefined> {
  return (await (await host.client.query({ query, format: 'JSONEachRow' })).json<T>())[0];
}

const get = async (path: string) => {
  const response = await fetch(`${host.url}${path}`);
  return { status: response.status, text: await response.text() };
};

/** A hundred MB a hundred thousand rows, which stay in the heap. */
const hold = (rows: number) =>
  host.client.command({ query: `INSERT INTO held SELECT randomString(1000) FROM numbers(${rows})` });

const fill = async (rows: number): Promise<never> => {
  for (;;) await hold(rows);
};

describe('WebAssembly', () => {
  const start = withHost({ CLICKHOUSE_HOST_ENGINE: 'wasm' });

  it('answers statements however much memory the engine has counted without counting it down', async () => {
    await host.client.command({ query: 'CREATE TABLE held (text String) ENGINE = Memory' });
    await host.client.command({ query: 'CREATE TABLE kept (id UInt64) ENGINE = MergeTree ORDER BY id' });
    await host.client.insert({ table: 'kept', values: [{ id: 1 }, { id: 2 }], format: 'JSONEachRow' });
    const counted = async () =>
      (await one<{ n: number }>("SELECT value AS n FROM system.metrics WHERE metric = 'MemoryTracking'"))?.n ?? 0;
    for (let time = 0; time < 12; time++) await hold(100_000);
    // Every piece of a result is counted as taken for good, some 60 kB: here each row is one.
    while ((await counted()) < COUNTED_BYTES) {
      const query = 'SELECT number FROM numbers(1000) SETTINGS max_block_size = 1';
      await (await host.client.query({ query, format: 'JSONEachRow' })).text();
    }
    expect(await one('SELECT count() AS n FROM kept')).toEqual({ n: 2 });
    expect(await one('SELECT sum(id) AS n FROM kept WHERE id < 10')).toEqual({ n: 3 });
    expect(await one('SELECT count() AS n FROM (SELECT number FROM numbers(1000) GROUP BY number)')).toEqual({
      n: 1000,
    });
    await host.client.insert({ table: 'kept', values: [{ id: 3 }], format: 'JSONEachRow' });
    expect(await get('/ping')).toEqual({ status: 200, text: 'Ok.\n' });
    // What was only counted is not in the heap.
    const health = JSON.parse((await get('/health')).text);
    expect(health).toMatchObject({ is_well: true, complaint: null, heap_end_bytes: 2 ** 31 });
    expect(health.heap_bytes).toBeLessThan(COUNTED_BYTES);
  }, 120_000);

  it('says when its heap is really full, ends by itself, and comes back with all its rows', async () => {
    const exited = once(host.process, 'exit');
    const failureOf = (rows: number) => fill(rows).catch((error: unknown) => error);
    await failureOf(100_000);
    const failure = await failureOf(10_000);
    expect(failure).toBeInstanceOf(ClickHouseError);
    expect(failure).toMatchObject({ code: '241', type: 'MEMORY_LIMIT_EXCEEDED' });
    expect(String(failure)).toContain('no memory left for this statement in its 2 GiB');
    const sentence = 'The engine has no memory left in its 2 GiB.';
    expect(await get('/ping')).toEqual({ status: 503, text: `${sentence}\n` });
    const health = await get('/health');
    expect(health.status).toBe(503);
    expect(JSON.parse(health.text)).toMatchObject({ is_well: false, complaint: sentence });
    expect(await host.client.ping()).toMatchObject({ success: false });

    expect(await exited).toEqual([70, null]);
    expect(host.errors.join('\n')).toContain(sentence);
    await host.client.close();
    host = await start();
    expect(await one('SELECT count() AS n FROM kept')).toEqual({ n: 3 });
    expect(await get('/ping')).toEqual({ status: 200, text: 'Ok.\n' });
  }, 120_000);
});

const MEMORY_MB = 700;

if (engineUnderTest() === 'native') {
  describe('the native engine', () => {
    withHost({ CLICKHOUSE_HOST_ENGINE: 'native', CLICKHOUSE_HOST_MEMORY_MB: String(MEMORY_MB) });

    it('refuses what does not fit the memory it was given, answers the rest, and takes more when there is room again', async () => {
      await host.client.command({ query: 'CREATE TABLE held (text String) ENGINE = Memory' });
      await expect(fill(50_000)).rejects.toMatchObject({ type: 'MEMORY_LIMIT_EXCEEDED' });
      const health = JSON.parse(await (await fetch(`${host.url}/health`)).text());
      expect(health).toMatchObject({ is_well: true, complaint: null, heap_end_bytes: MEMORY_MB * 2 ** 20 });
      expect(health.heap_bytes).toBeLessThan(1.5 * MEMORY_MB * 2 ** 20);
      expect(await host.client.ping({ select: true })).toEqual({ success: true });
      await host.client.command({ query: 'TRUNCATE TABLE held' });
      await hold(50_000);
      const result = await host.client.query({ query: 'SELECT count() AS n FROM held', format: 'JSONEachRow' });
      expect(await result.json()).toEqual([{ n: 50_000 }]);
    }, 120_000);
  });
}
