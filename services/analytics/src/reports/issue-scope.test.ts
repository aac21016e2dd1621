import { reposTable, teamsTable } from '@linescope/facts/copy-tables';
import { issuesTable, pullRequestsTable, sprintDaysTable } from '@linescope/facts/provider-tables';
import { expect, test } from 'vitest';
import { insertRows, issueRow, pullRow, sprintRow, teamRow } from '../testing/fact-rows.ts';
import { HISTORY_RANGE, insertGoldenHistory, neighbourhood } from '../testing/golden-history.ts';
import { startAnalytics } from '../testing/start-analytics.ts';

/**
 * Points resolved on 10 March: OPS-2 1, which commit c6 of web/api names; OPS-3 2, which a pull request of web/app names; OPS-4 4, in
 * a sprint on the board of a team that has web/api; #5 8, an issue of the host in web/app; OPS-6 16, which nothing ties to a repo;
 * OPS-7 32, which pull requests of both repos name.
 */
const service = await startAnalytics(neighbourhood());
const { clickHouse } = service.context;
await insertGoldenHistory(clickHouse);
await insertRows(
  clickHouse,
  reposTable,
  [
    { repo_id: 100, path: 'web/app' },
    { repo_id: 101, path: 'web/api' },
  ].map((repo) => ({ entity_id: 1, organization_id: 10, version: 1, ...repo })),
);
await insertRows(clickHouse, teamsTable, [
  teamRow({ team_id: 9, name: 'Board', slug: 'board', board_id: 'b', repo_paths: ['web/api'] }),
]);
const resolved = (key: string, points: number, over = {}) =>
  issueRow({ key, story_points: points, is_epic: true, resolved_at: '2026-03-10T12:00:00Z', ...over });
await insertRows(clickHouse, issuesTable, [
  resolved('OPS-2', 1),
  resolved('OPS-3', 2),
  resolved('OPS-4', 4),
  resolved('#5', 8, { repo_id: 100, provider: 'hostC' }),
  resolved('OPS-6', 16),
  resolved('OPS-7', 32),
]);
await insertRows(clickHouse, pullRequestsTable, [
  pullRow({ issue_keys: ['OPS-3', 'OPS-7'] }),
  pullRow({ repo_id: 101, issue_keys: ['OPS-7'] }),
]);
await insertRows(clickHouse, sprintDaysTable, [
  sprintRow({ issue_key: 'OPS-4', board_id: 'b', sprint_started_at: '2026-03-02T08:00:00Z' }),
]);

async function points(query: string): Promise<Record<string, number>> {
  const { status, body } = await service.report(`${HISTORY_RANGE}&segment_by=story_points_resolved&${query}`);
  expect([status, body.errors]).toEqual([200, undefined]);
  return Object.fromEntries(
    Object.entries<{ y: number | null }[]>(body.series_segments).map(([name, own]) => [
      name,
      own.reduce((sum, { y }) => sum + (y ?? 0), 0),
    ]),
  );
}

test('an issue is in the scope of its repo, of those that name it, and of those of the team on whose board it is', async () => {
  expect(await points('aggregate_by=none')).toEqual({ All: 63 });
  expect(await points('aggregate_by=none&resource_path=acme/web/app')).toEqual({ All: 2 + 8 + 32 });
  expect(await points('aggregate_by=none&resource_path=acme/web/api')).toEqual({ All: 1 + 4 + 32 });
  expect(await points('aggregate_by=none&resource_path=acme/web')).toEqual({ All: 47 });
});

test('in a split by repo, an issue counts in the first of its repos, or in No repo', async () => {
  expect(await points('aggregate_by=repo_path')).toEqual({ 'web/app': 42, 'web/api': 5, 'No repo': 16 });
  expect(await points('aggregate_by=repo_path&resource_path=acme/web')).toEqual({ 'web/app': 42, 'web/api': 5 });
});

test('audits list the issues of the same scope', async () => {
  const keys = async (query: string) => {
    const { body } = await service.call('GET', `/audits?${query}`);
    const [type = ''] = query.match(/(?<=resource_type=)\w+/) ?? [];
    return body[type].map((row: Record<string, string>) => row['key'] ?? row['issue_key']).sort();
  };
  const app = 'resource_path=acme/web/app';
  const api = 'resource_path=acme/web/api';
  expect(await keys(`${app}&resource_type=issues`)).toEqual(['#5', 'OPS-3', 'OPS-7']);
  expect(await keys(`${api}&resource_type=issues`)).toEqual(['OPS-2', 'OPS-4', 'OPS-7']);
  expect(await keys(`${app}&resource_type=sprint_issues`)).toEqual([]);
  expect(await keys(`${api}&resource_type=sprint_issues`)).toEqual(['OPS-4']);
});
