import { execFile } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createClient } from '@clickhouse/client';
import { withClient } from '@linescope/chassis/postgres/service-roles';
import { makeRepository } from '@linescope/git-engine/referee/made-up-history';
import { offerAtCodeHost, queueImport } from '@linescope/one-machine/imports/queue-repository';
import { filesIn, ROOT } from '@linescope/one-machine/settings';
import type { Ready } from '@linescope/one-machine/stack/ready-file';
import { eventually } from '@linescope/test-kit/eventually';
import { removeAfterFile } from '@linescope/test-kit/leave-nothing';
import { connect } from 'nats';
import { expect, test } from 'vitest';
import { createCaller } from '../support/call-api.ts';
import { type TestStack, testDataDir, testStack } from '../support/test-stack.ts';

const DAY = 24 * 60 * 60;
const dataDir = testDataDir();
const backup = join(testDataDir(), 'backup');
const QUIET = { IMPORT_OWN_HISTORY: 'false' };

async function npmRun(command: 'backup' | 'restore', folder: string): Promise<{ code: number; said: string }> {
  const args = [join(ROOT, 'deploy/one-machine/bootstrap.mjs'), command, folder];
  try {
    const { stdout } = await promisify(execFile)(process.execPath, args, {
      env: { ...process.env, DATA_DIR: dataDir },
    });
    return { code: 0, said: stdout };
  } catch (error) {
    const failed = error instanceof Error && 'stderr' in error ? String(error.stderr) : String(error);
    return { code: 1, said: failed };
  }
}

async function importRepo(ready: Ready, repoPath: string, commits: number): Promise<void> {
  const newest = Math.floor(Date.now() / 1000) - DAY;
  const repo = await makeRepository(
    Array.from({ length: commits }, (_, index) => ({
      parents: index === 0 ? [] : [index - 1],
      tree: new Map([['src/main.ts', `export const step = ${index};\n${'export {};\n'.repeat(index + 1)}`]]),
      message: `Step ${index}`,
      author: index % 2 === 0 ? 'Ann <ann@example.com>' : 'Bob <bob@example.com>',
      authoredAt: newest - (commits - index) * DAY,
      committedAt: newest - (commits - index) * DAY,
    })),
  );
  removeAfterFile(repo.remove);
  await offerAtCodeHost(ready, { gitDir: repo.gitDir, repoPath });
  await queueImport(ready, repoPath, 'all');
  await eventually(async () => {
    const { body } = await callerOf(ready).get('/imports', { resource_path: ready.entity_slug ?? '' });
    const found = body.repos.find((one: { repo_path: string }) => one.repo_path === repoPath);
    if (found?.error_em) throw new Error(found.error_detail);
    return found?.import_status === 'processing_completed' && found.commits_complete_count === commits;
  }, 60_000);
}

const callerOf = (ready: Ready) => createCaller(ready.base_url, ready.api_token ?? '');

/** What a customer sees, without what names the single request. */
async function customersView(ready: Ready) {
  const caller = callerOf(ready);
  const day = (ago: number) => new Date(Date.now() - ago * DAY * 1000).toISOString().slice(0, 10);
  const range = { start_date: day(30), end_date: day(0), suppress_aggregation: true };
  const answers = await Promise.all([
    caller.get('/reports', { resource_path: 'demo', ...range }),
    caller.get('/releases', { resource_path: 'demo' }),
    caller.get('/critical_defects', { resource_path: 'demo' }),
    caller.get('/developers', { resource_path: 'demo' }),
  ]);
  return answers.map(({ status, body: { trace_identifier: _, ...body } }) => ({ status, body }));
}

