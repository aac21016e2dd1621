import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { publishRaw } from '@linescope/chassis/events/publish';
import { eventSubject } from '@linescope/chassis/events/subjects';
import type { Queryable } from '@linescope/chassis/postgres/postgres';
import { repoRemoval } from '@linescope/contract/events/identity-events';
import { makeRepository } from '@linescope/git-engine/referee/made-up-history';
import { runAdmin } from '@linescope/identity/admin/run-admin';
import { makeTenant, type Tenant } from '@linescope/identity/testing/make-tenant';
import { eventually } from '@linescope/test-kit/eventually';
import { removeAfterFile } from '@linescope/test-kit/leave-nothing';
import { TEST_SECRET_KEYS } from '@linescope/test-kit/test-service';
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

const now = Math.floor(Date.now() / 1000);

/** Of the same two commits, so that one is a copy of the other. */
async function serveRepo(slug: string, name: string): Promise<void> {
  const commit = (path: string, message: string, ago: number, parents: number[]) => ({
    parents,
    tree: new Map([[path, 'export const a = 1;\n']]),
    message,
    author: 'Ann <ann@example.com>',
    authoredAt: now - ago,
    committedAt: now - ago,
  });
  const repo = await makeRepository([commit('src/a.ts', 'Start', 2000, []), commit('src/b.ts', 'Fix D2', 1000, [0])]);
  removeAfterFile(repo.remove);
  await stack.codeHost.addRepository({ org: slug, name, gitDir: repo.gitDir });
}

async function importRepo(tenant: Tenant, repoPath: string): Promise<void> {
  const slug = tenant.principal.entitySlug;
  expect(await call(tenant, 'POST', '/imports', { resource_path: slug, repo_path: repoPath })).toBe(202);
  await eventually(async () => {
    const { body } = await stack.callerOf(tenant).get('/imports', { resource_path: slug });
    return body.repos.some(
      (one: { repo_path: string; import_status: string }) =>
        one.repo_path === repoPath && one.import_status === 'processing_completed',
    );
  }, 90_000);
}

/** An entity that has used every part of the product. */
async function busyTenant(slug: string): Promise<Tenant> {
  await serveRepo(slug, 'app');
  const tenant = await stack.tenant(slug);
  await stack.connect(tenant);
  const post = (path: string, form: Record<string, string>) => call(tenant, 'POST', path, form);
  await importRepo(tenant, `${slug}/app`);
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
    90_000,
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
}, 180_000);

/** Rows that name the repo, in every table of every store. */
async function rowsOfRepo(repoId: number): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { started } of [
    stack.identity,
    stack.developersTeams,
    stack.defectsReleases,
    stack.imports,
    stack.analytics,
  ]) {
    const { postgres } = started.context;
    const tables = await postgres.many(
      tableRow,
      `SELECT table_name AS name FROM information_schema.columns
       WHERE column_name = 'repo_id' AND table_schema = current_schema() ORDER BY 1`,
    );
    for (const { name } of tables) {
      const sql = `SELECT count(*) AS count FROM ${name} WHERE repo_id = $1`;
      const { count } = await postgres.one(countRow, sql, [repoId]);
      if (count > 0) counts[name] = count;
    }
  }
  const tables = await stack.clickHouse.query({
    name: 'tables',
    sql: `SELECT c.table AS name FROM system.columns AS c WHERE c.database = currentDatabase() AND c.name = 'repo_id'`,
    row: tableRow,
  });
  for (const { name } of tables) {
    const sql = `SELECT count() AS count FROM ${name} WHERE repo_id = ${repoId}`;
    const [row] = await stack.clickHouse.query({ name: 'rows', sql, row: countRow });
    if (row && row.count > 0) counts[`clickhouse.${name}`] = row.count;
  }
  return counts;
}

const idOf = async (repoPath: string): Promise<number> => {
  const { repos } = await stack.identity.started.context.postgres.one(
    z.object({ repos: z.array(z.object({ id: z.number(), path: z.string() })) }),
    `
      SELECT json_agg(json_build_object('id', r.id, 'path', o.slug || '/' || r.slug)) AS repos
      FROM repos r JOIN organizations o ON o.id = r.organization_id`,
  );
  const found = repos.find(({ path }) => path === repoPath);
  if (!found) throw new Error(`identity has no repo ${repoPath}`);
  return found.id;
};

