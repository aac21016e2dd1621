import { commitsTable } from '@linescope/facts/git-tables';
import { issuesTable } from '@linescope/facts/provider-tables';
import { expect, test } from 'vitest';
import { at, commitRow, insertRows, issueRow, sha } from '../testing/fact-rows.ts';
import { HISTORY_RANGE, insertGoldenHistory, neighbourhood } from '../testing/golden-history.ts';
import { startAnalytics } from '../testing/start-analytics.ts';

const service = await startAnalytics(neighbourhood());
const { clickHouse } = service.context;
await insertGoldenHistory(clickHouse);
await insertRows(clickHouse, commitsTable, [
  commitRow({ sha: sha('c3'), committer_id: 3, authored_at: at('2026-03-03T10:00:00Z') }),
  commitRow({ sha: sha('c4'), committer_id: 3, authored_at: at('2026-03-09T12:00:00Z') }),
  commitRow({ sha: sha('c5'), committer_id: 3, authored_at: at('2026-03-09T15:00:00Z') }),
  commitRow({ sha: sha('c6'), committer_id: 4, repo_id: 101, authored_at: at('2026-03-11T08:00:00Z') }),
  commitRow({ sha: sha('c1'), committer_id: 1, authored_at: at('2026-03-02T09:00:00Z') }),
]);
const manager = service.as(12, 'manager');
const path = (url: string) => url.replace('/api/v1', '');

test('200: a manager follows a point to the records of the people whom they may see', async () => {
  const { body } = await service.report(`${HISTORY_RANGE}&segment_by=commit_count&aggregate_by=none`, manager);
  const points: { url: string; y: number }[] = body.series_segments.All;
  expect(points.map(({ y }) => y)).toEqual([1, 3]);
  const records = await service.call('GET', path(points[1]?.url ?? ''), manager);
  expect([records.status, records.body.action_em, records.body.total_count]).toEqual([200, 'action_report_records', 3]);
  const named = await service.call('GET', `${path(points[1]?.url ?? '')}&series=All`, manager);
  expect(named.body.total_count).toBe(3);
  expect(records.body.commits.map((commit: { sha: string }) => commit.sha)).toEqual([sha('c6'), sha('c5'), sha('c4')]);
});

test('200: a series is found by its name as it is written, whatever a tracker calls a type of issues', async () => {
  const types = ['All', ' Hot fix ', 'Task'];
  const issues = types.map((type, index) =>
    issueRow({
      issue_id: 80 + index,
      key: `TYPE-${index}`,
      type,
      story_points: 2 ** index,
      assignee_committer_id: 3,
      resolved_at: '2026-03-10T00:00:00Z',
    }),
  );
  await insertRows(clickHouse, issuesTable, issues);
  const { body } = await service.report(`${HISTORY_RANGE}&segment_by=ticket_type_story_points`, manager);
  for (const [index, type] of types.entries()) {
    const records = await service.call('GET', path(body.series_segments[type][0].url), manager);
    expect(records.body.issues.map((issue: { key: string }) => issue.key)).toEqual([`TYPE-${index}`]);
  }
});

test('200: an admin follows a point to the audit', async () => {
  const { body } = await service.report(`${HISTORY_RANGE}&segment_by=commit_count&aggregate_by=none`);
  expect(body.series_segments.All[0].url).toMatch(/^\/api\/v1\/audits\?/);
});

test('200: the records of somebody whom the caller may not see are not listed', async () => {
  const query = `resource_path=acme&${HISTORY_RANGE}&segment_by=commit_count&interval_em=weekly&aggregate_by=committer`;
  const own = await service.call('GET', `/report_records?${query}&series=3`, manager);
  expect(own.body.total_count).toBe(3);
  const others = await service.call('GET', `/report_records?${query}&series=1`, manager);
  expect([others.status, others.body.total_count]).toEqual([200, 0]);
});

test('400: records of another type than the point’s are refused', async () => {
  const query = `resource_path=acme&${HISTORY_RANGE}&segment_by=commit_count&resource_type=issues`;
  expect((await service.call('GET', `/report_records?${query}`, manager)).status).toBe(400);
});

test('404: another entity is not there', async () => {
  expect((await service.call('GET', `/report_records?resource_path=other&${HISTORY_RANGE}`, manager)).status).toBe(404);
});
