import type { ClickHouse } from '@linescope/chassis/clickhouse/clickhouse';
import { defectsTable, releasedCommitsTable, releasesTable, timeOffTable } from '@linescope/facts/copy-tables';
import { commitScoresTable, lineChangesTable } from '@linescope/facts/git-tables';
import {
  issuesTable,
  pullRequestCommentsTable,
  pullRequestReviewsTable,
  pullRequestsTable,
  sprintDaysTable,
} from '@linescope/facts/provider-tables';
import {
  at,
  commentRow,
  defectRow,
  insertRows,
  issueRow,
  lineRow,
  pullRow,
  releaseRow,
  reviewRow,
  scoreRow,
  sha,
  sprintRow,
} from './fact-rows.ts';

/**
 * What came of the golden history's commits.
 *
 *   pull request  by   first commit   opened        first review  ended                  brought
 *   1             ann   2 Mar 09:00    2 Mar 12:00   3 Mar 10:00   merged  4 Mar 12:00   b1 (45), b2 (15), squashed as c1; OPS-2
 *   2             bob   9 Mar 12:00   10 Mar 09:00   by a bot      merged 10 Mar 21:00   c4, c5
 *   3 (api)       cat   -             11 Mar 10:00   -             open
 *   4             ann   -              3 Mar 08:00   -             closed 12 Mar 08:00
 *   5             bob   -             11 Mar 09:00   -             merged 11 Mar 10:00
 *   c7: ann, 12 March 10:00, app, delta 5, names OPS-2 after pull request 1 was merged. ann is off on 3 March.
 *
 *   release  repo  when          carries       defect  repo  detected      activity     merged        repaired     resolved      fix
 *   R1       app    5 Mar 12:00  c1, c3        D-1     app    6 Mar 10:00  9 Mar 12:00  10 Mar 21:00  12 Mar 12:00  12 Mar 12:00  c5
 *   R2       app   12 Mar 12:00  c4, c5        D-2     api   11 Mar 13:00
 *   R3       api   11 Mar 12:00  c2, c6, D-3   D-3     api    3 Mar 09:00  3 Mar 15:00                4 Mar 09:00  11 Mar 12:00
 *   c5 changed two lines of c1, which AI wrote, and one of c3; c2 deleted a line of c0, which was released in January.
 *
 *   issue   type   who  points  created       started       resolved      in Sprint 1 (2 March 08:00 to 13 March 17:00)
 *   OPS-1   Bug    bob  3        2 Mar 09:00   2 Mar 12:00   4 Mar 12:00  from the first day to the last, 3 points
 *   OPS-2   Story  cat  5       20 Feb         9 Mar 00:00  12 Mar 00:00  from 9 March, 5 points
 *   OPS-3   Story  ann  -       20 Feb         4 Mar 00:00   5 Mar 00:00  on the first day, 2 points; out on 4 March
 *   OPS-4   Bug    -    -       10 Mar         -             -
 *   EPIC-1  Epic   ann  -       20 Feb         -             5 Mar 00:00
 */
