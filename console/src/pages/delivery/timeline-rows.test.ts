import { expect, test } from 'vitest';
import { timelineRows } from './timeline-rows.ts';

type Rows = Parameters<typeof timelineRows>;

const release = (id: number, repo: string): Rows[0][number] => ({
  id,
  name: null,
  repo: repo.split('/')[1] ?? '',
  repo_id: id,
  repo_path: repo,
  triggered_by: 'api',
  deployed_by: null,
  release_sha: null,
  released_at: '2026-03-04T10:00:00Z',
  commit_count: 0,
  defect_count: 0,
  issue_count: 0,
});

const defect = (id: number, ...repoPaths: string[]): Rows[1][number] => ({
  id,
  defectKey: `DEF-${id}`,
  customerDefectIdentifier: null,
  detectedAt: 'March 4, 2026 10:00 UTC',
  detectedAtWords: '',
  detectedAtVisibleTimestamp: '',
  firstFixActivityAt: null,
  firstFixReleasedAt: null,
  finalFixReleasedAt: null,
  resolvedAt: null,
  hoursToFirstActivity: null,
  minutesToFirstActivity: null,
  minutesActivityToDeploy: null,
  minutesToResolved: null,
  htmlDescription: '',
  severity: null,
  path: '',
  repoPaths,
  timelineHours: [],
  issueTracker: null,
  detected: '2026-03-04T10:00:00Z',
  resolved: null,
});

const named = (rows: ReturnType<typeof timelineRows>) =>
  rows.map((row) => [row.name, row.releases.map(({ id }) => id), row.defects.map(({ id }) => id)]);

test('a defect of a repo without a release in the range stands in the row of that repo', () => {
  const rows = timelineRows(
    [release(1, 'acme/api')],
    [defect(2, 'acme/web'), defect(3, 'acme/web', 'acme/api'), defect(4)],
  );
  expect(named(rows)).toEqual([
    ['acme/api', [1], []],
    ['acme/web', [], [2, 3]],
    ['No repo yet', [], [4]],
  ]);
});

test('of many repos the busiest have rows of their own, and the others one together', () => {
  const releases = Array.from({ length: 12 }, (_, index) => release(index, `acme/repo-${index}`));
  const rows = timelineRows([...releases, ...releases.slice(2), ...releases.slice(2)], [defect(1, 'acme/repo-0')]);
  expect(rows.map(({ name }) => name)).toHaveLength(11);
  expect(rows.at(-1)).toMatchObject({
    name: 'Other repos (2)',
    releases: [{ id: 0 }, { id: 1 }],
    defects: [{ id: 1 }],
  });
});
