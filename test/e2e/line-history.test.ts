import { readEntryDetails } from '@linescope/analytics/line-history/entry-details';
import { createLineCache, fileKey, linesKey } from '@linescope/analytics/line-history/line-cache';
import { readAhead } from '@linescope/analytics/line-history/read-ahead';
import { bumpStamp } from '@linescope/analytics/store/fact-stamps';
import { readFileHistories } from '@linescope/analytics/store/line-history/file-histories';
import { type MadeUpRepository, makeRepository, type PlannedFile } from '@linescope/git-engine/referee/made-up-history';
import { eventually } from '@linescope/test-kit/eventually';
import { removeAfterFile } from '@linescope/test-kit/leave-nothing';
import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { type Stack, startStack } from '../support/start-stack.ts';

const DAY = 24 * 60 * 60;
const start = Math.floor(Date.now() / 1000) - 100 * DAY;
const at = (day: number) => new Date((start + day * DAY) * 1000).toISOString().replace('.000Z', 'Z');
const lines = (...texts: string[]) => `${texts.join('\n')}\n`;

const BODY = ['/** Sums up what was sold. */', 'export function total(prices: number[]) {', '  let sum = 0;', '}'];
const changed = (text: string) => BODY.map((line) => (line === '  let sum = 0;' ? text : line));
const image = Buffer.from([0x89, 0x50, 0, 0, 1, 2, 3, 0, 9]);

/** `src/total.ts` line 3: written on day 0, changed on 3, shifted on 20, its file moved on 30, changed on 60, moved away on 80. */
const plan: { day: number; parents: number[]; author?: string; message: string; files: Record<string, PlannedFile> }[] =
  [
    {
      day: 0,
      parents: [],
      message: 'Start',
      files: { 'src/total.ts': lines(...BODY), 'logo.png': image, 'gone.txt': lines('x') },
    },
    {
      day: 3,
      parents: [0],
      author: 'Bob <bob@example.com>',
      message: 'Count from one\n\nCo-authored-by: Ann <ann@example.com>',
      files: { 'src/total.ts': lines(...changed('  let sum = 1;')), 'logo.png': image, 'gone.txt': lines('x') },
    },
    {
      day: 20,
      parents: [1],
      message: 'Say whose it is',
      files: {
        'src/total.ts': lines('// Acme', '', ...changed('  let sum = 1;')),
        'logo.png': image,
        'gone.txt': lines('x'),
      },
    },
    {
      day: 30,
      parents: [2],
      message: 'Move the file',
      files: {
        'lib/total.ts': lines('// Acme', '', ...changed('  let sum = 1;')),
        'logo.png': image,
        'gone.txt': lines('x'),
      },
    },
    {
      day: 40,
      parents: [3],
      message: 'Drop what is not needed',
      files: { 'lib/total.ts': lines('// Acme', '', ...changed('  let sum = 1;')), 'logo.png': image },
    },
    {
      day: 60,
      parents: [3],
      author: 'Bob <bob@example.com>',
      message: 'Count from two',
      files: {
        'lib/total.ts': lines('// Acme', '', ...changed('  let sum = 2;')),
        'logo.png': image,
        'gone.txt': lines('x'),
      },
    },
    {
      day: 61,
      parents: [4, 5],
      message: 'Merge',
      files: { 'lib/total.ts': lines('// Acme', '', ...changed('  let sum = 2;')), 'logo.png': image },
    },
    {
      day: 80,
      parents: [6],
      message: 'Start elsewhere',
      files: {
        'lib/total.ts': lines('// Acme', '', ...BODY.filter((line) => line !== '  let sum = 0;')),
        'lib/start.ts': lines('export const start = () => {', '  let sum = 2;', '};'),
        'logo.png': image,
      },
    },
  ];

let stack: Stack;
let repo: MadeUpRepository;
let acme: Awaited<ReturnType<Stack['tenant']>>;
let repoId: number;

beforeAll(async () => {
  stack = await startStack();
  await stack.startWorker();
  repo = await makeRepository(
    plan.map(({ day, parents, author = 'Ann <ann@example.com>', message, files }) => ({
      parents,
      author,
      message,
      tree: new Map(Object.entries(files)),
      authoredAt: start + day * DAY,
      committedAt: start + day * DAY,
    })),
  );
  removeAfterFile(repo.remove);
  acme = await stack.tenant('acme');
  await stack.connect(acme);
  await importAs('app');
  const [row] = await stack.clickHouse.query({
    name: 'repo',
    sql: 'SELECT any(repo_id) AS id FROM commits',
    row: z.object({ id: z.number() }),
  });
  repoId = row?.id ?? 0;
  await eventually(async () => (await committers()).length === 2);
});

