/** A folder goes from one engine to the other and back, as a backup does from a machine of one CPU to one of another. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { engineUnderTest } from './testing/engine-under-test.ts';
import { type HostProcess, startHostProcess } from './testing/host-process.ts';

let dataDir: string;
let host: HostProcess;

const start = (engine: string) => startHostProcess(dataDir, { CLICKHOUSE_HOST_ENGINE: engine });

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'clickhouse-host-engines-'));
}, 180_000);

afterAll(async () => {
  await host?.end('SIGKILL');
  await rm(dataDir, { recursive: true, force: true });
}, 180_000);

const TABLES = [
  'CREATE DATABASE other',
  `CREATE TABLE facts (id UInt64, at DateTime64(3, 'UTC'), kind LowCardinality(String), words Array(String), more JSON,
     ratio Nullable(Float64), INDEX by_word words TYPE bloom_filter GRANULARITY 1,
     PROJECTION by_kind (SELECT kind, count() GROUP BY kind))
   ENGINE = MergeTree PARTITION BY toYYYYMM(at) ORDER BY id SETTINGS non_replicated_deduplication_window = 100`,
  'CREATE TABLE other.newest (id UInt64, version UInt64, text String) ENGINE = ReplacingMergeTree(version) ORDER BY id',
  `CREATE MATERIALIZED VIEW by_day (day Date, n AggregateFunction(sum, UInt64)) ENGINE = AggregatingMergeTree ORDER BY day
   SETTINGS non_replicated_deduplication_window = 100 AS SELECT toDate(at) AS day, sumState(id) AS n FROM facts GROUP BY day`,
];

const insert = (first: number) =>
  host.client.insert({
    table: 'facts',
    values: [first, first + 1].map((id) => ({
      id,
      at: `2026-0${(id % 3) + 1}-01 00:00:00.000`,
      kind: `kind ${id % 2}`,
      words: ['a', String(id)],
      more: { deep: { id } },
      ratio: id / 7,
    })),
    format: 'JSONEachRow',
    clickhouse_settings: { insert_deduplication_token: `rows ${first}` },
  });

const readAll = async () => {
  const query = `SELECT id, at, kind, words, more.deep.id AS deep, ratio FROM facts ORDER BY id`;
  const sums = 'SELECT day, sumMerge(n) AS ids FROM by_day GROUP BY day ORDER BY day';
  const newest = 'SELECT * FROM other.newest FINAL ORDER BY id';
  const all = [query, sums, newest, "SELECT count() AS n FROM facts WHERE kind = 'kind 1' AND has(words, '3')"];
  const results = [];
  for (const each of all) results.push(await (await host.client.query({ query: each, format: 'JSONEachRow' })).json());
  return results;
};

it('is read by either engine as the other wrote it', async () => {
  host = await start('wasm');
  for (const query of TABLES) await host.client.command({ query });
  await insert(1);
  await host.client.command({ query: "INSERT INTO other.newest VALUES (1, 1, 'first')" });
  const byWasm = await readAll();
  await host.end('SIGKILL');

  // Where there is no native engine, the same holds over a second start of the only one.
  host = await start(engineUnderTest());
  expect(await readAll()).toEqual(byWasm);
  await insert(1);
  expect(await readAll()).toEqual(byWasm);
  await insert(3);
  await host.client.command({ query: "INSERT INTO other.newest VALUES (1, 2, 'second')" });
  for (const table of ['facts', 'other.newest']) await host.client.command({ query: `OPTIMIZE TABLE ${table} FINAL` });
  const afterwards = await readAll();
  expect(afterwards.map((rows) => rows.length)).toEqual([4, 3, 1, 1]);
  await host.end('SIGKILL');

  host = await start('wasm');
  expect(await readAll()).toEqual(afterwards);
  await insert(3);
  await insert(5);
  expect((await readAll()).map((rows) => rows.length)).toEqual([6, 3, 1, 1]);
}, 180_000);
