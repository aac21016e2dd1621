import { eventually } from '@linescope/test-kit/eventually';
import { afterAll, expect, test } from 'vitest';
import { z } from 'zod';
import { deriveEvidence } from '../actions/derive-evidence.ts';
import { bumpStamp } from '../store/fact-stamps.ts';
import { areFactsComing, clearStaleEvidence, markEvidenceStale } from '../store/provenance/stale-evidence.ts';
import { startAnalytics } from '../testing/start-analytics.ts';
import { storeFacts, storePulls, storeRecords } from '../testing/store-facts.ts';
import { ai, hand, writeHistory } from '../testing/written-history.ts';

const ENTITY = 1;
const service = await startAnalytics({
  entities: [{ id: ENTITY, slug: 'acme', settings: {}, repos: [{ id: 100, organizationId: 10, path: 'web/app' }] }],
  people: [],
  teams: [],
  access: new Map(),
});
const { clickHouse } = service.context;

/** A branch of an assistant's commit with a note, a person's, and one that declares an assistant; squashed, then partly replaced. */
const history = await writeHistory();
afterAll(() => history.remove());
const base = hand('import os', 'def start():', '    return 1');
await history.commit({ 'app.py': base });
await history.git('checkout', '--quiet', '-b', 'feature');
const noted = ai('def parse(text):', '    return text.split()', '');
const typed = hand('def check(text):', '    return bool(text)', '');
const declared = ai('def write(text):', '    print(text)', '');
const head = [
  await history.commit({ 'app.py': [...base, ...noted] }, { message: 'Parse', noted: true }),
  await history.commit({ 'app.py': [...base, ...noted, ...typed] }, { message: 'Check' }),
  await history.commit(
    { 'app.py': [...base, ...noted, ...typed, ...declared] },
    { message: 'Write\n\nCo-Authored-By: Claude Opus 4.5 <noreply@anthropic.com>' },
  ),
];
await history.git('checkout', '--quiet', 'main');
// Main has gone on in the same file, so that only the host knows of what branch this is the squash.
await history.commit({ 'app.py': [...hand('# licence'), ...base] }, { message: 'Licence' });
await history.git('merge', '--squash', 'feature');
await history.git('commit', '--quiet', '-m', 'Parse, check and write (#1)');
const squash = await history.git('rev-parse', 'HEAD');
const fix = [...hand('# licence'), ...base, ...hand('def parse(text, sep):'), ...noted.slice(1), ...typed, ...declared];
const follower = await history.commit({ 'app.py': fix }, { message: 'Take a separator' });
history.pull({ mergeSha: squash, squashSha: squash, headSha: head[2] ?? '', commitShas: head });
const { facts, records, pulls } = await history.read();

const lineRow = z.object({
  text: z.string(),
  tier: z.string(),
  ai: z.boolean(),
  inherited: z.boolean(),
  tool: z.string(),
});
const linesOf = (repoId: number, sha: string) =>
  clickHouse.query({
    name: 't',
    sql: `SELECT text, evidence_tier AS tier, ai_authored AS ai, evidence_inherited AS inherited, ai_tool AS tool FROM line_changes FINAL
          WHERE entity_id = 1 AND repo_id = {repo_id:UInt64} AND sha = {sha:String} ORDER BY hunk, hunk_line`,
    params: { repo_id: repoId, sha },
    row: lineRow,
  });
const sumsOf = async (repoId: number, sha: string) =>
  (
    await clickHouse.query({
      name: 't',
      sql: `SELECT s.ai_lines AS ai_lines, s.ai_lines_added AS added, s.ai_lines_by_operation['add'] AS by_operation, s.line_records AS records, c.line_records AS commit_records
            FROM (SELECT * FROM commit_scores FINAL WHERE repo_id = {repo_id:UInt64} AND sha = {sha:String} AND score_version = 0) AS s
            INNER JOIN (SELECT * FROM commits FINAL WHERE repo_id = {repo_id:UInt64} AND sha = {sha:String}) AS c ON c.sha = s.sha`,
      params: { repo_id: repoId, sha },
      row: z.object({
        ai_lines: z.number(),
        added: z.number(),
        by_operation: z.number(),
        records: z.boolean(),
        commit_records: z.boolean(),
      }),
    })
  )[0];
const originsOf = (repoId: number) =>
  clickHouse.query({
    name: 't',
    sql: `SELECT origin_ai AS ai FROM line_changes FINAL WHERE repo_id = {repo_id:UInt64} AND sha = {sha:String} AND operation = 'chg'`,
    params: { repo_id: repoId, sha: follower },
    row: z.object({ ai: z.boolean() }),
  });

const recorded = { tier: 'recorded', ai: true, inherited: true, tool: 'Claude Code' };
const unknown = { tier: 'unknown', ai: false, inherited: false, tool: '' };
const declaredLine = { tier: 'declared', ai: true, inherited: true, tool: 'Claude Code' };
const EXPECTED = [
  ...noted.map(({ text }) => ({ text, ...recorded })),
  ...typed.map(({ text }) => ({ text, ...unknown })),
  ...declared.map(({ text }) => ({ text, ...declaredLine })),
];

const parts = {
  branch: (repoId: number) => storeFacts(clickHouse, { entityId: ENTITY, repoId, run: 1 }, facts, new Set(head)),
  main: (repoId: number) => {
    const shas = new Set(facts.commits.map(({ sha }) => sha).filter((sha) => !head.includes(sha)));
    return storeFacts(clickHouse, { entityId: ENTITY, repoId, run: 2 }, facts, shas);
  },
  pull: (repoId: number) => storePulls(clickHouse, { entityId: ENTITY, repoId, run: 1 }, pulls),
  notes: (repoId: number) => storeRecords(clickHouse, { entityId: ENTITY, repoId, run: 3 }, records),
};