async function importAs(name: string, more: Record<string, string> = {}): Promise<void> {
  await stack.codeHost.addRepository({ org: 'acme', name, gitDir: repo.gitDir });
  const form = { resource_path: 'acme', repo_path: `acme/${name}`, ...more };
  await stack.imports.call('POST', '/imports', { as: acme.principal, form });
  await eventually(async () => {
    const { body } = await stack.imports.call('GET', '/imports?resource_path=acme', { as: acme.principal });
    const found = body.repos.find((one: { repo_path: string }) => one.repo_path === `acme/${name}`);
    return found?.import_status === 'processing_completed';
  }, 60_000);
}

/** As an event would: the rows, then the stamp that says that there are new ones. */
async function store(table: string, rows: object[]): Promise<void> {
  await stack.clickHouse.insert({ table, rows });
  await bumpStamp(stack.analytics.started.context.postgres, acme.principal.entityId);
}

const committers = () =>
  stack.clickHouse.query({
    name: 'committers',
    sql: 'SELECT * FROM committers FINAL ORDER BY user_name',
    row: z.looseObject({ committer_id: z.number(), user_name: z.string() }),
  });

async function ask(wanted: Record<string, string | number>, as = acme.principal) {
  const query = new URLSearchParams({ resource_path: 'acme/acme/app' });
  for (const [name, value] of Object.entries(wanted)) query.set(name, String(value));
  return stack.analytics.call('GET', `/code_introspections/line_history?${query}`, { as });
}

const sha = (commit: number): string => repo.shas[commit] ?? '';

test('when its import has ended, a repo is read ahead before anyone asks about it', async () => {
  const { repoSnapshots, lineCache } = stack.analytics.started;
  await eventually(async () => {
    const snapshot = await repoSnapshots.current(acme.principal.entityId, repoId);
    return ['lib/total.ts', 'lib/start.ts'].every(
      (path) =>
        lineCache.files.has(fileKey(snapshot.generation, path)) && lineCache.packedLines.has(linesKey(snapshot, path)),
    );
  }, 60_000);
}, 60_000);

