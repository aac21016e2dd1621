import { createOutbox } from '@linescope/chassis/events/outbox';
import { entityOffboarding, entityRowsRemoved } from '@linescope/contract/events/identity-events';
import { eventually } from '@linescope/test-kit/eventually';
import { fakeIdentity } from '@linescope/test-kit/fake-identity';
import { testService } from '@linescope/test-kit/test-service';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { analyticsService } from '../service.ts';
import { analyticsClickHouse } from '../testing/analytics-clickhouse.ts';
import { dropEntityPartitions } from './remove-entity.ts';

const clickHouse = await analyticsClickHouse();
const service = await testService(analyticsService, {
  CLICKHOUSE_URL: clickHouse.url,
  CLICKHOUSE_DATABASE: clickHouse.database,
  IDENTITY_GRPC: (await fakeIdentity([])).address,
  DEVELOPERS_TEAMS_GRPC: '127.0.0.1:1',
});
const { context } = service.started;

const tables = (where: string) =>
  context.clickHouse.query({
    name: 'tables',
    sql: `SELECT name FROM system.tables WHERE database = currentDatabase() AND ${where} ORDER BY name`,
    row: z.object({ name: z.string() }),
  });

const entitiesIn = async (table: string) =>
  (
    await context.clickHouse.query({
      name: 'entities',
      sql: `SELECT DISTINCT entity_id AS id FROM ${table} ORDER BY id`,
      row: z.object({ id: z.coerce.number() }),
    })
  ).map(({ id }) => id);

async function fill(): Promise<string[]> {
  const names = (await tables(`partition_key = 'entity_id'`)).map(({ name }) => name);
  for (const name of names) {
    await context.clickHouse.insert({ table: name, rows: [7, 8, 77].map((id) => ({ entity_id: id })) });
  }
  return names;
}

test('every table that knows an entity is partitioned by it', async () => {
  const holders = await tables(
    `engine LIKE '%MergeTree' AND name IN (SELECT table FROM system.columns WHERE database = currentDatabase() AND name = 'entity_id')`,
  );
  expect(holders.length).toBeGreaterThan(5);
  expect(holders).toEqual(await tables(`partition_key = 'entity_id'`));
});

test('an entity that leaves is gone from every table, and no other is touched', async () => {
  const names = await fill();
  const counts = await dropEntityPartitions(context.clickHouse, undefined, 7);
  // Materialized views add a row beside the one inserted here.
  const copied = [
    'changed_days',
    'commit_times',
    'issue_times',
    'pull_request_branches',
    'pull_request_times',
    'sha_facts',
    'sha_scores',
  ];
  const rows = (name: string) => (copied.includes(name) ? 2 : 1);
  expect(counts).toEqual(Object.fromEntries(names.map((name) => [`clickhouse.${name}`, rows(name)])));
  for (const name of names) expect(await entitiesIn(name)).toEqual([8, 77]);
  expect(Object.values(await dropEntityPartitions(context.clickHouse, undefined, 7)).every((n) => n === 0)).toBe(true);
});

test('the offboarding event removes what customers posted too, and is acknowledged', async () => {
  const names = await fill();
  const { postgres, broker } = context;
  for (const entityId of [7, 8]) {
    await postgres.run(`INSERT INTO ai_usages (entity_id, usage_date, model) VALUES ($1, '2026-10-08', 'm')`, [
      entityId,
    ]);
  }
  const announce = { entityId: 7, aggregateId: 7, aggregateVersion: 1, data: { entitySlug: 'gone', round: 1 } };
  await postgres.transaction((tx) => createOutbox(broker).add(tx, entityOffboarding, announce));
  const subject = `${broker.namespace}.events.7.${entityRowsRemoved.type}`;
  const message = await eventually(() =>
    broker.manager.streams.getMessage(`${broker.namespace}_EVENTS`, { last_by_subj: subject }),
  );
  const { data } = z.object({ data: entityRowsRemoved.data }).parse(message.json());
  expect(data).toMatchObject({ service: 'analytics', round: 1, removedCounts: { ai_usages: 1 } });
  for (const name of names) expect(await entitiesIn(name)).toEqual([8, 77]);
  expect(await postgres.many(z.object({ entity_id: z.number() }), 'SELECT entity_id FROM ai_usages')).toEqual([
    { entity_id: 8 },
  ]);
});
