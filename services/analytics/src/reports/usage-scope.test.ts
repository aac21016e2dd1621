import { committersTable, reposTable, teamsTable } from '@linescope/facts/copy-tables';
import { commitScoresTable } from '@linescope/facts/git-tables';
import { aiUsageTable } from '@linescope/facts/provider-tables';
import { expect, test } from 'vitest';
import { bumpStamp } from '../store/fact-stamps.ts';
import { at, committerRow, insertRows, scoreRow, sha, teamRow, usageRow } from '../testing/fact-rows.ts';
import type { Neighbourhood } from '../testing/neighbours.ts';
import { startAnalytics } from '../testing/start-analytics.ts';

/**
 * Lines but noop in the 28 days up to 20 March: ann 30 in web/app, 10 in web/api and 40 in tools/cli; bob 20 in web/api, and 100 in
 * tools/cli 28 days before the 20th, which is a day too early. Cat has no commits. The team Core is ann and bob.
 */
const world: Neighbourhood = {
  entities: [
    {
      id: 1,
      slug: 'acme',
      settings: {},
      repos: [
        { id: 100, organizationId: 10, path: 'web/app' },
        { id: 101, organizationId: 10, path: 'web/api' },
        { id: 102, organizationId: 11, path: 'tools/cli' },
      ],
    },
  ],
  people: [
    { id: 1, primaryId: 1, userName: 'ann', email: '' },
    { id: 3, primaryId: 3, userName: 'bob', email: '' },
    { id: 4, primaryId: 4, userName: 'cat', email: '' },
  ],
  teams: [{ id: 1, slug: 'core', name: 'Core', repoPaths: [], committerIds: [1, 3] }],
  access: new Map(),
};
const service = await startAnalytics(world);
const { clickHouse } = service.context;
await insertRows(clickHouse, reposTable, [
  ...(world.entities[0]?.repos ?? []).map(({ id, organizationId, path }) => ({
    entity_id: 1,
    repo_id: id,
    organization_id: organizationId,
    path,
    version: 1,
  })),
]);
await insertRows(clickHouse, committersTable, [
  committerRow({}),
  committerRow({ committer_id: 3, user_name: 'bob' }),
  committerRow({ committer_id: 4, user_name: 'cat' }),
]);
await insertRows(clickHouse, teamsTable, [
  teamRow({
    member_ids: [1, 3],
    member_from: ['2026-01-01', '2026-01-01'],
    member_until: ['2199-12-31', '2199-12-31'],
  }),
]);
const work = (name: string, who: number, repoId: number, lines: number, day = '2026-03-10') =>
  scoreRow({
    sha: sha(name),
    committer_id: who,
    repo_id: repoId,
    authored_at: at(`${day}T12:00:00Z`),
    lines: lines + 5,
    lines_by_operation: { add: lines, noop: 5 },
  });
await insertRows(clickHouse, commitScoresTable, [
  work('a', 1, 100, 30),
  work('b', 1, 101, 10, '2026-03-20'),
  work('c', 1, 102, 40, '2026-02-21'),
  work('d', 3, 101, 20),
  work('e', 3, 102, 100, '2026-02-20'),
]);

const post = async (resource: string, over: object): Promise<number> => {
  const json = { resource_path: resource, llm_model_name: 'm', date: '2026-03-20', ...over };
  return (await service.call('POST', '/ai_usages', { json })).status;
};
async function series(query: string, resource = 'acme'): Promise<Record<string, number | null>> {
  const range = 'start_date=2026-03-20&end_date=2026-03-20';
  const { status, body } = await service.report(`${range}&resource_path=${resource}&${query}`);
  expect([status, body.errors]).toEqual([200, undefined]);
  return Object.fromEntries(
    Object.entries<{ y: number | null }[]>(body.series_segments).map(([name, [point]]) => [name, point?.y ?? null]),
  );
}
const cost = async (resource: string) =>
  (await series('segment_by=ai_cost_cents&aggregate_by=none', resource))['All'] ?? null;

