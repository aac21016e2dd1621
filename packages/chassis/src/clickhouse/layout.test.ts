import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { testClickHouse } from '@linescope/test-kit/test-clickhouse';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { createClickHouse } from './clickhouse.ts';
import { CLUSTER_SETTINGS, statementsOf } from './layout.ts';

const FOLDER = join(import.meta.dirname, '../../../../services/analytics/migrations/clickhouse');
const migrations = readdirSync(FOLDER)
  .sort()
  .map((name) => readFileSync(join(FOLDER, name), 'utf8'));
const clustered = migrations.flatMap((sql) => statementsOf(sql, { cluster: 'main' }));
const created = (statements: string[]) =>
  statements.flatMap((statement) => /^CREATE TABLE IF NOT EXISTS (\w+)/.exec(statement)?.[1] ?? []);

test('on a cluster every table of facts is replicated within a shard and spread over shards by entity', () => {
  const tables = created(migrations.flatMap((sql) => statementsOf(sql, {})));
  expect(tables.length).toBeGreaterThan(10);
  expect(created(clustered).toSorted()).toEqual(tables.flatMap((table) => [table, `${table}_local`]).toSorted());
  for (const table of tables) {
    const spread = clustered.find((statement) => statement.startsWith(`CREATE TABLE IF NOT EXISTS ${table} `));
    expect(spread).toBe(
      `CREATE TABLE IF NOT EXISTS ${table} ON CLUSTER main AS ${table}_local ENGINE = Distributed(main, currentDatabase(), ${table}_local, entity_id)`,
    );
    const local = clustered.find((statement) => statement.startsWith(`CREATE TABLE IF NOT EXISTS ${table}_local `));
    expect(local).toMatch(
      /Replicated(Replacing|Aggregating)MergeTree\('\/clickhouse\/tables\/\{shard\}\/\{database\}\/\{table\}', '\{replica\}'/,
    );
    expect(local).toContain('PARTITION BY entity_id');
  }
});

test('a column that is added is added to the rows first, then to the table over them', () => {
  const altered = clustered.flatMap((statement) => /^ALTER TABLE (\w+) ON CLUSTER main/.exec(statement)?.[1] ?? []);
  expect(altered.slice(0, 2)).toEqual(['file_changes_local', 'file_changes']);
});

test('a table that is not of entities is the same on every server', () => {
  expect(
    statementsOf('CREATE TABLE t {on_cluster} (a Int8) ENGINE = {MergeTree} ORDER BY a', { cluster: 'main' }),
  ).toEqual([
    "CREATE TABLE t ON CLUSTER main (a Int8) ENGINE = ReplicatedMergeTree('/clickhouse/tables/all/{database}/{table}', '{replica}') ORDER BY a",
  ]);
});

test('a view follows the rows of its own server, and an index is of the rows alone', () => {
  expect(
    statementsOf(
      'CREATE MATERIALIZED VIEW v {on_cluster} TO b AS SELECT a FROM t;\nALTER TABLE t {on_cluster} ADD INDEX i a TYPE minmax',
      {
        cluster: 'main',
      },
    ),
  ).toEqual([
    'CREATE MATERIALIZED VIEW v ON CLUSTER main TO b_local AS SELECT a FROM t_local',
    'ALTER TABLE t_local ON CLUSTER main ADD INDEX i a TYPE minmax',
  ]);
});

test('an order is of the rows alone, and a changed view follows the rows of its own server', () => {
  const sql =
    'ALTER TABLE t {on_cluster} ADD COLUMN b Int8,\n  MODIFY ORDER BY (a, b);\nALTER TABLE v {on_cluster} MODIFY QUERY\nSELECT a FROM t';
  expect(statementsOf(sql, { cluster: 'main' })).toEqual([
    'ALTER TABLE t_local ON CLUSTER main ADD COLUMN b Int8,\n  MODIFY ORDER BY (a, b)',
    'ALTER TABLE t ON CLUSTER main ADD COLUMN b Int8',
    'ALTER TABLE v ON CLUSTER main MODIFY QUERY\nSELECT a FROM t_local',
  ]);
});

test('a setting is of the rows alone, and a table that is dropped takes its rows with it', () => {
  const sql =
    'ALTER TABLE t {on_cluster} MODIFY SETTING a = 1;\nDROP VIEW IF EXISTS v {on_cluster};\nDROP TABLE IF EXISTS t {on_cluster}';
  expect(statementsOf(sql, { cluster: 'main' })).toEqual([
    'ALTER TABLE t_local ON CLUSTER main MODIFY SETTING a = 1',
    'DROP VIEW IF EXISTS v ON CLUSTER main',
    'DROP TABLE IF EXISTS t ON CLUSTER main',
    'DROP TABLE IF EXISTS t_local ON CLUSTER main',
  ]);
});

test('ClickHouse itself can read every statement, and knows every setting', async () => {
  const { url, database } = await testClickHouse();
  const clickHouse = createClickHouse(url, database);
  try {
    for (const statement of clustered) {
      const rows = await clickHouse.query({
        name: 'format',
        sql: 'SELECT formatQuery({statement:String}) AS text',
        params: { statement },
        row: z.object({ text: z.string() }),
      });
      expect(rows[0]?.text).toMatch(/^((CREATE|ALTER) TABLE|CREATE MATERIALIZED VIEW|DROP (TABLE|VIEW)|INSERT INTO) /);
    }
    const known = await clickHouse.query({
      name: 'settings',
      sql: 'SELECT name FROM system.settings WHERE name IN {names:Array(String)}',
      params: { names: Object.keys(CLUSTER_SETTINGS) },
      row: z.object({ name: z.string() }),
    });
    expect(known.map(({ name }) => name).toSorted()).toEqual(Object.keys(CLUSTER_SETTINGS).toSorted());
  } finally {
    await clickHouse.close();
  }
});
