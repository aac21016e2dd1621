import { committersTable } from '@linescope/facts/copy-tables';
import { commitScoresTable } from '@linescope/facts/git-tables';
import { encodeRows } from '@linescope/facts/table';
import { eventually } from '@linescope/test-kit/eventually';
import { TEST_PRINCIPAL } from '@linescope/test-kit/test-service';
import { expect, test } from 'vitest';
import { DEFINITION_VERSION, marksOf } from '../segments/definition-changes.ts';
import { bumpStamp } from '../store/fact-stamps.ts';
import { at, committerRow, insertRows, scoreRow, sha } from '../testing/fact-rows.ts';
import { startAnalytics } from '../testing/start-analytics.ts';
import { takeNewDefinitions } from './derive-facts.ts';

const PATIENCE_MS = 30_000;
const [OLD, FRESH] = [1, 2];
const repos = [
  { id: 100, organizationId: 10, path: 'web/app' },
  { id: 101, organizationId: 10, path: 'web/fork' },
];
const service = await startAnalytics({
  entities: [OLD, FRESH].map((id) => ({ id, slug: `acme-${id}`, settings: {}, repos })),
  people: [],
  teams: [],
  access: new Map(),
});
const { clickHouse, postgres, log } = service.context;
const today = new Date().toISOString().slice(0, 10);

const report = async (entityId: number, segment: string) => {
  const query = `resource_path=acme-${entityId}&segment_by=${segment}&days_ago=300&suppress_aggregation=true`;
  const { body } = await service.report(query, { as: { ...TEST_PRINCIPAL, entityId } });
  return body;
};
const commitsOf = async (entityId: number): Promise<number> =>
  (await report(entityId, 'commit_count')).series_segments.All.reduce(
    (sum: number, { y }: { y: number }) => sum + y,
    0,
  );
const derivations = async (entityId: number) =>
  (await service.call('GET', '/derivations', { as: { ...TEST_PRINCIPAL, entityId } })).body;

/** As a version before the definitions stored it: one commit in two repos, and nobody noted that they are copies. */
async function storeAsBefore(): Promise<void> {
  const rows = repos.map(({ id }) =>
    scoreRow({ repo_id: id, sha: sha('c1'), patch_id: 'p', authored_at: at(`${today}T00:00:00Z`) - 86_400, delta: 10 }),
  );
  await insertRows(clickHouse, committersTable, [committerRow({})]);
  await clickHouse.insertBinary({
    table: 'commit_scores',
    columns: Object.keys(commitScoresTable.columns),
    bytes: encodeRows(commitScoresTable, rows),
  });
  await bumpStamp(postgres, OLD);
}

test('a fresh installation follows the current definitions, and nothing is derived again', async () => {
  const { body } = await service.call('GET', '/segment_introspections?segment_em=ai_cost_cents');
  expect(body.definition_version).toBe(DEFINITION_VERSION);
  expect(body.definition_changes.at(-1)).toMatchObject({ version: 2, date: '2026-11-16' });
  expect(await report(FRESH, 'ai_cost_cents')).toMatchObject({
    definition_version: DEFINITION_VERSION,
    definition_changes: [],
  });
  expect(await derivations(FRESH)).toMatchObject({ definition_version: DEFINITION_VERSION, derivations: [] });
});

test('403: only admins see how far facts are derived again', async () => {
  const { status } = await service.call('GET', '/derivations', service.as(7, 'manager'));
  expect(status).toBe(403);
});

test('after an upgrade facts are derived again while reports are served, and charts mark what cannot be', async () => {
  await storeAsBefore();
  expect(await commitsOf(OLD)).toBe(2);
  await postgres.run('DELETE FROM definition_versions');
  await takeNewDefinitions({ postgres, log });
  await eventually(async () => {
    const rows: { state_em: string }[] = (await derivations(OLD)).derivations;
    return rows.length === 2 && rows.every(({ state_em: state }) => state === 'completed');
  }, PATIENCE_MS);
  expect((await derivations(OLD)).derivations).toMatchObject([
    { derivation_em: 'definitions', version: 2, done_count: 2, total_count: 2, percent_complete: 100 },
    { derivation_em: 'definitions', version: 3, percent_complete: 100 },
  ]);
  expect(await commitsOf(OLD)).toBe(1);
  expect((await report(OLD, 'commit_count')).definition_changes).toEqual([]);
  expect((await report(OLD, 'ai_cost_cents')).definition_changes).toEqual([
    { date: today, version: 2, note: expect.stringContaining('belongs to the resource') },
  ]);
});

test('until its facts are derived again, a chart over the day of the upgrade marks it', () => {
  const range = { from: '2026-11-01', until: '2026-12-01' };
  const upgrade = { version: 2, since: '2026-11-20', isDerived: false };
  const notes = (given: typeof upgrade, over = range) => marksOf('commit_count', [given], over);
  expect(notes(upgrade)).toEqual([{ date: '2026-11-20', version: 2, note: expect.stringContaining('applied twice') }]);
  expect(notes({ ...upgrade, isDerived: true })).toEqual([]);
  expect(notes(upgrade, { from: '2026-11-20', until: '2026-12-01' })).toEqual([]);
  expect(notes(upgrade, { from: '2026-10-01', until: '2026-11-20' })).toEqual([]);
});

test('a second start takes no version twice', async () => {
  await takeNewDefinitions({ postgres, log });
  const { derivations: rows } = await derivations(OLD);
  expect(rows.map(({ state_em: state }: { state_em: string }) => state)).toEqual(['completed', 'completed']);
});
