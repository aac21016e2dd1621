import { diffDeltaWeightsSchema, FIRST_WEIGHTS } from '@linescope/contract/diff-delta-weights';
import type { CommitScoreFact } from '@linescope/git-engine/facts';
import { readHistory } from '@linescope/git-engine/read-history';
import {
  type MadeUpRepository,
  makeRepository,
  type PlannedCommit,
} from '@linescope/git-engine/referee/made-up-history';
import { randomHistory } from '@linescope/git-engine/referee/random-history';
import { DELTA_WEIGHTS, type DeltaWeights } from '@linescope/git-engine/score/weights';
import { runAdmin } from '@linescope/identity/admin/run-admin';
import { eventually } from '@linescope/test-kit/eventually';
import { removeAfterFile } from '@linescope/test-kit/leave-nothing';
import { TEST_RPC_TOKEN, TEST_SECRET_KEYS } from '@linescope/test-kit/test-service';
import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import type { Caller } from '../support/call-api.ts';
import { type Stack, startStack } from '../support/start-stack.ts';

const DAY = 86_400;
const PATIENCE_MS = 60_000;
const now = Math.floor(Date.now() / 1000);
const WEIGHTS = diffDeltaWeightsSchema.parse({
  operation: { del: 13, add: 7, move: 2 },
  category: { test: 1.7, documentation: 0.9 },
  line: { comment: 0.6, punctuation: 0.1 },
  age: { under_2_weeks: 0.3, new_file: 0.8, new_code: 1.2 },
  proximity: 7,
  divisor: 5,
});

/** The same weights as the engine takes them. */
const ofEngine = (weights: typeof WEIGHTS): DeltaWeights => ({
  version: 'own',
  operation: weights.operation,
  category: weights.category,
  kind: weights.line,
  age: [
    { underDays: 14, factor: weights.age.under_2_weeks },
    { underDays: 30, factor: weights.age.under_1_month },
    { underDays: 365, factor: weights.age.under_1_year },
    { underDays: Number.MAX_SAFE_INTEGER, factor: weights.age.over_1_year },
  ],
  newFile: weights.age.new_file,
  proximity: weights.proximity,
  divisor: weights.divisor,
});

/** A random history with merges, one commit a day up to yesterday, beside which tests and documents change. */
const planned = (size: number): PlannedCommit[] =>
  randomHistory(7, size).map((commit, index, all) => {
    const at = now - (all.length - index) * DAY;
    const tree = new Map(commit.tree);
    tree.set('docs/guide.md', Array.from({ length: 3 + (index % 5) }, (_, line) => `Words ${line * index}`).join('\n'));
    tree.set('test/main.test.js', `// checks ${index % 7}\ncheck(${index});\n`);
    return { ...commit, tree, author: 'Ann <ann@example.com>', authoredAt: at, committedAt: at };
  });

let stack: Stack;
let ann: Caller;
let entityId = 0;
let repo: MadeUpRepository;
const COMMITS = 60;
const plan = planned(COMMITS);

beforeAll(async () => {
  stack = await startStack();
  await stack.startWorker();
  repo = await makeRepository(plan.slice(0, COMMITS - 8));
  removeAfterFile(repo.remove);
  await stack.codeHost.addRepository({ org: 'own', name: 'weights', gitDir: repo.gitDir });
  const tenant = await stack.tenant('weighty');
  entityId = tenant.principal.entityId;
  await stack.connect(tenant);
  ann = stack.callerOf(tenant);
  await imported();
}, 120_000);

async function imported(): Promise<void> {
  const found = async () => (await ann.get('/imports', { resource_path: 'weighty' })).body.repos?.[0];
  const before = (await found())?.stats_calculated_at;
  expect((await ann.post('/imports', { resource_path: 'weighty', repo_path: 'own/weights' })).status).toBe(202);
  await eventually(async () => {
    const record = await found();
    return record?.import_status === 'processing_completed' && record.stats_calculated_at !== before;
  }, PATIENCE_MS);
}

/** What the engine itself scores, straight from git. */
async function scoredByEngine(weights: DeltaWeights): Promise<Map<string, CommitScoreFact>> {
  const history = await readHistory({ gitDir: repo.gitDir, defaultTip: 'main', windowStart: 0, weights });
  const scores: CommitScoreFact[] = [];
  for await (const batch of history.batches()) scores.push(...batch.commitScores);
  await history.close();
  return new Map(scores.map((score) => [score.sha, score]));
}

