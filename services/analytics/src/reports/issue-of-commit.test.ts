import { committersTable, releasedCommitsTable } from '@linescope/facts/copy-tables';
import { commitScoresTable, commitsTable, lineChangesTable } from '@linescope/facts/git-tables';
import { issuesTable, pullRequestsTable } from '@linescope/facts/provider-tables';
import { expect, test } from 'vitest';
import {
  at,
  commitRow,
  committerRow,
  insertRows,
  issueRow,
  lineRow,
  pullRow,
  scoreRow,
  sha,
} from '../testing/fact-rows.ts';
import { neighbourhood } from '../testing/golden-history.ts';
import { startAnalytics } from '../testing/start-analytics.ts';

/*
 *   commit  says   delta  pull request, with keys by branch, title and closing references
 *   c1      -      10     1: ZED-9 of its branch, MID-5 of its title, ABC-1 closed
 *   c2      MID-5  20     1
 *   c3      -      30     squash of 2: MID-5; and in 3: ABC-1
 *   c4      NO-1   40     3: NO-1 is no known issue, so ABC-1
 *   c5      -      50     4 by its copy c6, which a rebase left behind: MID-5
 *   c1 replaced a line of c0, which was released on 1 March; ABC-1 is a bug found on 2 March.
 */
const service = await startAnalytics(neighbourhood());
const { clickHouse } = service.context;

const commits = [
  { sha: sha('c0'), authored_at: at('2026-02-01T00:00:00Z'), delta: 1, issue_keys: [] },
  { sha: sha('c1'), authored_at: at('2026-03-03T00:00:00Z'), delta: 10, issue_keys: [] },
  { sha: sha('c2'), authored_at: at('2026-03-03T01:00:00Z'), delta: 20, issue_keys: ['MID-5'] },
  { sha: sha('c3'), authored_at: at('2026-03-03T02:00:00Z'), delta: 30, issue_keys: [] },
  { sha: sha('c4'), authored_at: at('2026-03-03T03:00:00Z'), delta: 40, issue_keys: ['NO-1'] },
  { sha: sha('c5'), authored_at: at('2026-03-04T00:00:00Z'), delta: 50, patch_id: 'rebased', issue_keys: [] },
  {
    ...{ sha: sha('c6'), authored_at: at('2026-03-04T00:00:00Z'), delta: 50, patch_id: 'rebased', issue_keys: [] },
    ...{ on_default_branch: false, presence: 'removed' },
  },
];
await insertRows(clickHouse, committersTable, [committerRow({})]);
await insertRows(clickHouse, commitScoresTable, commits.map(scoreRow));
await insertRows(
  clickHouse,
  commitsTable,
  commits.map(({ delta: _delta, ...row }) => commitRow(row)),
);
await insertRows(clickHouse, pullRequestsTable, [
  pullRow({ commit_shas: [sha('c1'), sha('c2')], issue_keys: ['ZED-9', 'MID-5', 'ABC-1'] }),
  pullRow({ number: 2, squash_sha: sha('c3'), issue_keys: ['MID-5'] }),
  pullRow({ number: 3, commit_shas: [sha('c3'), sha('c4')], issue_keys: ['ABC-1'] }),
  pullRow({ number: 4, commit_shas: [sha('c6')], issue_keys: ['MID-5'] }),
]);
const issue = { created_at: '2026-03-02T00:00:00Z' };
await insertRows(clickHouse, issuesTable, [
  issueRow({ ...issue, key: 'ZED-9' }),
  issueRow({ ...issue, key: 'MID-5', issue_id: 2 }),
  issueRow({ ...issue, key: 'ABC-1', issue_id: 3, type: 'Bug' }),
]);
await insertRows(clickHouse, lineChangesTable, [
  lineRow({ sha: sha('c1'), origin_sha: sha('c0'), origin_authored_at: at('2026-02-01T00:00:00Z') }),
]);
await insertRows(clickHouse, releasedCommitsTable, [
  { entity_id: 1, repo_id: 100, sha: sha('c0'), release_id: 1, released_at: '2026-03-01T00:00:00Z', version: 1 },
]);

const MARCH = 'start_date=2026-03-01&end_date=2026-03-31&interval_em=monthly';
const valuesOf = async (segment: string, by = '') => {
  const { body } = await service.report(`segment_by=${segment}&${MARCH}${by}`);
  return Object.fromEntries(
    Object.entries<{ y: number | null }[]>(body.series_segments).map(([name, points]) => [
      name,
      points.reduce((sum, { y }) => sum + (y ?? 0), 0),
    ]),
  );
};

test('a commit’s issue is the first that its message names, else the first of its branch, its title and what it closes', async () => {
  expect(await valuesOf('issue_external_identifier')).toEqual({ 'ZED-9': 10, 'MID-5': 100, 'ABC-1': 40 });
  expect(await valuesOf('ticket_type')).toEqual({ Story: 110, Bug: 40 });
});

test.each([
  ['ZED-9', ['c2', 'c1']],
  ['MID-5', ['c5', 'c6', 'c3', 'c2', 'c1']],
  ['ABC-1', ['c4', 'c3', 'c2', 'c1']],
])('the audit by the issue %s finds the commits that are tied to it', async (key, marks) => {
  const { body } = await service.call('GET', `/audits?resource_path=acme&resource_type=commits&issue_key=${key}`);
  expect(body.commits.map((commit: { sha: string }) => commit.sha.slice(0, 2))).toEqual(marks);
});

test('a bug has escaped where the code that its commits replaced was released, also those tied to it by a pull request', async () => {
  expect(await valuesOf('bug_escape_rate', '&aggregate_by=none')).toEqual({ All: 100 });
});
