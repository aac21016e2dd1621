import { publishRaw } from '@linescope/chassis/events/publish';
import { committersTable, releasedCommitsTable } from '@linescope/facts/copy-tables';
import { encodeFactBatch } from '@linescope/facts/fact-batch';
import { commitScoresTable, commitsTable } from '@linescope/facts/git-tables';
import { encodeRows, type FactRow } from '@linescope/facts/table';
import { eventually } from '@linescope/test-kit/eventually';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { bumpStamp } from '../store/fact-stamps.ts';
import { at, commitRow, committerRow, insertRows, scoreRow, sha } from '../testing/fact-rows.ts';
import type { Neighbourhood } from '../testing/neighbours.ts';
import { startAnalytics } from '../testing/start-analytics.ts';

/**
 *   web/app (100)    a1 2 March, a2 3 March
 *   web/fork (101)   a1 and a2 as they are in app, and f1 4 March of its own
 *   tools/cli (102)  a2 picked on 10 March, before its repos by number it is not; k1 5 March
 * Released: a1 from app on 6 March and from the fork on 8 March; a2 from the cli on 12 March.
 */
const world: Neighbourhood = {
  entities: [
    {
      id: 1,
      slug: 'acme',
      settings: {},
      repos: [
        { id: 100, organizationId: 10, path: 'web/app' },
        { id: 101, organizationId: 10, path: 'web/fork' },
        { id: 102, organizationId: 11, path: 'tools/cli' },
      ],
    },
  ],
  people: [],
  teams: [],
  access: new Map(),
};

const commit = (name: string, repoId: number, day: number, over: Partial<FactRow<typeof commitScoresTable>> = {}) =>
  scoreRow({
    sha: sha(name),
    repo_id: repoId,
    patch_id: `patch of ${name}`,
    authored_at: at(`2026-03-0${day}T10:00:00Z`),
    delta: 10,
    ...over,
  });

const service = await startAnalytics(world);
const { clickHouse, postgres, broker } = service.context;

async function publish(batchId: string, repoId: number, rows: FactRow<typeof commitScoresTable>[]): Promise<void> {
  const header = { batchId, entityId: 1, repoId, shas: rows.map((row) => row.sha) };
  const commits = rows.map(({ repo_id, sha, authored_at, committed_at, committer_id, patch_id }) =>
    commitRow({ repo_id, sha, authored_at, committed_at, committer_id, patch_id }),
  );
  const blocks = [
    { table: commitsTable, rows: rows.length, bytes: encodeRows(commitsTable, commits) },
    { table: commitScoresTable, rows: rows.length, bytes: encodeRows(commitScoresTable, rows) },
  ];
  const options = { messageId: batchId };
  await publishRaw(broker, `${broker.namespace}.facts.1.git.v1`, encodeFactBatch(header, blocks), options);
}

const sumsOf = async (query: string): Promise<Record<string, number>> => {
  const { status, body } = await service.report(`start_date=2026-03-01&end_date=2026-03-31&${query}`);
  expect([status, body.errors]).toEqual([200, undefined]);
  return Object.fromEntries(
    Object.entries<{ y: number | null }[]>(body.series_segments).map(([name, points]) => [
      name,
      points.reduce((sum, { y }) => sum + (y ?? 0), 0),
    ]),
  );
};
const COMMITS = 'segment_by=commit_count&aggregate_by=none';

await insertRows(clickHouse, committersTable, [
  committerRow({}),
  committerRow({ committer_id: 2, primary_id: 1, user_name: 'ann-old' }),
]);
const own = [commit('a1', 100, 2), commit('a2', 100, 3)];
await publish('fork', 101, [...own.map((row) => ({ ...row, repo_id: 101 })), commit('f1', 101, 4)]);
await publish('app', 100, own);
// The pick was authored under another of ann's addresses.
const pick = commit('a2', 102, 3, { sha: sha('b2'), committer_id: 2, committed_at: at('2026-03-10T10:00:00Z') });
await publish('cli', 102, [pick, commit('k1', 102, 5)]);
await eventually(async () => (await sumsOf(`${COMMITS}&resource_path=acme`))['All'] === 4);

