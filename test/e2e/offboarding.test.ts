import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Queryable } from '@linescope/chassis/postgres/postgres';
import { makeRepository } from '@linescope/git-engine/referee/made-up-history';
import { makeTenant, type Tenant } from '@linescope/identity/testing/make-tenant';
import { eventually } from '@linescope/test-kit/eventually';
import { removeAfterFile } from '@linescope/test-kit/leave-nothing';
import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { startBrokerWithUsers } from '../support/broker-with-users.ts';
import { type Stack, startStack } from '../support/start-stack.ts';

let stack: Stack;
let broker: Awaited<ReturnType<typeof startBrokerWithUsers>>;
beforeAll(async () => {
  broker = await startBrokerWithUsers();
  stack = await startStack({ OFFBOARDING_SETTLE_MS: '500' }, broker.urlOf);
  await stack.startWorker();
});

/** An entity that has used every part of the product. */
async function busyTenant(slug: string): Promise<Tenant> {
  const now = Math.floor(Date.now() / 1000);
  const repo = await makeRepository([
    {
      parents: [],
      tree: new Map([['src/a.ts', 'export const a = 1;\n']]),
      message: 'Start',
      author: 'Ann <ann@example.com>',
      authoredAt: now - 1000,
      committedAt: now - 1000,
    },
  ]);
  removeAfterFile(repo.remove);
  await stack.codeHost.addRepository({ org: slug, name: 'app', gitDir: repo.gitDir });
  const tenant = await stack.tenant(slug);
  await stack.connect(tenant);
  const post = (path: string, form: Record<string, string>) => call(tenant, 'POST', path, form);
  expect(await post('/imports', { resource_path: slug, repo_path: `${slug}/app` })).toBe(202);
  await eventually(async () => {
    const answer = await fetch(`${stack.baseUrl}/api/v1/imports?resource_path=${slug}`, bearer(tenant));
    return (await answer.text()).includes('processing_completed');
  }, 30_000);
  const { postgres } = stack.identity.started.context;
  await eventually(async () => (await rowsIn(postgres, tenant.principal.entityId))['connection_repos']);
  const timeOff = { resource_path: slug, committer_user_name: 'ann', start_date: '2026-10-08' };
  expect(await post('/developers/record_time_off', timeOff)).toBe(201);
  expect(await post('/critical_defects', { resource_path: slug, defect_key: 'D1', detected_now: 'true' })).toBe(201);
  expect(await post('/releases', { resource_path: `${slug}/${slug}/app`, name: 'v1', release_now: 'true' })).toBe(201);
  return tenant;
}

const bearer = ({ token }: Tenant) => ({ headers: { authorization: `Bearer ${token}` } });

async function call(as: Tenant, method: string, path: string, form: Record<string, string>): Promise<number> {
  const init = { ...bearer(as), method, body: new URLSearchParams(form) };
  return (await fetch(`${stack.baseUrl}/api/v1${path}`, init)).status;
}

const tableRow = z.object({ name: z.string() });
const countRow = z.object({ count: z.coerce.number() });

/** How many rows of the entity each table holds, of all tables that know an entity. */
async function rowsIn(postgres: Queryable, entityId: number): Promise<Record<string, number>> {
  const tables = await postgres.many(
    tableRow,
    `SELECT table_name AS name FROM information_schema.columns
     WHERE column_name = 'entity_id' AND table_schema = current_schema() ORDER BY 1`,
  );
  const counts: Record<string, number> = {};
  for (const { name } of tables) {
    const { count } = await postgres.one(countRow, `SELECT count(*) AS count FROM ${name} WHERE entity_id = $1`, [
      entityId,
    ]);
    if (count > 0) counts[name] = count;
  }
  return counts;
}

async function partitionsOf(entityId: number): Promise<number> {
  const [row] = await stack.clickHouse.query({
    name: 'partitions',
    sql: `SELECT count() AS count FROM system.parts
          WHERE database = currentDatabase() AND active AND partition_id = {id:String}`,
    params: { id: String(entityId) },
    row: countRow,
  });
  return row?.count ?? 0;
}

async function messagesOf(entityId: number): Promise<number> {
  const { manager, namespace } = stack.identity.started.broker;
  const info = await manager.streams.info(`${namespace}_EVENTS`, {
    subjects_filter: `${namespace}.events.${entityId}.>`,
  });
  return Object.keys(info.state.subjects ?? {}).length;
}

test('an entity that is offboarded leaves nothing behind, and its neighbour loses nothing', async () => {
  const gone = await busyTenant('gone');
  const kept = await busyTenant('kept');
  const { postgres } = stack.identity.started.context;
  const services = {
    developersTeams: stack.developersTeams.started.context.postgres,
    imports: stack.imports.started.context.postgres,
    analytics: stack.analytics.started.context.postgres,
  };
  const clones = (tenant: Tenant) =>
    join(stack.imports.started.context.config.DATA_DIR, 'clones', String(tenant.principal.entityId));
  const keptId = kept.principal.entityId;
  const goneId = gone.principal.entityId;
  const before = {
    identity: await rowsIn(postgres, keptId),
    imports: await rowsIn(services.imports, keptId),
    partitions: await partitionsOf(keptId),
  };
  expect(await partitionsOf(goneId)).toBeGreaterThan(0);
  expect(existsSync(clones(gone))).toBe(true);

  const operator = await makeTenant(stack.identity.started.context, { slug: 'operations', role: 'super_admin' });
  expect(await call(gone, 'POST', '/admin/offboard', { entity_slug: 'kept' })).toBe(403);
  expect(await call(operator, 'POST', '/admin/offboard', { entity_slug: 'gone' })).toBe(202);
  await eventually(async () => (await fetch(`${stack.baseUrl}/api/v1/api_tokens`, bearer(gone))).status === 401);
  const tombstone = await eventually(
    () =>
      postgres.maybe(
        z.object({ removed_counts: z.record(z.string(), z.number()) }),
        `SELECT removed_counts FROM tombstones WHERE entity_id = $1`,
        [goneId],
      ),
    25_000,
  );

  const removed = Object.keys(tombstone.removed_counts).map((kind) => kind.split('.')[0]);
  expect([...new Set(removed)].sort()).toEqual([
    'analytics',
    'broker',
    'defects-releases',
    'developers-teams',
    'identity',
    'imports',
  ]);
  expect(await rowsIn(postgres, goneId)).toEqual({ audit_log: 1, tombstones: 1 });
  for (const db of Object.values(services)) expect(await rowsIn(db, goneId)).toEqual({});
  expect([await partitionsOf(goneId), await messagesOf(goneId), existsSync(clones(gone))]).toEqual([0, 0, false]);

  expect(await rowsIn(postgres, keptId)).toEqual(before.identity);
  expect(await rowsIn(services.imports, keptId)).toEqual(before.imports);
  expect(await partitionsOf(keptId)).toBeGreaterThan(0);
  expect([(await messagesOf(keptId)) > 0, existsSync(clones(kept))]).toEqual([true, true]);
  expect((await fetch(`${stack.baseUrl}/api/v1/api_tokens`, bearer(kept))).status).toBe(200);
}, 120_000);

test('all that is done by services that each have only their own rights at the broker: it refused none of them', () => {
  expect(broker.refusals).toEqual([]);
});