const PATIENCE_MS = 120_000;

test.each([
  ['branch', 'main', 'pull', 'notes'],
  ['pull', 'notes', 'main', 'branch'],
] as const)(
  'a squash has what its branch had, when %s, %s, %s and %s come in this order',
  { timeout: PATIENCE_MS },
  async (...order) => {
    const repoId = 200 + ['branch', 'main', 'notes', 'pull'].indexOf(order[0]);
    for (const part of order) {
      await parts[part](repoId);
      await deriveEvidence(service.context, { entityId: ENTITY, repoId });
    }
    expect(await linesOf(repoId, squash)).toEqual(EXPECTED);
    expect(await sumsOf(repoId, squash)).toEqual({
      ai_lines: 6,
      added: 4,
      by_operation: 4,
      records: true,
      commit_records: true,
    });
    expect(await originsOf(repoId)).toEqual([{ ai: true }]);
    // Nothing has changed: nothing is derived.
    expect(await deriveEvidence(service.context, { entityId: ENTITY, repoId })).toEqual({ commits: 0, lines: 0 });
  },
);

test('a note that is withdrawn, and one that comes back, are followed', { timeout: PATIENCE_MS }, async () => {
  const repo = { entityId: ENTITY, repoId: 200, run: 4 };
  await storeRecords(clickHouse, repo, new Map([[head[0] ?? '', null]]));
  await deriveEvidence(service.context, repo);
  expect((await linesOf(200, squash)).slice(0, 4).map(({ tier }) => tier)).toEqual([
    'unknown',
    'unknown',
    'unknown',
    'unknown',
  ]);
  expect(await sumsOf(200, squash)).toMatchObject({ ai_lines: 3, records: false, commit_records: false });
  expect(await originsOf(200)).toEqual([{ ai: false }]);
  await storeRecords(clickHouse, { ...repo, run: 5 }, records);
  await deriveEvidence(service.context, repo);
  expect(await linesOf(200, squash)).toEqual(EXPECTED);
});

test('a history that is read again has its evidence again', { timeout: PATIENCE_MS }, async () => {
  const repo = { entityId: ENTITY, repoId: 200, run: 6 };
  await storeFacts(clickHouse, repo, facts, new Set(facts.commits.map(({ sha }) => sha)));
  expect((await linesOf(200, squash)).every(({ ai: isAi }) => !isAi)).toBe(true);
  await deriveEvidence(service.context, repo);
  expect(await linesOf(200, squash)).toEqual(EXPECTED);
  expect(await sumsOf(200, squash)).toMatchObject({ ai_lines: 6, records: true });
});

test('a repo whose facts were stored is derived by itself', { timeout: PATIENCE_MS }, async () => {
  const repo = { entityId: ENTITY, repoId: 300, run: 1 };
  for (const part of Object.values(parts)) await part(repo.repoId);
  await service.context.postgres.run(
    `INSERT INTO stale_evidence (entity_id, repo_id, noted_at) VALUES (1, 300, now() - interval '1 minute')`,
  );
  await eventually(async () => (await linesOf(300, squash)).some(({ inherited }) => inherited), PATIENCE_MS / 2);
  const isMarked = () =>
    service.context.postgres.maybe(z.object({ repo_id: z.number() }), 'SELECT repo_id FROM stale_evidence');
  await eventually(async () => (await isMarked()) === null, PATIENCE_MS / 2);
});

test('reports about AI say whether evidence is still derived', async () => {
  const { postgres } = service.context;
  const isCurrent = async () => {
    const { body } = await service.report('segment_by=ai_code_line_percent&days_ago=7');
    return z.object({ coverage: z.object({ is_current: z.boolean() }) }).parse(body).coverage.is_current;
  };
  await bumpStamp(postgres, ENTITY);
  // Marks of the future are left alone.
  await postgres.run(
    `INSERT INTO stale_evidence (entity_id, repo_id, noted_at, first_noted_at) VALUES
       (1, 400, now() + interval '1 hour', now() + interval '1 hour'), (3, 500, now() + interval '1 hour', now() + interval '1 hour')`,
  );
  expect(await isCurrent()).toBe(false);
  await postgres.run('DELETE FROM stale_evidence WHERE entity_id = 1');
  expect(await isCurrent()).toBe(true);
});

test('a repo whose facts changed again while it was derived stays marked', async () => {
  const { postgres } = service.context;
  await postgres.run(
    `INSERT INTO stale_evidence (entity_id, repo_id, noted_at) VALUES (2, 9, now() - interval '1 minute') ON CONFLICT DO NOTHING`,
  );
  const marks = await postgres.transaction(async (tx) => {
    const taken = { entityId: 2, repoId: 9, noted: '2026-01-01 00:00:00+00' };
    await markEvidenceStale(postgres, 2, 9);
    await clearStaleEvidence(tx, taken);
    return tx.many(z.object({ repo_id: z.number() }), 'SELECT repo_id FROM stale_evidence WHERE entity_id = 2');
  });
  expect(marks).toEqual([{ repo_id: 9 }]);
});

test('facts are coming while repos are marked, and for some seconds after', async () => {
  const { postgres } = service.context;
  await postgres.run(`UPDATE stale_evidence SET noted_at = now() - interval '1 minute'`);
  expect(await areFactsComing(postgres)).toBe(false);
  await markEvidenceStale(postgres, 2, 9);
  expect(await areFactsComing(postgres)).toBe(true);
});
