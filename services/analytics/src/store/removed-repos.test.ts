import { fakeIdentity } from '@linescope/test-kit/fake-identity';
import { testService } from '@linescope/test-kit/test-service';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { analyticsService } from '../service.ts';
import { analyticsClickHouse } from '../testing/analytics-clickhouse.ts';
import { deleteRepoFacts } from './removed-repos.ts';

const stores = await analyticsClickHouse();
const service = await testService(analyticsService, {
  CLICKHOUSE_URL: stores.url,
  CLICKHOUSE_DATABASE: stores.database,
  IDENTITY_GRPC: (await fakeIdentity([])).address,
  DEVELOPERS_TEAMS_GRPC: '127.0.0.1:1',
});
const { clickHouse } = service.started.context;

const nameRow = z.object({ name: z.string() });
const placeRow = z.object({ entity: z.coerce.number(), repo: z.coerce.number() });

test('facts of a removed repo leave every table and the disk; those of other repos and entities stay', async () => {
  const tables = await clickHouse.query({
    name: 'tables',
    sql: `SELECT t.name AS name FROM system.tables AS t
          WHERE t.database = currentDatabase() AND t.engine LIKE '%MergeTree'
            AND t.name IN (SELECT c.table FROM system.columns AS c WHERE c.database = currentDatabase() AND c.name = 'repo_id')`,
    row: nameRow,
  });
  expect(tables.length).toBeGreaterThan(25);
  const kept = [
    { entity_id: 7, repo_id: 2 },
    { entity_id: 8, repo_id: 1 },
  ];
  const places = async (table: string) =>
    (
      await clickHouse.query({
        name: 'places',
        sql: `SELECT DISTINCT entity_id AS entity, repo_id AS repo FROM ${table} ORDER BY entity, repo`,
        row: placeRow,
      })
    ).map(({ entity, repo }) => `${entity}:${repo}`);
  // Several parts, of which some hold nothing of the repo; each row an insert of its own, since some tables have keys without the repo.
  for (const { name } of tables)
    for (const row of [{ entity_id: 7, repo_id: 1 }, ...kept]) await clickHouse.insert({ table: name, rows: [row] });
  await clickHouse.insert({ table: 'defects', rows: [{ entity_id: 7, defect_id: 5, repo_ids: [3, 1] }] });

  const removed = await deleteRepoFacts(clickHouse, undefined, { entityId: 7, repoId: 1 });
  expect(Object.keys(removed)).toEqual(tables.map(({ name }) => `clickhouse.${name}`).sort());
  expect(removed['clickhouse.defects']).toBe(2);
  for (const { name } of tables) expect([name, await places(name)]).toEqual([name, ['7:2', '8:1']]);
  const parts = await clickHouse.query({
    name: 'parts',
    sql: `SELECT table AS name FROM system.parts WHERE database = currentDatabase() AND active AND has_lightweight_delete`,
    row: nameRow,
  });
  expect(parts).toEqual([]);
  expect(await deleteRepoFacts(clickHouse, undefined, { entityId: 7, repoId: 1 })).toEqual({});
});