test('a repo that is removed is erased everywhere, whatever is under way, and its neighbours stay', async () => {
  const tidy = await busyTenant('tidy');
  const commits = async (): Promise<number> => {
    const query = { resource_path: 'tidy', segment_by: 'commit_count', days_ago: '30', suppress_aggregation: 'true' };
    const { body } = await stack.callerOf(tidy).get('/reports', query);
    const points = Object.values(body.series_segments).flat() as { y: number | null }[];
    return points.reduce((sum, { y }) => sum + (y ?? 0), 0);
  };
  await eventually(async () => (await commits()) === 2);
  await serveRepo('tidy', 'site');
  await importRepo(tidy, 'tidy/site');
  const site = await idOf('tidy/site');
  const app = await idOf('tidy/app');
  const post = (path: string, form: Record<string, string>) => call(tidy, 'POST', path, form);
  expect(await post('/releases', { resource_path: 'tidy/tidy/site', name: 'v9', release_now: 'true' })).toBe(201);
  expect(
    await post('/critical_defects', { resource_path: 'tidy/tidy/site', defect_key: 'D7', detected_now: 'true' }),
  ).toBe(201);
  expect(await post('/critical_defects', { resource_path: 'tidy', defect_key: 'D2', detected_now: 'true' })).toBe(201);
  const fixes = async () => (await rowsOfRepo(site))['fix_commits'];
  await eventually(fixes);
  const before = await rowsOfRepo(app);
  expect(Object.keys(await rowsOfRepo(site)).length).toBeGreaterThan(20);

  const admin = (line: string) =>
    runAdmin(line.split(' '), { DATABASE_URL: stack.identityUrl, SECRET_KEYS: TEST_SECRET_KEYS });
  // An import of it is under way.
  expect(await post('/imports', { resource_path: 'tidy', repo_path: 'tidy/site' })).toBe(202);
  expect(JSON.parse((await admin('repo remove tidy/site --entity tidy --yes --json')).stdout)).toMatchObject({
    id: site,
  });
  expect(await post('/releases', { resource_path: 'tidy/tidy/site', name: 'v10', release_now: 'true' })).toBe(404);
  const removal = await eventually(async () => {
    const again = JSON.parse((await admin('repo remove tidy/site --entity tidy --json')).stdout);
    return again.removed_at !== null && again;
  }, 80_000);
  expect(Object.keys(removal.removed_counts).map((kind) => kind.split('.')[0])).toEqual(
    expect.arrayContaining(['analytics', 'defects-releases', 'developers-teams', 'identity', 'imports']),
  );

  expect(await rowsOfRepo(site)).toEqual({ repo_removals: 1, removed_repos: 1 });
  const clones = join(stack.importsDataDir, 'clones', String(tidy.principal.entityId));
  expect([existsSync(join(clones, `${site}.git`)), existsSync(join(clones, `${app}.git`))]).toEqual([false, true]);
  expect(Object.keys(await rowsOfRepo(app))).toEqual(
    // Work that is noted, and done since.
    expect.arrayContaining(Object.keys(before).filter((name) => !/changed_days|stale_/.test(name))),
  );
  await eventually(async () => (await commits()) === 2);
  const { body: listed } = await stack.callerOf(tidy).get('/imports', { resource_path: 'tidy' });
  expect(listed.repos.map((repo: { repo_path: string }) => repo.repo_path)).not.toContain('tidy/site');
  const trail = JSON.parse((await admin(`audit list --entity-id ${tidy.principal.entityId} --json`)).stdout);
  expect(trail.map((line: { action: string }) => line.action)).toEqual(
    expect.arrayContaining(['repo_removal_requested', 'repo_removed']),
  );

  // Whoever forges the request for a repo that stays achieves nothing.
  const { broker } = stack.identity.started;
  const forged = {
    id: 'forged:1',
    type: repoRemoval.type,
    entityId: tidy.principal.entityId,
    aggregateId: String(app),
    aggregateVersion: 1,
    occurredAt: new Date().toISOString(),
    data: { repoId: app, repoPath: 'tidy/app', round: 1 },
  };
  const subject = eventSubject(broker.namespace, repoRemoval, tidy.principal.entityId);
  await publishRaw(broker, subject, Buffer.from(JSON.stringify(forged)), { messageId: forged.id });

  // Imported anew it is another repo, with all that its host has.
  await importRepo(tidy, 'tidy/site');
  expect(await idOf('tidy/site')).toBeGreaterThan(site);
  expect((await rowsOfRepo(await idOf('tidy/site')))['clickhouse.commits']).toBeGreaterThanOrEqual(2);
  expect((await rowsOfRepo(app))['clickhouse.commits']).toBe(before['clickhouse.commits']);
  expect(await rowsOfRepo(site)).toEqual({ repo_removals: 1, removed_repos: 1 });
}, 180_000);

test('all that is done by services that each have only their own rights at the broker: it refused none of them', () => {
  expect(broker.refusals).toEqual([]);
});
