/**
 * What a ClickHouse has lost is noticed and read again: a folder that was put back to an earlier moment, and a part that was damaged.
 * A few moments here; LINESCOPE_ROLLBACKS=50 for as many.
 */
import { cpSync, readdirSync, rmSync, truncateSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeRepository } from '@linescope/git-engine/referee/made-up-history';
import { randomFrom } from '@linescope/git-engine/referee/random-history';
import { rereadFacts } from '@linescope/imports/actions/reread-facts';
import { startClickHouse } from '@linescope/local-stores/clickhouse';
import { pickPort } from '@linescope/local-stores/ports';
import type { RunningProcess } from '@linescope/local-stores/running-process';
import { eventually } from '@linescope/test-kit/eventually';
import { removeAfterFile } from '@linescope/test-kit/leave-nothing';
import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { busyHistory } from '../support/busy-history.ts';
import { type Stack, startStack } from '../support/start-stack.ts';

const MOMENTS = Number(process.env['LINESCOPE_ROLLBACKS'] ?? 1);
const SEED = Number(process.env['LINESCOPE_SEED'] ?? 2026);
const COMMITS = 60;
const MINUTES = 60_000;
const random = randomFrom(SEED);

let dataDir: string;
let port: number;
let clickHouse: RunningProcess;
let stack: Stack;
let tenant: Awaited<ReturnType<Stack['tenant']>>;

const start = async () => {
  clickHouse = await startClickHouse({ dataDir, port, log: () => {} });
};
/** As a power cut does. */
const cut = async () => {
  process.kill(clickHouse.pid, 'SIGKILL');
  await clickHouse.exited;
};

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'linescope-lost-'));
  port = await pickPort();
  await start();
  removeAfterFile(async () => {
    await clickHouse.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });
  stack = await startStack({ CLICKHOUSE_URL: clickHouse.url, CLICKHOUSE_DATABASE: 'linescope' });
  await stack.startWorker();
  tenant = await stack.tenant('acme');
  await stack.connect(tenant);
}, 2 * MINUTES);

async function importRepo(name: string, commits = COMMITS): Promise<void> {
  const repo = await makeRepository(busyHistory(commits, SEED + name.length));
  removeAfterFile(repo.remove);
  await stack.codeHost.addRepository({ org: 'acme', name, gitDir: repo.gitDir });
  const { status } = await stack
    .callerOf(tenant)
    .post('/imports', { resource_path: 'acme', repo_path: `acme/${name}`, window: 'all' });
  expect(status).toBe(202);
}

const isCompleted = async (name: string): Promise<boolean> => {
  const { body } = await stack.callerOf(tenant).get('/imports', { resource_path: 'acme' });
  const found = body.repos.find((repo: { repo_path: string }) => repo.repo_path === `acme/${name}`);
  if (found?.error_em) throw new Error(found.error_detail);
  return found?.import_status === 'processing_completed';
};

const digestRow = z.object({ table: z.string(), rows: z.coerce.number(), digest: z.string() });

/** Every fact of the entity; what names the run is left out. */
async function digest(): Promise<z.infer<typeof digestRow>[]> {
  const tables = ['commits', 'commit_scores', 'file_changes', 'line_changes', 'merge_routes'];
  const digests = tables.map((table) =>
    stack.clickHouse.query({
      name: 'digest',
      sql: `SELECT '${table}' AS table, count() AS rows,
              toString(sum(cityHash64(tuple(* EXCEPT (version${table === 'commits' ? ', stored_at' : ''}))))) AS digest
            FROM ${table} FINAL WHERE entity_id = ${tenant.principal.entityId}`,
      row: digestRow,
    }),
  );
  return (await Promise.all(digests)).flat();
}

const sameAgain = (expected: unknown) =>
  eventually(
    async () => JSON.stringify(await digest().catch(() => null)) === JSON.stringify(expected),
    (2 + MOMENTS / 5) * MINUTES,
  );

