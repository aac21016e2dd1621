import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { publishRaw } from '@linescope/chassis/events/publish';
import { eventSubject } from '@linescope/chassis/events/subjects';
import { diffDeltaWeightsSchema } from '@linescope/contract/diff-delta-weights';
import { DEFAULT_ENTITY_SETTINGS } from '@linescope/contract/entity-settings';
import { entitySettingsChanged } from '@linescope/contract/events/identity-events';
import { committersTable } from '@linescope/facts/copy-tables';
import { encodeFactBatch, type FactBlock } from '@linescope/facts/fact-batch';
import { commitScoresTable, commitsTable, lineChangesTable } from '@linescope/facts/git-tables';
import { defineTable, encodeRows, type FactRow } from '@linescope/facts/table';
import { eventually } from '@linescope/test-kit/eventually';
import { TEST_PRINCIPAL } from '@linescope/test-kit/test-service';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { deriveScoresOfChunk, type Waiting } from '../actions/derive-scores.ts';
import { scoreLeftBehind } from '../actions/score-commits.ts';
import { readVersionsFollowed } from '../store/derivations.ts';
import { requestScores } from '../store/score-versions.ts';
import { commitRow, committerRow, insertRows, lineRow, scoreRow, sha } from '../testing/fact-rows.ts';
import { startAnalytics } from '../testing/start-analytics.ts';

const PATIENCE_MS = 30_000;
const [CHANGED, DURING, KILLED] = [1, 2, 3];
const REPO_ID = 100;
const service = await startAnalytics({
  entities: [CHANGED, DURING, KILLED].map((id) => ({
    id,
    slug: `acme-${id}`,
    settings: {},
    repos: [{ id: REPO_ID, organizationId: 10, path: 'web/app' }],
  })),
  people: [],
  teams: [],
  access: new Map(),
});
const { clickHouse, postgres, broker, log, now } = service.context;
const { addresses } = service;
const yesterday = Math.floor(Date.now() / 1000) - 86_400;

/** Twice as much for an added line, and tests count as code. */
const WEIGHTS = diffDeltaWeightsSchema.parse({ operation: { add: 20 }, category: { test: 1 } });

/**
 * A commit of three lines: one added to a file that was there, one of old code deleted in a test, and a comment changed in a hunk's
 * second place. By the first weights 1 + 25 × 0.6 × 1.5 ÷ 10 + 10 × 0.2 × 1 ÷ 1.05 ÷ 10, by the others 2 + 25 × 1.5 ÷ 10 + the same.
 */
const COMMENT = 0.190476;
const BEFORE = { delta: 3.440476, add: 1, del: 2.25, chg: COMMENT, test: 2.25, code: 1.190476, old: 2.25 };
const AFTER = { delta: 5.940476, add: 2, del: 3.75, chg: COMMENT, test: 3.75, code: 2.190476, old: 3.75 };

const linesOf = (entityId: number, mark: string): FactRow<typeof lineChangesTable>[] => {
  const own = { entity_id: entityId, sha: sha(mark), authored_at: yesterday };
  return [
    lineRow({ ...own, operation: 'add', provenance: 'new_code', delta: 1 }),
    lineRow({ ...own, path: 'a.test.ts', operation: 'del', category: 'test', provenance: 'over_1_year', delta: 2.25 }),
    lineRow({ ...own, hunk_line: 1, operation: 'chg', kind: 'comment', provenance: 'under_1_year', delta: COMMENT }),
  ];
};
const scoreOf = (entityId: number, mark: string) =>
  scoreRow({
    entity_id: entityId,
    sha: sha(mark),
    authored_at: yesterday,
    lines: 3,
    lines_added: 1,
    delta: BEFORE.delta,
    old_code_delta: BEFORE.old,
    lines_by_operation: { add: 1, chg: 1, del: 1, move: 0 },
    delta_by_operation: { add: 1, chg: COMMENT, del: 2.25, move: 0 },
    delta_by_category: { code: BEFORE.code, test: 2.25 },
    delta_by_provenance: { new_code: 1, under_1_year: COMMENT, over_1_year: 2.25 },
    connective_calls: 7,
    issue_keys: ['ABC-1'],
  });