/** Rows of every table, and messages of every stream by subject; the chassis' own tables are work in progress, and every start makes a sign-in link. */
async function countAll(ready: Ready): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  await withClient(ready.postgres_url, async (client) => {
    const { rows } = await client.query(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables
        where schemaname not in ('pg_catalog', 'information_schema') and tablename not in ('outbox', 'idempotency_keys', 'sign_in_links')`,
    );
    for (const { name } of rows) {
      counts[`postgres ${name}`] = (await client.query(`select count(*)::int as n from ${name}`)).rows[0].n;
    }
  });
  const clickHouse = createClient({ url: ready.clickhouse_url, database: 'linescope' });
  const read = async (query: string) =>
    (await clickHouse.query({ query, format: 'JSONEachRow' })).json<{ name: string; n: string }>();
  const tables = await read(`SELECT name FROM system.tables WHERE database = 'linescope' AND name <> 'migrations'`);
  for (const { name } of tables) {
    counts[`clickhouse ${name}`] = Number((await read(`SELECT count() AS n FROM ${name} FINAL`))[0]?.n);
  }
  await clickHouse.close();
  const { host, username: user, password: pass } = new URL(ready.nats_url);
  const nats = await connect({ servers: host, user, pass });
  const manager = await nats.jetstreamManager();
  for await (const { config } of manager.streams.list()) {
    const { state } = await manager.streams.info(config.name, { subjects_filter: '>' });
    counts[`nats ${config.name}`] = state.messages;
    for (const [subject, messages] of Object.entries(state.subjects ?? {})) counts[`nats ${subject}`] = messages;
  }
  await nats.close();
  return counts;
}

const UNPUBLISHED = ['identity', 'imports', 'analytics', 'developers_teams', 'defects_releases']
  .map((schema) => `select 1 from ${schema}.outbox where published_at is null`)
  .join(' union all ');
const UNDERIVED = `select 1 from analytics.fact_stamps stored left join analytics.life_derivations derived using (entity_id)
  where stored.commits > 0 and derived.commits is distinct from stored.commits`;

/** Nothing waits to be published, stored or derived. */
async function isAtRest(ready: Ready): Promise<boolean> {
  let waiting = 0;
  await withClient(ready.postgres_url, async (client) => {
    waiting = (await client.query(`${UNPUBLISHED} union all ${UNDERIVED}`)).rows.length;
  });
  const counts = await countAll(ready);
  const isWork = (name: string) => /_(FACTS|JOBS)$|analytics\.stale_/.test(name);
  return waiting === 0 && Object.keys(counts).every((name) => !isWork(name) || counts[name] === 0);
}

const stop = async (stack: TestStack) => {
  stack.interrupt('SIGTERM');
  expect(await stack.ended).toBe(0);
};

test('a stack that was backed up, destroyed and restored has every row and message, and answers as before', async () => {
  let stack = await testStack(dataDir, QUIET);
  const ready = stack.ready();
  await importRepo(ready, 'local/app', 12);
  await callerOf(ready).post('/releases', { resource_path: 'demo/local/app', name: 'v1', release_now: true });
  await eventually(async () => {
    const now = await countAll(ready);
    const isDerived = now['clickhouse released_commits'] === 12 && now['clickhouse daily_scores'] === 12;
    return isDerived && (await isAtRest(ready));
  }, 90_000);
  const [counts, view] = [await countAll(ready), await customersView(ready)];
  expect(counts['clickhouse commits']).toBe(12);
  expect(view.map(({ status }) => status)).toEqual([200, 200, 200, 200]);

  expect(await npmRun('backup', backup)).toMatchObject({ code: 1, said: expect.stringContaining('already runs on') });
  await stop(stack);
  expect(await npmRun('backup', backup)).toMatchObject({
    code: 0,
    said: expect.stringMatching(/^\d+ files, [\d.]+ MB/),
  });
  expect(await npmRun('restore', backup)).toMatchObject({ code: 1, said: expect.stringContaining('is not empty') });

  rmSync(dataDir, { recursive: true });
  expect(await npmRun('restore', backup)).toMatchObject({ code: 0 });
  stack = await testStack(dataDir, QUIET);
  await eventually(() => isAtRest(stack.ready()), 60_000);
  expect(await countAll(stack.ready())).toEqual(counts);
  expect(await customersView(stack.ready())).toEqual(view);

  // The connection's token was encrypted with the key that came back too.
  await importRepo(stack.ready(), 'local/second', 3);
  await stop(stack);

  writeFileSync(join(backup, 'secrets.json'), '{}');
  rmSync(dataDir, { recursive: true });
  expect(await npmRun('restore', backup)).toMatchObject({
    code: 1,
    said: expect.stringContaining('damaged: secrets.json'),
  });
  expect(() => rmSync(filesIn(dataDir).secrets)).toThrow('ENOENT');
}, 240_000);