test(
  'a ClickHouse that was put back as it was some moments before is complete again by itself',
  async () => {
    const copy = `${dataDir}-copy`;
    removeAfterFile(async () => rmSync(copy, { recursive: true, force: true }));
    for (let moment = 0; moment < MOMENTS; moment += 1) {
      const name = `app-${moment}`;
      await importRepo(name);
      // Somewhere in the import: after so many of its commits.
      const after = random(COMMITS);
      await eventually(async () => (await storedOf(moment)) >= after || (await isCompleted(name)), MINUTES);
      await eventually(() => isCopied(dataDir, copy));
      await eventually(() => isCompleted(name), MINUTES);
      const expected = await digest();
      expect(expected[0]?.rows).toBe(COMMITS * (moment + 1));
      await cut();
      rmSync(dataDir, { recursive: true });
      cpSync(copy, dataDir, { recursive: true });
      rmSync(copy, { recursive: true });
      await start();
      await sameAgain(expected);
    }
  },
  (2 + MOMENTS) * MINUTES,
);

/** The engine goes on while its folder is copied: where a file went meanwhile, the copy is begun again. */
function isCopied(from: string, to: string): boolean {
  try {
    rmSync(to, { recursive: true, force: true });
    cpSync(from, to, { recursive: true });
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return false;
    throw error;
  }
}

async function storedOf(reposBefore: number): Promise<number> {
  const [commits] = await digest();
  return (commits?.rows ?? 0) - COMMITS * reposBefore;
}

/** All that is stored of commits, so that nothing but a repair brings them back, and a third of everything else. */
function damageParts(commitsUuid: string): void {
  const store = join(dataDir, 'db', 'store');
  const ofEntity = new RegExp(`/${tenant.principal.entityId}_\\d+_\\d+_\\d+/data\\.bin$`);
  const parts = readdirSync(store, { recursive: true, encoding: 'utf8' }).filter((path) => ofEntity.test(path));
  expect(parts.length).toBeGreaterThan(5);
  const ofCommits = parts.filter((part) => part.includes(commitsUuid));
  expect(ofCommits.length).toBeGreaterThan(0);
  const others = parts.filter((part, index) => index % 3 === 0 && !ofCommits.includes(part));
  for (const part of [...ofCommits, ...others]) truncateSync(join(store, part), 3);
}

async function uuidOfCommits(): Promise<string> {
  const [commits] = await stack.clickHouse.query({
    name: 'uuid',
    sql: `SELECT toString(uuid) AS uuid FROM system.tables WHERE database = currentDatabase() AND name = 'commits'`,
    row: z.object({ uuid: z.string() }),
  });
  return commits?.uuid ?? 'none';
}

const nothingSetAside = () =>
  eventually(async () => {
    const left = await stack.clickHouse.query({ name: 't', sql: SET_ASIDE, row: z.object({ table: z.string() }) });
    if (left.length > 0) throw new Error(`set aside: ${left.map(({ table }) => table).join(', ')}`);
    return true;
  }, MINUTES);

const SET_ASIDE = `SELECT DISTINCT table FROM system.detached_parts WHERE database = 'linescope' AND table NOT IN ('repos', 'committers')`;

test.each(['between runs', 'while a run delivers'])(
  'damaged parts are set aside, and their rows are stored again: %s',
  async (when) => {
    const expected = await digest();
    const uuid = await uuidOfCommits();
    if (when === 'while a run delivers')
      await rereadFacts(stack.imports.started.context, tenant.principal.entityId, null);
    await cut();
    damageParts(uuid);
    await start();
    await sameAgain(expected);
    await nothingSetAside();
  },
  (4 + MOMENTS / 5) * MINUTES,
);

test('a repo that is read again by hand leaves the others as they are', async () => {
  await stack.callerOf(tenant).post('/imports', { resource_path: 'acme', repo_path: 'acme/nowhere', window: 'all' });
  const { context } = stack.imports.started;
  const doubts = () =>
    context.postgres.many(
      z.object({ repo_path: z.string(), doubts: z.number() }),
      'SELECT repo_path, doubts FROM imports WHERE entity_id = $1 ORDER BY id',
      [tenant.principal.entityId],
    );
  const before = await doubts();
  expect(await rereadFacts(context, tenant.principal.entityId, 'acme/nowhere')).toEqual(['acme/nowhere']);
  const isNowhere = (path: string) => (path === 'acme/nowhere' ? 1 : 0);
  expect(await doubts()).toEqual(before.map((row) => ({ ...row, doubts: row.doubts + isNowhere(row.repo_path) })));
  expect(before.length).toBeGreaterThan(1);
});