async function insertCommits(entityId: number, marks: readonly string[]): Promise<void> {
  await insertRows(clickHouse, committersTable, [committerRow({ entity_id: entityId })]);
  await insertRows(
    clickHouse,
    lineChangesTable,
    marks.flatMap((mark) => linesOf(entityId, mark)),
  );
  await insertRows(
    clickHouse,
    commitScoresTable,
    marks.map((mark) => scoreOf(entityId, mark)),
  );
}

async function publishBatch(entityId: number, batchId: string, parts: { scores?: string[]; lines?: string[] }) {
  const { scores = [], lines = [] } = parts;
  const commits = scores.map((mark) => commitRow({ entity_id: entityId, sha: sha(mark), authored_at: yesterday }));
  const lineRows = lines.flatMap((mark) => linesOf(entityId, mark));
  const all: FactBlock[] = [
    { table: commitsTable, rows: commits.length, bytes: encodeRows(commitsTable, commits) },
    {
      table: commitScoresTable,
      rows: scores.length,
      bytes: encodeRows(
        commitScoresTable,
        scores.map((mark) => scoreOf(entityId, mark)),
      ),
    },
    { table: lineChangesTable, rows: lineRows.length, bytes: encodeRows(lineChangesTable, lineRows) },
  ];
  const header = { batchId, entityId, repoId: REPO_ID, shas: scores.map(sha) };
  const message = encodeFactBatch(
    header,
    all.filter(({ rows }) => rows > 0),
  );
  await publishRaw(broker, `${broker.namespace}.facts.${entityId}.git.v1`, message, { messageId: batchId });
}

async function publishWeights(entityId: number, version: number, weights: unknown): Promise<void> {
  const id = `test:${entityId}:${version}`;
  const settings = { ...DEFAULT_ENTITY_SETTINGS, diff_delta_version: version, diff_delta_weights: weights };
  const event = {
    id,
    type: entitySettingsChanged.type,
    entityId,
    aggregateId: String(entityId),
    aggregateVersion: version,
    occurredAt: new Date().toISOString(),
    data: { settings },
  };
  const subject = eventSubject(broker.namespace, entitySettingsChanged, entityId);
  await publishRaw(broker, subject, Buffer.from(JSON.stringify(event)), { messageId: id });
}

const number = z.coerce.number();
const storedRow = z.object({
  sha: z.string(),
  version: number,
  delta: number,
  add: number,
  del: number,
  chg: number,
  test: number,
  code: number,
  old: number,
  rows: number,
  calls: number,
});
const stored = (entityId: number, version: number) =>
  clickHouse.query({
    name: 'test',
    sql: `SELECT toString(sha) AS sha, any(version) AS version, any(delta) AS delta, any(delta_by_operation['add']) AS add, any(delta_by_operation['del']) AS del,
        any(delta_by_operation['chg']) AS chg, any(delta_by_category['test']) AS test, any(delta_by_category['code']) AS code, any(old_code_delta) AS old,
        count() AS rows, any(connective_calls) AS calls
      FROM commit_scores FINAL WHERE entity_id = {entity_id:UInt64} AND score_version = {version:UInt32} GROUP BY sha ORDER BY sha`,
    params: { entity_id: entityId, version },
    row: storedRow,
  });

const as = (entityId: number) => ({ as: { ...TEST_PRINCIPAL, entityId, entitySlug: `acme-${entityId}` } });
const report = async (entityId: number, segment = 'diff_delta') => {
  const query = `resource_path=acme-${entityId}&segment_by=${segment}&days_ago=7&suppress_aggregation=true`;
  const { body } = await service.report(query, as(entityId));
  const total = (body.series_segments.All ?? []).reduce((sum: number, { y }: { y: number }) => sum + y, 0);
  return { version: body.diff_delta_version, total };
};
const derivation = async (entityId: number) =>
  (await service.call('GET', '/derivations', as(entityId))).body.derivations.at(-1);
const untilCompleted = (entityId: number, version: number) =>
  eventually(async () => {
    const last = await derivation(entityId);
    return last?.version === version && last.state_em === 'completed' && last;
  }, PATIENCE_MS);
const expectedRow = (mark: string, score: typeof AFTER) => ({
  sha: sha(mark),
  version: 1,
  ...score,
  rows: 1,
  calls: 7,
});