test('usage of the entity counts in a repo by the share of the person’s lines there, and the repos add up to the whole', async () => {
  await post('acme', {
    committer_user_name: 'ann',
    cents_cost: 800,
    prompted_accept_count: 80,
    prompted_suggest_count: 80,
  });
  expect(await cost('acme')).toBe(800);
  expect(await cost('acme/web')).toBe(400);
  expect(await cost('acme/web/app')).toBe(300);
  expect(await cost('acme/web/api')).toBe(100);
  expect(await cost('acme/tools/cli')).toBe(400);
  expect(await series('segment_by=ai_cost_cents&aggregate_by=repo_path')).toEqual({
    'web/app': 300,
    'web/api': 100,
    'tools/cli': 400,
  });
});

test('usage of an organization is shared out among its repos, and that of a repo is the repo’s', async () => {
  await post('acme/web', { committer_user_name: 'ann', llm_model_name: 'of web', cents_cost: 40 });
  await post('acme/web/api', { committer_user_name: 'ann', llm_model_name: 'of api', cents_cost: 7 });
  expect(await cost('acme/web/app')).toBe(330);
  expect(await cost('acme/web/api')).toBe(117);
  expect(await cost('acme/web')).toBe(447);
  expect(await cost('acme')).toBe(847);
});

test('a team’s usage is shared out by its members’ lines', async () => {
  await post('acme', { team_slug: 'core', llm_model_name: 'of core', cents_cost: 1000 });
  // Ann 30, 10 and 40, bob 20: 300, 300 and 400 of 1,000.
  expect(await cost('acme/web/app')).toBe(630);
  expect(await cost('acme/web/api')).toBe(417);
  expect(await cost('acme/tools/cli')).toBe(800);
});

test('usage without a share counts in its own resource and above, as No repo', async () => {
  await post('acme/web', { committer_user_name: 'cat', llm_model_name: 'of cat', cents_cost: 9 });
  expect(await cost('acme/web')).toBe(1056);
  expect(await cost('acme/web/api')).toBe(417);
  expect(await cost('acme/web/app,acme/web/api')).toBe(1047);
  expect(await series('segment_by=ai_cost_cents&aggregate_by=repo_path')).toEqual({
    'web/app': 630,
    'web/api': 417,
    'tools/cli': 800,
    'No repo': 9,
  });
});

test('people and seats count wherever they have a share, and a cohort is of all that a person uses', async () => {
  const users = (resource: string) =>
    series('segment_by=active_llm_user_per_date_count&aggregate_by=none', resource).then(({ All: y }) => y);
  const idle = (resource: string) =>
    series('segment_by=inactive_llm_user_per_date_count&aggregate_by=none', resource).then(({ All: y }) => y);
  expect([await users('acme'), await users('acme/tools/cli'), await users('acme/web/api')]).toEqual([1, 1, 1]);
  // Bob and cat use nothing counted; bob works in the api, cat nowhere.
  expect([await idle('acme'), await idle('acme/web/api'), await idle('acme/web/app')]).toEqual([2, 1, undefined]);
  expect(await series('segment_by=commit_count&aggregate_by=ai_cohort', 'acme/web/api')).toEqual({ Power: 1 });
});

test('200: a replacement also replaces what was recorded above and below its resource', async () => {
  expect(await post('acme/web/app', { committer_user_name: 'ann', llm_model_name: 'of web', cents_cost: 5 })).toBe(201);
  expect(await cost('acme/web/app')).toBe(605);
  expect(await post('acme/web', { committer_user_name: 'ann', llm_model_name: 'of web', cents_cost: 8 })).toBe(200);
  expect(await cost('acme/web/app')).toBe(606);
  expect(await cost('acme/web/api')).toBe(409);
});

test('usage of somebody whom nobody knows is the series Unassigned, that of a team the team’s', async () => {
  await insertRows(clickHouse, aiUsageTable, [usageRow({ date: '2026-03-20', committer_id: 0, cents_cost: 5 })]);
  await bumpStamp(service.context.postgres, 1);
  const byCommitter = await series('segment_by=ai_cost_cents&aggregate_by=committer');
  // Ann 800 and 7, and 8 in place of what was recorded for web and web/app.
  expect(byCommitter).toEqual({ ann: 815, cat: 9, 'Team Core': 1000, Unassigned: 5 });
});