const sums = z.record(z.string(), z.number());
const storedRow = z.object({
  sha: z.string(),
  delta: z.number(),
  churn_delta: z.number(),
  ai_delta: z.number(),
  old_code_delta: z.number(),
  delta_by_operation: sums,
  delta_by_category: sums,
  delta_by_provenance: sums,
});
const stored = (version: number) =>
  stack.clickHouse.query({
    name: 'test',
    sql: `SELECT toString(sha) AS sha, delta, churn_delta, ai_delta, old_code_delta, delta_by_operation, delta_by_category, delta_by_provenance
      FROM commit_scores FINAL WHERE entity_id = {entity_id:UInt64} AND score_version = {version:UInt32} ORDER BY sha`,
    params: { entity_id: entityId, version },
    row: storedRow,
  });

const withoutZeros = (own: Record<string, number>): Record<string, number> =>
  Object.fromEntries(Object.entries(own).filter(([, value]) => value !== 0));

const asStored = (scores: Map<string, CommitScoreFact>): z.output<typeof storedRow>[] =>
  [...scores.values()]
    .map((score) => ({
      sha: score.sha,
      delta: score.delta,
      churn_delta: score.churnDelta,
      ai_delta: score.aiDelta,
      old_code_delta: score.deltaByProvenance.over_1_year,
      delta_by_operation: withoutZeros(score.deltaByOperation),
      delta_by_category: withoutZeros(score.deltaByCategory),
      delta_by_provenance: withoutZeros(score.deltaByProvenance),
    }))
    .toSorted((one, other) => (one.sha < other.sha ? -1 : 1));

const completed = (version: number) =>
  eventually(async () => {
    const { derivations } = (await ann.get('/derivations')).body;
    const last = derivations.findLast((one: { derivation_em: string }) => one.derivation_em === 'diff_delta');
    return last?.version === version && last.state_em === 'completed';
  }, PATIENCE_MS);

async function report() {
  const query = { resource_path: 'weighty', segment_by: 'diff_delta', days_ago: 90, suppress_aggregation: true };
  const { body } = await ann.get('/reports', query);
  const total = body.series_segments.All.reduce((sum: number, { y }: { y: number }) => sum + y, 0);
  return { version: body.diff_delta_version, total };
}

/** Of the commits that reports count; each point is rounded. */
const totalOf = (scores: Map<string, CommitScoreFact>): number =>
  [...scores.values()]
    .filter(({ isMerge, onDefaultBranch }) => onDefaultBranch && !isMerge)
    .reduce((sum, { delta }) => sum + delta, 0);
const POINTS = 14;

const documentSchema = z.object({
  paths: z.record(z.string(), z.record(z.string(), z.looseObject({ responses: z.unknown() }))),
  components: z.object({ schemas: z.record(z.string(), z.unknown()) }),
});

test('the API document describes settings, weights, previews and derivations', async () => {
  await stack.gateway.started.refreshCatalogue();
  const document = documentSchema.parse(await (await fetch(`${stack.baseUrl}/openapi.json`)).json());
  for (const [path, method] of [
    ['/api/v1/settings', 'get'],
    ['/api/v1/settings', 'put'],
    ['/api/v1/diff_delta_previews', 'post'],
    ['/api/v1/derivations', 'get'],
  ] as const) {
    expect(document.paths[path]?.[method]?.responses).toBeDefined();
  }
  expect(Object.keys(document.components.schemas)).toEqual(
    expect.arrayContaining(['Settings', 'DiffDeltaWeights', 'DiffDeltaPreview', 'Derivation']),
  );
});

test('the first weights of the API are those of the engine', () => {
  expect({ ...ofEngine(FIRST_WEIGHTS), version: DELTA_WEIGHTS.version }).toEqual(DELTA_WEIGHTS);
  expect(FIRST_WEIGHTS.age.new_code).toBe(1);
});