test('changed weights score stored commits again, and answers say which they follow', async () => {
  const marks = ['a1', 'a2', 'a3'];
  await insertCommits(CHANGED, marks);
  expect(await report(CHANGED)).toEqual({ version: 1, total: 10 });
  await publishWeights(CHANGED, 2, WEIGHTS);
  expect(await untilCompleted(CHANGED, 2)).toMatchObject({
    derivation_em: 'diff_delta',
    done_count: 3,
    total_count: 3,
    percent_complete: 100,
  });
  expect(await stored(CHANGED, 2)).toEqual(marks.map((mark) => expectedRow(mark, AFTER)));
  expect(await stored(CHANGED, 0)).toEqual(marks.map((mark) => expectedRow(mark, BEFORE)));
  expect(await report(CHANGED)).toEqual({ version: 2, total: 18 });
  expect(await report(CHANGED, 'commit_count')).toEqual({ version: 2, total: 3 });
  const audit = await service.call('GET', `/audits?resource_path=acme-${CHANGED}&resource_type=commits`, as(CHANGED));
  expect(audit.body.diff_delta_version).toBe(2);
});

test('a preview says what weights would do, and changes nothing', async () => {
  const weights = { operation: { del: 0 } };
  const { status, body } = await service.call('POST', '/diff_delta_previews', {
    ...as(CHANGED),
    json: { diff_delta_weights: weights },
  });
  expect([status, body.preview]).toMatchObject([
    200,
    {
      diff_delta_version: 2,
      commit_count: 3,
      before: 17.82,
      after: 3.57,
      change_percent: -80,
      repos: [{ repo_path: 'web/app', before: 17.82, after: 3.57 }],
      committers: [{ user_name: 'ann', before: 17.82, after: 3.57 }],
    },
  ]);
  const faulty = await service.call('POST', '/diff_delta_previews', {
    ...as(CHANGED),
    json: { diff_delta_weights: { operation: { del: -1 }, colour: 1 } },
  });
  expect([faulty.status, faulty.body.errors.map(({ param }: { param: string }) => param).toSorted()]).toEqual([
    400,
    ['diff_delta_weights.colour', 'diff_delta_weights.operation.del'],
  ]);
  expect((await readVersionsFollowed(postgres, CHANGED)).scoreVersion).toBe(2);
});

test('newer weights take the place of those that are not whole yet, and older news changes nothing', async () => {
  await publishWeights(CHANGED, 4, null);
  await untilCompleted(CHANGED, 4);
  await publishWeights(CHANGED, 3, WEIGHTS);
  await publishWeights(CHANGED, 5, WEIGHTS);
  await untilCompleted(CHANGED, 5);
  expect((await stored(CHANGED, 4)).map(({ delta }) => delta)).toEqual([BEFORE.delta, BEFORE.delta, BEFORE.delta]);
  expect(await stored(CHANGED, 3)).toEqual([]);
  expect(await report(CHANGED)).toEqual({ version: 5, total: 18 });
});

test('commits that arrive before, during and after are scored by the new weights, also where their lines come apart', async () => {
  await insertRows(clickHouse, committersTable, [committerRow({ entity_id: DURING })]);
  await publishBatch(DURING, 'd1', { scores: ['b1'], lines: ['b1'] });
  await publishBatch(DURING, 'd2', { scores: ['b2'] });
  await eventually(async () => (await stored(DURING, 0)).length === 2, PATIENCE_MS);
  await publishWeights(DURING, 2, WEIGHTS);
  await publishBatch(DURING, 'd3', { scores: ['b3'], lines: ['b3'] });
  // b2 has no lines yet: the new scores are not whole, and the old ones serve.
  await eventually(async () => (await stored(DURING, 2)).length === 2, PATIENCE_MS);
  expect(await report(DURING)).toEqual({ version: 1, total: 10 });
  await publishBatch(DURING, 'd4', { lines: ['b2', 'b4'] });
  await untilCompleted(DURING, 2);
  await publishBatch(DURING, 'd5', { scores: ['b4', 'b5'] });
  await publishBatch(DURING, 'd6', { lines: ['b5'] });
  await eventually(async () => (await stored(DURING, 2)).length === 5, PATIENCE_MS);
  const marks = ['b1', 'b2', 'b3', 'b4', 'b5'];
  expect(await stored(DURING, 2)).toEqual(marks.map((mark) => expectedRow(mark, AFTER)));
  await eventually(async () => (await report(DURING)).total === 30, PATIENCE_MS);
}, 60_000);