test('a repo that is asked alone counts all its own commits, a fork too', async () => {
  expect(await sumsOf(`${COMMITS}&resource_path=acme/web/app`)).toEqual({ All: 2 });
  expect(await sumsOf(`${COMMITS}&resource_path=acme/web/fork`)).toEqual({ All: 3 });
  expect(await sumsOf(`${COMMITS}&resource_path=acme/tools/cli`)).toEqual({ All: 2 });
});

test('within the scope asked, a commit counts once, in the repo where it was committed first', async () => {
  const byRepo = 'segment_by=commit_count&aggregate_by=repo_path';
  expect(await sumsOf(`${byRepo}&resource_path=acme`)).toEqual({ 'web/app': 2, 'web/fork': 1, 'tools/cli': 1 });
  expect(await sumsOf(`${byRepo}&resource_path=acme/web`)).toEqual({ 'web/app': 2, 'web/fork': 1 });
  expect(await sumsOf(`${byRepo}&resource_path=acme/web/fork,acme/tools/cli`)).toEqual({
    'web/fork': 3,
    'tools/cli': 1,
  });
});

test('releases of one commit from several repos count once within the scope asked', async () => {
  const released = (repoId: number, name: string, released_at: string) => ({
    entity_id: 1,
    repo_id: repoId,
    sha: sha(name),
    release_id: repoId,
    released_at,
    version: 1,
  });
  // New commits have their releases looked up, and these here are of no release that is stored.
  const stale = z.object({ repo_id: z.number() });
  await eventually(async () => (await postgres.maybe(stale, 'SELECT repo_id FROM stale_releases')) === null);
  await insertRows(clickHouse, releasedCommitsTable, [
    released(100, 'a1', '2026-03-06T10:00:00Z'),
    released(101, 'a1', '2026-03-08T10:00:00Z'),
    released(102, 'b2', '2026-03-12T10:00:00Z'),
  ]);
  await bumpStamp(postgres, 1);
  const leadTime = 'segment_by=dora_change_lead_time&aggregate_by=none&interval_em=monthly';
  // From app after 4 days; the fork's release is of the same commit, and the cli's of one that app has first.
  expect(await sumsOf(`${leadTime}&resource_path=acme`)).toEqual({ All: 4 });
  expect(await sumsOf(`${leadTime}&resource_path=acme/web/fork`)).toEqual({ All: 6 });
  expect(await sumsOf(`${leadTime}&resource_path=acme/tools/cli`)).toEqual({ All: 9 });
  const deploys = 'segment_by=committer_deploy_count&aggregate_by=repo_path&interval_em=monthly';
  expect(await sumsOf(`${deploys}&resource_path=acme`)).toEqual({ 'web/app': 1 });
});

test('the audit of a repo alone scores a commit that another repo has too; of both, the later one scores nothing', async () => {
  const deltas = async (paths: string) => {
    const { body } = await service.call('GET', `/audits?resource_type=commits&resource_path=${paths}&sha=${sha('b2')}`);
    return body.commits.map(({ diff_delta }: { diff_delta: number }) => diff_delta);
  };
  expect(await deltas('acme/tools/cli')).toEqual([10]);
  expect(await deltas('acme/tools/cli,acme/web/app')).toEqual([0]);
});

test('where the first copy is removed, the next one counts', async () => {
  const header = {
    batchId: 'gone',
    entityId: 1,
    repoId: 100,
    removed: { shas: [sha('a1'), sha('a2')], olderRuns: false, version: 2 },
  };
  await publishRaw(broker, `${broker.namespace}.facts.1.git.v1`, encodeFactBatch(header, []), { messageId: 'gone' });
  const byRepo = 'segment_by=commit_count&aggregate_by=repo_path&resource_path=acme';
  await eventually(async () => (await sumsOf(byRepo))['web/fork'] === 3);
  expect(await sumsOf(byRepo)).toEqual({ 'web/fork': 3, 'tools/cli': 1 });
});