test('a preview and then the answers show what the engine would score from git by these weights', async () => {
  const engine = ofEngine({ ...WEIGHTS, age: { ...WEIGHTS.age, new_code: 1 } });
  const weights = JSON.stringify({ ...WEIGHTS, age: { ...WEIGHTS.age, new_code: 1 } });
  const expected = await scoredByEngine(engine);
  const first = await scoredByEngine(DELTA_WEIGHTS);
  expect(await stored(0)).toEqual(asStored(first));
  const { body } = await ann.post('/diff_delta_previews', { diff_delta_weights: weights });
  expect(body.preview.before).toBeCloseTo(totalOf(first), 2);
  expect(body.preview.after).toBeCloseTo(totalOf(expected), 2);
  expect(await report()).toMatchObject({ version: 1 });

  const changed = await ann.put('/settings', { diff_delta_weights: weights });
  expect([changed.status, changed.body.settings.diff_delta_version]).toEqual([200, 2]);
  await completed(2);
  expect(await stored(2)).toEqual(asStored(expected));
  const shown = await report();
  expect(shown.version).toBe(2);
  expect(Math.abs(shown.total - totalOf(expected))).toBeLessThan(POINTS);
}, 120_000);

/** Of the line in the test that every commit changes, in one whose parent is of the day before. */
async function checkedLineValue(): Promise<number> {
  const index = plan.findIndex(({ parents }, own) => own > 10 && parents.length === 1 && parents[0] === own - 1);
  const line = { file_path: 'test/main.test.js', line_number_after: 2, sha: repo.shas[index] };
  const { version } = await report();
  const lineHistory = async () => {
    const { body } = await ann.get('/code_introspections/line_history', {
      resource_path: 'weighty/own/weights',
      ...line,
    });
    return body;
  };
  // Line histories learn of new scores up to a second after reports.
  await eventually(async () => (await lineHistory()).diff_delta_version === version, PATIENCE_MS);
  return (await lineHistory()).line_history?.[0]?.line_value;
}

test('what is imported afterwards is scored by the entity’s weights too', async () => {
  const grown = await makeRepository(plan);
  removeAfterFile(grown.remove);
  await repo.git('fetch', '--quiet', grown.gitDir, '+main:main');
  await imported();
  const expected = await scoredByEngine(ofEngine({ ...WEIGHTS, age: { ...WEIGHTS.age, new_code: 1 } }));
  expect(expected.size).toBe(plan.length);
  await eventually(async () => (await stored(2)).length === expected.size, PATIENCE_MS);
  expect(await stored(2)).toEqual(asStored(expected));
  // A changed line of a test, a day old, in its hunk's second place: 10 × 1.7 × 0.3 ÷ (1 + 1/7) ÷ 5.
  expect(await checkedLineValue()).toBe(0.8925);
  const audit = await ann.get('/audits', {
    resource_path: 'weighty',
    resource_type: 'commits',
    sha: [...expected.keys()].at(-1),
  });
  expect(audit.body.diff_delta_version).toBe(2);
}, 120_000);

test('an operator previews weights and sees how far scores are derived', async () => {
  const env = {
    DATABASE_URL: stack.identityUrl,
    SECRET_KEYS: TEST_SECRET_KEYS,
    RPC_TOKEN: TEST_RPC_TOKEN,
    ANALYTICS_GRPC: `127.0.0.1:${stack.analytics.started.grpcPort}`,
  };
  const admin = (...words: string[]) => runAdmin([...words, '--entity', 'weighty'], env);
  const preview = await admin('entity', 'preview-weights', '{"divisor":20}', '--json');
  expect(JSON.parse(preview.stdout)).toMatchObject({ diff_delta_version: 2, repos: [{ repo_path: 'own/weights' }] });
  expect((await admin('entity', 'preview-weights', '{"divider":20}')).stderr).toContain(
    'diff_delta_weights.divider is no weight',
  );
  const [derivation] = JSON.parse((await admin('entity', 'derivations', '--json')).stdout);
  expect(derivation).toMatchObject({ derivation_em: 'diff_delta', version: 2, state_em: 'completed' });
}, 120_000);

test('back at the first weights every score is as it was imported', async () => {
  const { body } = await ann.put('/settings', { diff_delta_weights: 'null' });
  expect(body.settings).toMatchObject({ diff_delta_version: 3, diff_delta_weights: null });
  await completed(3);
  expect(await stored(3)).toEqual(await stored(0));
  expect((await report()).version).toBe(3);
  // 10 × 0.6 × 0.1 ÷ (1 + 1/20) ÷ 10
  expect(await checkedLineValue()).toBe(0.057143);
}, 120_000);