test('a derivation that is killed goes on where it was, and no commit is left out or scored twice', async () => {
  const marks = Array.from({ length: 160 }, (_, index) => `c${index.toString(16).padStart(4, '0')}`);
  await insertCommits(KILLED, marks);
  await service.started.derivation.stop();
  await postgres.transaction((tx) => requestScores(tx, KILLED, { version: 2, weights: WEIGHTS }));
  const script = fileURLToPath(new URL('../testing/derive-scores-process.ts', import.meta.url));
  const child = spawn(process.execPath, [script, addresses.postgres, addresses.clickHouse, addresses.database], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let chunks = 0;
  child.stdout.on('data', (bytes: Buffer) => {
    chunks += bytes.toString().split('\n').length - 1;
    if (chunks >= 3) child.kill('SIGKILL');
  });
  const [, signal] = await once(child, 'exit');
  expect(signal).toBe('SIGKILL');
  const half = await stored(KILLED, 2);
  expect(half.length).toBeGreaterThanOrEqual(30);
  expect(half.length).toBeLessThan(160);
  expect((await derivation(KILLED)).state_em).toBe('in_progress');
  expect((await derivation(KILLED)).done_count).toBeGreaterThanOrEqual(20);
  expect(await report(KILLED)).toMatchObject({ version: 1 });

  const waiting: Waiting = { derivation: '', shas: new Set(), since: 0 };
  const goOn = () => deriveScoresOfChunk({ clickHouse, postgres, log, now }, waiting);
  await eventually(
    async () => (await goOn()) === 'idle' && (await derivation(KILLED)).state_em === 'completed',
    PATIENCE_MS,
  );
  expect(await stored(KILLED, 2)).toEqual(marks.map((mark) => expectedRow(mark, AFTER)));
  expect(await report(KILLED)).toEqual({ version: 2, total: 950 });
});

test('a commit that was stored without a score, as by an older version, is found and scored', async () => {
  await insertCommits(KILLED, ['e1']);
  expect(await stored(KILLED, 2)).toHaveLength(160);
  await scoreLeftBehind({ clickHouse, postgres, log }, new AbortController().signal);
  expect((await stored(KILLED, 2)).at(-1)).toEqual(expectedRow('e1', AFTER));
});

test('a commit whose lines never come is scored by those that are there, so that the rest need not wait for ever', async () => {
  await insertRows(clickHouse, commitScoresTable, [scoreOf(KILLED, 'f1')]);
  await insertRows(clickHouse, lineChangesTable, linesOf(KILLED, 'f1').slice(0, 1));
  await postgres.transaction((tx) => requestScores(tx, KILLED, { version: 3, weights: WEIGHTS }));
  const waiting: Waiting = { derivation: '', shas: new Set(), since: 0 };
  const step = (later = 0) =>
    deriveScoresOfChunk({ clickHouse, postgres, log, now: () => new Date(Date.now() + later) }, waiting);
  expect([await step(), await step()]).toEqual(['scored', 'waiting']);
  expect((await derivation(KILLED)).state_em).toBe('in_progress');
  expect([await step(11 * 60_000), await step(11 * 60_000), await step()]).toEqual(['scored', 'scored', 'idle']);
  expect((await stored(KILLED, 3)).at(-1)).toMatchObject({ sha: sha('f1'), delta: 2, rows: 1 });
  expect(await report(KILLED)).toMatchObject({ version: 3 });
});

test('a line stored before the columns of evidence knows what its commit declared', async () => {
  const columns = lineChangesTable.columnNames.filter((name) => !name.startsWith('evidence_'));
  const before = defineTable(
    'line_changes',
    Object.fromEntries(Object.entries(lineChangesTable.columns).filter(([name]) => columns.includes(name))),
  );
  const rows = [
    lineRow({ entity_id: KILLED, path: 'old.ts', ai_authored: true }),
    lineRow({ entity_id: KILLED, path: 'old.ts', hunk: 1 }),
  ];
  await clickHouse.insertBinary({ table: 'line_changes', columns, bytes: encodeRows(before, rows) });
  const known = await clickHouse.query({
    name: 'test',
    sql: `SELECT evidence_tier, evidence_inherited FROM line_changes FINAL WHERE entity_id = ${KILLED} AND path = 'old.ts' ORDER BY hunk`,
    row: z.object({ evidence_tier: z.string(), evidence_inherited: z.boolean() }),
  });
  expect(known).toEqual([
    { evidence_tier: 'declared', evidence_inherited: false },
    { evidence_tier: 'unknown', evidence_inherited: false },
  ]);
});