describe('the history of a line', () => {
  test('goes back through changes, shifts, merges, moves of its file and moves between files', async () => {
    const { status, body } = await ask({ file_path: 'lib/start.ts', sha: sha(7), line_number_after: 2 });
    expect([status, body.action_em, body.response_em]).toEqual([200, 'action_code_line_history', 'response_success']);
    const steps = body.line_history.map((entry: Record<string, unknown>) => [
      entry['authored_at'],
      entry['operation_em'],
      entry['line_explanation'],
      `${entry['code_file_path_before']}:${entry['line_number_before']}`,
      `${entry['code_file_path_after']}:${entry['line_number_after']}`,
      entry['time_since_previous_change'],
      entry['churn'],
    ]);
    expect(steps).toEqual([
      [at(80), 'operation_move', '  let sum = 2;', 'lib/total.ts:5', 'lib/start.ts:2', 20 * DAY, null],
      [at(60), 'operation_chg', '  let sum = 2;', 'lib/total.ts:5', 'lib/total.ts:5', 30 * DAY, null],
      [at(30), 'operation_move', '  let sum = 1;', 'src/total.ts:5', 'lib/total.ts:5', 27 * DAY, null],
      [at(3), 'operation_chg', '  let sum = 1;', 'src/total.ts:3', 'src/total.ts:3', 3 * DAY, 'churn_new'],
      [at(0), 'operation_add', '  let sum = 0;', 'null:null', 'src/total.ts:3', null, null],
    ]);
  });

  test('shows who wrote it, where it stands and what it is worth', async () => {
    const { body } = await ask({ file_path: 'src/total.ts', sha: sha(1).slice(0, 10), line_number_after: 3 });
    expect(body.line_history[0]).toMatchObject({
      author: { avatar_url: null, commits_in_repo: 2, email: 'bob@example.com', full_name: 'Bob', user_name: 'bob' },
      commit_message: expect.stringMatching(/^Count from one\n\nCo-authored-by/),
      authored_by_llm: false,
      containing_class_or_module: null,
      file_category_label: 'Code',
      line_explanation: '  let sum = 1;',
      deployed_at: null,
      received_code_comment: null,
      resolved_code_comment: null,
    });
    expect(body.line_history[0].line_value).toBeGreaterThan(0);
    expect(body.line_history[1]).toMatchObject({
      scoped_function_name: 'total',
      documentation_for_function_if_available: 'Sums up what was sold.',
      operation_em: 'operation_add',
    });
  });

  test('begins at any version of the file, whether or not that commit touched the line', async () => {
    const after = await ask({ file_path: 'src/total.ts', sha: sha(2), line_number_after: 5 });
    const before = await ask({ file_path: 'src/total.ts', sha: sha(2), line_number_before: 3 });
    const merge = await ask({ file_path: 'lib/total.ts', sha: sha(6), line_number_before: 5 });
    expect(after.body.line_history.map((entry: { authored_at: string }) => entry.authored_at)).toEqual([at(3), at(0)]);
    expect(before.body.line_history).toEqual(after.body.line_history);
    expect(merge.body.line_history[0]).toMatchObject({ authored_at: at(30), operation_em: 'operation_move' });
  });

  test('of a line by its number before is the same as by its number after, or begins with its end', async () => {
    const changed = await ask({ file_path: 'lib/total.ts', sha: sha(5), line_number_before: 5 });
    expect(changed.body.line_history[0]).toMatchObject({ authored_at: at(60), line_number_after: 5 });
    const moved = await ask({ file_path: 'lib/total.ts', sha: sha(7), line_number_before: 5 });
    expect(moved.body.line_history[0]).toMatchObject({ code_file_path_after: 'lib/start.ts', line_number_after: 2 });
    const renamed = await ask({ file_path: 'src/total.ts', sha: sha(3), line_number_before: 5 });
    expect(renamed.body.line_history[0]).toMatchObject({ authored_at: at(3) });
    const deleted = await ask({ file_path: 'gone.txt', sha: sha(4), line_number_before: 1 });
    expect(deleted.body.line_history).toMatchObject([
      {
        operation_em: 'operation_del',
        authored_at: at(40),
        code_file_path_before: 'gone.txt',
        code_file_path_after: null,
        line_number_before: 1,
        line_number_after: null,
        line_explanation: 'x',
      },
      { operation_em: 'operation_add', authored_at: at(0) },
    ]);
  });

  test('ends after max_hops versions besides the first, and at earliest_authored_at', async () => {
    const wanted = { file_path: 'lib/start.ts', sha: sha(7), line_number_after: 2 };
    const count = async (more: Record<string, string | number>) =>
      (await ask({ ...wanted, ...more })).body.line_history.length;
    expect(await count({ max_hops: 0 })).toBe(1);
    expect(await count({ max_hops: 2 })).toBe(3);
    expect(await count({ max_hops: 100 })).toBe(5);
    expect(await count({ earliest_authored_at: at(30).slice(0, 10) })).toBe(3);
    expect(await count({ earliest_authored_at: '2199-01-01' })).toBe(0);
  });

  test('gives when it was first released', async () => {
    const release = {
      entity_id: acme.principal.entityId,
      repo_id: repoId,
      triggered_by: 'api',
      removed: false,
      version: 1,
    };
    await store('releases', [
      { ...release, release_id: 1, sha: sha(3), released_at: '2026-02-01T00:00:00Z' },
      { ...release, release_id: 2, sha: sha(6), released_at: '2026-03-01T00:00:00Z' },
      { ...release, release_id: 3, sha: sha(6), released_at: '2026-01-01T00:00:00Z', removed: true },
    ]);
    const deployments = await eventually(async () => {
      const { body } = await ask({ file_path: 'lib/start.ts', sha: sha(7), line_number_after: 2 });
      const times = body.line_history.map((entry: { deployed_at: string | null }) => entry.deployed_at);
      return times[1] !== null && times;
    });
    const [first, second] = ['2026-02-01T00:00:00Z', '2026-03-01T00:00:00Z'];
    expect(deployments).toEqual([null, second, first, first, first]);
  });

  test('shows the review comments that a version received, and those that the next one answered', async () => {
    const comment = {
      entity_id: acme.principal.entityId,
      repo_id: repoId,
      number: 1,
      author_name: 'carol',
      version: 1,
    };
    const created_at = at(50);
    const commented = { ...comment, path: 'lib/total.ts', commit_sha: sha(4), side: 'RIGHT', created_at };
    await store('pr_comments', [
      { ...commented, comment_id: 'a', line: 5, body: 'Why *one*?' },
      { ...commented, comment_id: 'b', line: 6, body: 'Another line' },
      { ...commented, comment_id: 'c', line: 5, body: 'Taken back', deleted: true },
    ]);
    const entries = await eventually(async () => {
      const { body } = await ask({ file_path: 'lib/total.ts', sha: sha(5), line_number_after: 5 });
      return body.line_history[0]?.resolved_code_comment && body.line_history;
    });
    const shown = { author: 'carol', markdown_comment_body: 'Why *one*?', posted_at: at(50) };
    const seen = entries.map((entry: Record<string, unknown>) => [
      entry['received_code_comment'],
      entry['resolved_code_comment'],
    ]);
    expect(seen).toEqual([
      [null, shown],
      [null, null],
      [shown, null],
      [null, null],
    ]);
  });

  test('leaves out what a committer did whose activity is not processed, at once and backwards', async () => {
    const bob = (await committers()).find((committer) => committer.user_name === 'bob');
    const setStatus = (processing_status: string, version: number) =>
      store('committers', [{ ...bob, processing_status, version }]);
    const days = async () =>
      (await ask({ file_path: 'lib/start.ts', sha: sha(7), line_number_after: 2 })).body.line_history.map(
        (entry: { authored_at: string }) => entry.authored_at,
      );
    await setStatus('not_processing', 1000);
    expect(await eventually(async () => (await days()).length === 3 && days())).toEqual([at(80), at(30), at(0)]);
    await setStatus('limited_processing', 1001);
    expect(await eventually(async () => (await days()).length === 5)).toBe(true);
  });
});