export async function insertGoldenDelivery(clickHouse: ClickHouse): Promise<void> {
  await insertRows(clickHouse, commitScoresTable, [
    scoreRow({ sha: sha('b1'), authored_at: at('2026-03-02T09:00:00Z'), on_default_branch: false, delta: 45 }),
    scoreRow({ sha: sha('b2'), authored_at: at('2026-03-03T09:00:00Z'), on_default_branch: false, delta: 15 }),
    scoreRow({ sha: sha('c7'), authored_at: at('2026-03-12T10:00:00Z'), delta: 5, issue_keys: ['OPS-2'] }),
  ]);
  await insertRows(clickHouse, timeOffTable, [
    { entity_id: 1, committer_id: 1, starts: ['2026-03-03'], ends: ['2026-03-03'], version: 1 },
  ]);
  await insertRows(clickHouse, pullRequestsTable, [
    pullRow({
      first_commit_authored_at: '2026-03-02T09:00:00Z',
      opened_at: '2026-03-02T12:00:00Z',
      first_human_review_at: '2026-03-03T10:00:00Z',
      merged_at: '2026-03-04T12:00:00Z',
      commit_shas: [sha('b1'), sha('b2')],
      head_sha: sha('b2'),
      squash_sha: sha('c1'),
      merge_sha: sha('c1'),
      issue_keys: ['OPS-2'],
    }),
    pullRow({
      number: 2,
      committer_id: 3,
      first_commit_authored_at: '2026-03-09T12:00:00Z',
      opened_at: '2026-03-10T09:00:00Z',
      merged_at: '2026-03-10T21:00:00Z',
      commit_shas: [sha('c4'), sha('c5')],
      head_sha: sha('c5'),
      merge_sha: sha('c5'),
    }),
    pullRow({ number: 3, repo_id: 101, committer_id: 4, opened_at: '2026-03-11T10:00:00Z' }),
    pullRow({ number: 4, opened_at: '2026-03-03T08:00:00Z', closed_at: '2026-03-12T08:00:00Z' }),
    pullRow({ number: 5, committer_id: 3, opened_at: '2026-03-11T09:00:00Z', merged_at: '2026-03-11T10:00:00Z' }),
  ]);
  await insertRows(clickHouse, pullRequestReviewsTable, [
    reviewRow({ submitted_at: '2026-03-03T10:00:00Z' }),
    reviewRow({ review_id: '2', committer_id: 4, submitted_at: '2026-03-10T10:00:00Z' }),
    reviewRow({ number: 2, review_id: '3', committer_id: 5, bot: true, submitted_at: '2026-03-10T10:00:00Z' }),
  ]);
  await insertRows(clickHouse, pullRequestCommentsTable, [
    commentRow({ created_at: '2026-03-03T10:00:00Z' }),
    commentRow({ comment_id: '2', committer_id: 2, created_at: '2026-03-03T11:00:00Z' }),
    commentRow({ number: 2, comment_id: '3', committer_id: 4, created_at: '2026-03-10T10:00:00Z' }),
    commentRow({ comment_id: '4', deleted: true, created_at: '2026-03-03T10:00:00Z' }),
    commentRow({ comment_id: '5', committer_id: 5, bot: true, created_at: '2026-03-03T10:00:00Z' }),
  ]);
  await insertRows(clickHouse, releasesTable, [
    releaseRow({ sha: sha('c3'), released_at: '2026-03-05T12:00:00Z' }),
    releaseRow({ release_id: 2, sha: sha('c5'), released_at: '2026-03-12T12:00:00Z' }),
    releaseRow({
      release_id: 3,
      repo_id: 101,
      sha: sha('c6'),
      released_at: '2026-03-11T12:00:00Z',
      defect_keys: ['D-3'],
    }),
  ]);
  const carried = (repoId: number, releaseId: number, releasedAt: string, ...marks: string[]) =>
    marks.map((mark) => ({
      entity_id: 1,
      repo_id: repoId,
      sha: sha(mark),
      release_id: releaseId,
      released_at: releasedAt,
      version: 1,
    }));
  await insertRows(clickHouse, releasedCommitsTable, [
    ...carried(100, 1, '2026-03-05T12:00:00Z', 'c1', 'c3'),
    ...carried(100, 2, '2026-03-12T12:00:00Z', 'c4', 'c5'),
    ...carried(101, 3, '2026-03-11T12:00:00Z', 'c2', 'c6'),
    ...carried(101, 9, '2026-01-05T00:00:00Z', 'c0'),
  ]);
  await insertRows(clickHouse, defectsTable, [
    defectRow({
      repo_id: 100,
      repo_ids: [100],
      detected_at: '2026-03-06T10:00:00Z',
      first_fix_activity_at: '2026-03-09T12:00:00Z',
      first_fix_merged_at: '2026-03-10T21:00:00Z',
      first_fix_released_at: '2026-03-12T12:00:00Z',
      resolved_at: '2026-03-12T12:00:00Z',
      fix_shas: [sha('c5')],
      fix_repo_ids: [100],
    }),
    defectRow({ defect_id: 2, defect_key: 'D-2', repo_id: 101, detected_at: '2026-03-11T13:00:00Z' }),
    defectRow({
      defect_id: 3,
      defect_key: 'D-3',
      repo_ids: [101],
      detected_at: '2026-03-03T09:00:00Z',
      first_fix_activity_at: '2026-03-03T15:00:00Z',
      first_fix_released_at: '2026-03-04T09:00:00Z',
      resolved_at: '2026-03-11T12:00:00Z',
    }),
  ]);
  const c5Line = {
    sha: sha('c5'),
    committer_id: 3,
    authored_at: at('2026-03-09T15:00:00Z'),
    origin_sha: sha('c1'),
    origin_authored_at: at('2026-03-02T09:00:00Z'),
    origin_ai: true,
  };
  await insertRows(clickHouse, lineChangesTable, [
    lineRow(c5Line),
    lineRow({ ...c5Line, hunk_line: 1 }),
    lineRow({
      ...c5Line,
      hunk_line: 2,
      origin_sha: sha('c3'),
      origin_authored_at: at('2026-03-03T10:00:00Z'),
      origin_ai: false,
    }),
    lineRow({
      sha: sha('c2'),
      repo_id: 101,
      committer_id: 2,
      authored_at: at('2026-03-02T09:40:00Z'),
      operation: 'del',
      origin_sha: sha('c0'),
      origin_authored_at: at('2024-01-01T00:00:00Z'),
    }),
  ]);
  const issue = (key: string, over: Parameters<typeof issueRow>[0]) =>
    issueRow({ key, created_at: '2026-02-20T00:00:00Z', ...over });
  await insertRows(clickHouse, issuesTable, [
    issue('OPS-1', {
      issue_id: 1,
      type: 'Bug',
      assignee_committer_id: 3,
      story_points: 3,
      created_at: '2026-03-02T09:00:00Z',
      started_at: '2026-03-02T12:00:00Z',
      resolved_at: '2026-03-04T12:00:00Z',
    }),
    issue('OPS-2', {
      issue_id: 2,
      assignee_committer_id: 4,
      story_points: 5,
      started_at: '2026-03-09T00:00:00Z',
      resolved_at: '2026-03-12T00:00:00Z',
    }),
    issue('OPS-3', {
      issue_id: 3,
      assignee_committer_id: 1,
      started_at: '2026-03-04T00:00:00Z',
      resolved_at: '2026-03-05T00:00:00Z',
    }),
    issue('OPS-4', { issue_id: 4, type: 'Bug', created_at: '2026-03-10T00:00:00Z', status: 'Open' }),
    issue('OPS-5', { issue_id: 5, story_points: 100, resolved_at: '2026-03-05T00:00:00Z', deleted: true }),
    issue('EPIC-1', {
      issue_id: 6,
      type: 'Epic',
      is_epic: true,
      assignee_committer_id: 1,
      resolved_at: '2026-03-05T00:00:00Z',
    }),
  ]);
  const day = (key: string, date: string, points: number | null, member = true) =>
    sprintRow({
      issue_key: key,
      day: date,
      story_points: points,
      member,
      sprint_started_at: '2026-03-02T08:00:00Z',
      sprint_ended_at: '2026-03-13T17:00:00Z',
    });
  await insertRows(clickHouse, sprintDaysTable, [
    day('OPS-1', '2026-03-02', 3),
    day('OPS-1', '2026-03-13', 3),
    day('OPS-2', '2026-03-09', 5),
    day('OPS-2', '2026-03-11', 5),
    day('OPS-2', '2026-03-12', 5),
    day('OPS-2', '2026-03-13', 5),
    day('OPS-3', '2026-03-02', 2),
    day('OPS-3', '2026-03-04', 2, false),
  ]);
}