test('what is read ahead of a repo is what reading each of its files brings', async () => {
  const { context, repoSnapshots } = stack.analytics.started;
  const { entityId } = acme.principal;
  const snapshot = await repoSnapshots.current(entityId, repoId);
  const paths = [...new Set(plan.flatMap(({ files }) => Object.keys(files)))];
  const read = await readFileHistories(context.clickHouse, { entityId, repoId }, snapshot.graph, paths);
  for (const slice of [1, 2, 3, 1000]) {
    const lineCache = createLineCache();
    await readAhead({ ...context, lineCache }, snapshot, { slice });
    for (const path of paths) {
      expect(lineCache.files.get(`${snapshot.generation}:${path}`), `${path} by ${slice}`).toEqual(read.get(path));
    }
  }
});

test('what entries show is the same when it was read ahead, and then no query is made for it', async () => {
  const { context, repoSnapshots } = stack.analytics.started;
  const snapshot = await repoSnapshots.current(acme.principal.entityId, repoId);
  const rows = await context.clickHouse.query({
    name: 'every_line',
    sql: `SELECT sha, path, ifNull(line_after, line_before) AS line, (line_after IS NULL)::Bool AS isDeleted
          FROM line_changes WHERE repo_id = {repo:UInt64}`,
    params: { repo: repoId },
    row: z.object({ sha: z.string(), path: z.string(), line: z.number(), isDeleted: z.boolean() }),
  });
  expect(rows.length).toBeGreaterThan(10);
  const commentPaths = [...new Set(rows.map(({ path }) => path))];
  for (const lineSlice of [1, 3, 1000]) {
    const lineCache = createLineCache();
    await readAhead({ ...context, lineCache }, snapshot, { lineSlice });
    let queries = 0;
    const query: typeof context.clickHouse.query = (asked) => {
      queries += 1;
      return context.clickHouse.query(asked);
    };
    for (const line of rows) {
      const wanted = { lines: [line], shas: [line.sha], commentPaths };
      const known = await readEntryDetails(
        { clickHouse: { ...context.clickHouse, query }, lineCache },
        snapshot,
        wanted,
      );
      const read = await readEntryDetails({ ...context, lineCache: createLineCache() }, snapshot, wanted);
      expect(known.lineOf(line)).not.toBeNull();
      expect(read.lineOf(line)).toMatchObject(known.lineOf(line) ?? {});
      expect(known.commits).toEqual(read.commits);
      expect(known.comments).toEqual(read.comments);
    }
    expect(queries).toBe(0);
  }
});

describe('a query that cannot be answered says why:', () => {
  const refused = async (wanted: Record<string, string | number>) => {
    const { status, body } = await ask(wanted);
    return [
      status,
      ...(body.errors ?? []).map((error: { param: string; code_em: string }) => `${error.param} ${error.code_em}`),
    ];
  };
  const line = { line_number_after: 1 };

  test('a file that is binary, unknown, deleted or renamed at that version', async () => {
    expect(await refused({ file_path: 'logo.png', sha: sha(7), ...line })).toEqual([400, 'file_path binary_file']);
    expect(await refused({ file_path: 'no.txt', sha: sha(7), ...line })).toEqual([404, 'file_path unknown_file']);
    expect(await refused({ file_path: 'lib/start.ts', sha: sha(3), ...line })).toEqual([404, 'file_path unknown_file']);
    expect(await refused({ file_path: 'gone.txt', sha: sha(4), ...line })).toEqual([404, 'file_path deleted_file']);
    expect(await refused({ file_path: 'gone.txt', sha: sha(6), ...line })).toEqual([404, 'file_path deleted_file']);
    expect(await refused({ file_path: 'src/total.ts', sha: sha(5), ...line })).toEqual([404, 'file_path deleted_file']);
    const { body } = await ask({ file_path: 'src/total.ts', sha: sha(5), ...line });
    expect(body.response_detail).toContain('renamed to lib/total.ts');
    expect(await refused({ file_path: 'src/total.ts', sha: sha(0), line_number_before: 1 })).toEqual([
      404,
      'file_path unknown_file',
    ]);
  });

  test('a line past the end', async () => {
    expect(await refused({ file_path: 'lib/total.ts', sha: sha(5), line_number_after: 6 })).toEqual([200]);
    expect(await refused({ file_path: 'lib/total.ts', sha: sha(5), line_number_after: 7 })).toEqual([
      400,
      'line_number_after past_end',
    ]);
    expect(await refused({ file_path: 'lib/total.ts', sha: sha(7), line_number_before: 7 })).toEqual([
      400,
      'line_number_before past_end',
    ]);
  });

  test('a sha that is unknown or no sha', async () => {
    const file_path = 'lib/total.ts';
    expect(await refused({ file_path, sha: 'f'.repeat(40), ...line })).toEqual([404, 'sha unknown_sha']);
    for (const bad of ['main', 'abc', 'g'.repeat(40), 'a'.repeat(41)]) {
      expect((await refused({ file_path, sha: bad, ...line }))[0]).toBe(400);
    }
  });

  test('parameters that are missing, contradictory or out of bounds', async () => {
    const file_path = 'lib/total.ts';
    expect((await refused({ file_path, sha: sha(5) }))[0]).toBe(400);
    expect((await refused({ file_path, sha: sha(5), line_number_after: 1, line_number_before: 1 }))[0]).toBe(400);
    for (const bad of [
      { line_number_after: 0 },
      { ...line, max_hops: 101 },
      { ...line, earliest_authored_at: '2026-02-30' },
    ]) {
      expect((await refused({ file_path, sha: sha(5), ...bad }))[0]).toBe(400);
    }
    expect((await refused({ file_path, sha: sha(5), ...line, resource_path: 'acme' }))[0]).toBe(400);
  });

  test("another entity's repo, which is not there for the caller", async () => {
    const outsider = await stack.tenant('outsider');
    const { status } = await ask({ file_path: 'lib/total.ts', sha: sha(5), ...line }, outsider.principal);
    expect(status).toBe(404);
  });
});

test('a repo of which only the newest part was imported says where its window ends', async () => {
  await importAs('window', { window: '50' });
  const resource_path = 'acme/acme/window';
  const file_path = 'lib/total.ts';
  const changed = await ask({ resource_path, file_path, sha: sha(6), line_number_after: 5 });
  expect(changed.body.line_history).toMatchObject([{ authored_at: at(60), time_since_previous_change: 57 * DAY }]);
  const older = await ask({ resource_path, file_path, sha: sha(6), line_number_after: 4 });
  expect([older.status, older.body.line_history]).toEqual([200, []]);
  expect(older.body.response_detail).toContain('before the imported window');
  const codes = [];
  for (const commit of [3, 0]) {
    const { status, body } = await ask({ resource_path, file_path, sha: sha(commit), line_number_after: 1 });
    codes.push([status, body.errors[0].code_em]);
  }
  expect(codes).toEqual([
    [404, 'outside_window'],
    [404, 'unknown_sha'],
  ]);
});
