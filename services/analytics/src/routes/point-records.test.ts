import { expect, test } from 'vitest';
import { z } from 'zod';
import { insertGoldenDelivery } from '../testing/golden-delivery.ts';
import { HISTORY_RANGE, insertGoldenHistory, neighbourhood } from '../testing/golden-history.ts';
import { startAnalytics } from '../testing/start-analytics.ts';

const service = await startAnalytics(neighbourhood());
const { clickHouse } = service.context;
await insertGoldenHistory(clickHouse);
await insertGoldenDelivery(clickHouse);
await clickHouse.command(
  `INSERT INTO commits (entity_id, repo_id, sha, authored_at, committed_at, committer_id, is_merge, on_default_branch, presence, patch_id, issue_keys, version)
   SELECT entity_id, repo_id, sha, authored_at, committed_at, committer_id, is_merge, on_default_branch, presence, patch_id, issue_keys, version FROM commit_scores`,
);

interface Point {
  url: string;
  x: string;
  y: number | null;
}

/** The fields of a record that a point is computed from. */
const recordSchema = z.looseObject({
  point_value: z.number().nullable(),
  point_values: z.record(z.string(), z.number().nullable()).optional(),
  contributor: z.looseObject({ username: z.string().optional(), user_name: z.string().optional() }).nullish(),
});
type Listed = z.infer<typeof recordSchema>;
type Lists = Record<string, Listed[]>;

async function listOf(url: string) {
  const { status, body } = await service.call('GET', url.replace('/api/v1', ''));
  expect([url, status, body.errors ?? []]).toEqual([url, 200, []]);
  const type = new URLSearchParams(url.split('?')[1]).get('resource_type') ?? '';
  expect(body.total_count).toBe(body[type].length);
  return {
    type,
    records: z.array(recordSchema).parse(body[type]),
    further: z.array(z.string()).parse(body.further_urls),
  };
}

/** All that the link of a point leads to, list by list. */
async function behind({ url }: Point): Promise<Lists> {
  const { type, records, further } = await listOf(url);
  const rest = await Promise.all(further.map(listOf));
  return Object.fromEntries([[type, records], ...rest.map((other) => [other.type, other.records])]);
}

/** The fullest point of each series: enough to see whether its records are the right ones. */
async function fullestPoints(segment: string, query = '&aggregate_by=none'): Promise<[string, Point][]> {
  const { status, body } = await service.report(`${HISTORY_RANGE}&segment_by=${segment}${query}`);
  expect([segment, status]).toEqual([segment, 200]);
  return Object.entries<Point[]>(body.series_segments).flatMap(([series, points]) =>
    points
      .toSorted((one, other) => (other.y ?? 0) - (one.y ?? 0))
      .slice(0, 1)
      .map((point): [string, Point] => [series, point]),
  );
}

const sum = (records: Listed[] = [], part?: string): number =>
  records.reduce((total, record) => total + ((part ? record.point_values?.[part] : record.point_value) ?? 0), 0);
const different = (records: Listed[] = [], of: (record: Listed) => unknown = personOf): number =>
  new Set(records.map(of)).size;
const personOf = ({ contributor }: Listed) => contributor?.username ?? contributor?.user_name;
const onDay = (field: string) => (record: Listed) => `${String(record[field]).slice(0, 10)} ${personOf(record)}`;

/** What a reader of the records makes of them, where it is more than a sum; the points' own values are worked out by hand elsewhere. */
const READINGS: [segment: string, read: (lists: Lists) => number, query?: string][] = [
  ['active_committer_in_week_count', ({ commits }) => different(commits)],
  ['active_committer_per_date_count', ({ commits }) => different(commits, onDay('authored_at')) / 7],
  ['diff_delta_per_committer', ({ commits }) => sum(commits, 'delta') / different(commits)],
  // The week of 2 March has four working days, of which ann had one off and bob none.
  ['delta_velocity', ({ commits }) => sum(commits, 'delta') / (4 - 1 / 2)],
  [
    'quality_cornerstones_percent',
    ({ commits, pull_requests: pulls }) =>
      (100 -
        (100 * sum(commits, 'churned')) / sum(commits, 'written') +
        (100 - (100 * sum(commits, 'copied')) / sum(commits, 'meaningful')) +
        (100 * sum(pulls, 'reviewed')) / sum(pulls, 'merged') +
        4 * Math.min(25, (100 * sum(commits, 'explained')) / sum(commits, 'delta'))) /
      4,
  ],
  ['defect_originated_cohorts', ({ critical_defects: defects }) => defects?.length ?? 0, ''],
  [
    'defect_originated_cohorts_per_committer',
    ({ critical_defects: defects, commits }) => (defects?.length ?? 0) / different(commits),
    '',
  ],
  ['delta_per_ai_dollar', ({ commits, ai_usages: usages }) => sum(commits, 'ai_delta') / (sum(usages, 'cost') / 100)],
  ['active_llm_user_per_date_count', ({ ai_usages: usages }) => different(usages, onDay('date')) / 7],
  ['inactive_llm_user_per_date_count', ({ ai_seats: seats }) => sum(seats) / 7],
  ['ai_engaged_committer_count', ({ commits }) => different(commits)],
  ['ai_inactive_committer_count', ({ commits }) => different(commits)],
  ['ai_defect_rate', ({ critical_defects: defects }) => (100 * sum(defects, 'with_ai')) / sum(defects, 'defects')],
  ['pr_awaiting_review_count', ({ pull_requests: pulls }) => pulls?.length ?? 0],
  ['prs_reviewed', ({ pull_requests: pulls }) => pulls?.length ?? 0],
  [
    'commits_reviewed',
    ({ pull_requests: pulls = [] }) =>
      new Set(
        pulls.flatMap(({ commits }) =>
          z
            .array(z.object({ sha: z.string() }))
            .parse(commits)
            .map(({ sha }) => sha),
        ),
      ).size,
  ],
  ['committer_deploy_count', ({ commits }) => different(commits)],
  ['issues_resolved_per_active_developer', ({ issues, commits }) => (issues?.length ?? 0) / different(commits)],
  ['story_points_per_assignee', ({ issues }) => sum(issues, 'points') / different(issues, ({ assignee }) => assignee)],
  [
    'story_points_velocity',
    ({ sprint_issues: issues }) => sum(issues, 'completed') / different(issues, (issue) => issue['sprint_id']),
  ],
];

test.each(READINGS)('the records behind a point of %s make the point', async (segment, read, query) => {
  const [fullest] = (await fullestPoints(segment, query)).toSorted(
    ([, one], [, other]) => (other.y ?? 0) - (one.y ?? 0),
  );
  if (!fullest) throw new Error(`${segment} has no point`);
  const [series, point] = fullest;
  const digits = String(point.y).split('.')[1]?.length ?? 0;
  expect([series, point.url, Number(read(await behind(point)).toFixed(digits))]).toEqual([series, point.url, point.y]);
});

test.each([
  ['commit_count', '&aggregate_by=committer'],
  ['ai_cost_cents', '&aggregate_by=committer'],
  ['ai_cost_cents', '&aggregate_by=ai_provider&ai_provider_em=vendorA_assistant,custom'],
  ['all_accept_count', '&aggregate_by=team'],
  ['defect_detected_count', '&aggregate_by=repo_path'],
  ['release_count', '&aggregate_by=repo'],
  ['sprint_end_story_points_completed', '&aggregate_by=ai_cohort'],
  ['ai_defect_line_triaged_count', '&aggregate_by=committer'],
  ['none', '&team_slug=edge&aggregate_by=repo_path'],
  ['none', '&committer_user_name=ann&aggregate_by=none'],
  ['operation', '&suppress_aggregation=true'],
  ['composite_ai_use', ''],
])('the records behind each series of %s%s add up to its point', async (segment, query) => {
  const points = await fullestPoints(segment, query);
  expect(points.length).toBeGreaterThan(0);
  for (const [series, point] of points) {
    const lists = Object.values(await behind(point));
    expect([series, point.url, lists.length, Math.round(sum(lists[0]))]).toEqual([series, point.url, 1, point.y]);
  }
});

const namesOf = (lists: Lists, field: string) =>
  Object.values(lists)
    .flat()
    .map((record) => [record[field], record.point_value]);

/** By hand, from the tables of the golden history. */
test.each([
  // D-1 was detected on 6 March 10:00 and its first fix merged on 10 March 21:00: 107 hours. D-3 has no merged fix.
  ['hours_to_fix_merged', 'Week of March 9', 'defect_key', [['D-1', 107]]],
  ['detected_defect_fix_merged_count', 'Week of March 2', 'defect_key', [['D-1', 1]]],
  [
    'defect_detected_count',
    'Week of March 2',
    'defect_key',
    [
      ['D-1', 1],
      ['D-3', 1],
    ],
  ],
  // R2 carries c5, which fixes D-1; R3 says that it carries the fix of D-3.
  [
    'release_resolves_defect_count',
    'Week of March 9',
    'id',
    [
      [2, 1],
      [3, 1],
    ],
  ],
  // ann used AI on 2 and 3 March; bob and cat on no day of the week.
  [
    'inactive_llm_user_per_date_count',
    'Week of March 2',
    'committer_id',
    [
      [1, 5],
      [3, 7],
      [4, 7],
    ],
  ],
  [
    'active_llm_user_per_date_count',
    'Week of March 2',
    'date',
    [
      ['2026-03-03', null],
      ['2026-03-02', null],
    ],
  ],
  // A day's usage without lines is not behind the lines.
  ['ai_lines_deleted_count', 'Week of March 2', 'date', [['2026-03-02', 5]]],
  [
    'sprint_start_story_points_committed',
    'Week of March 2',
    'issue_key',
    [
      ['OPS-1', 3],
      ['OPS-3', 2],
    ],
  ],
  [
    'sprint_end_story_points_completed',
    'Week of March 9',
    'issue_key',
    [
      ['OPS-1', 3],
      ['OPS-2', 5],
    ],
  ],
  // c5 changed two lines that AI wrote.
  ['ai_defect_line_triaged_count', 'Week of March 9', 'sha', [[`c5${'0'.repeat(38)}`, 2]]],
  // Of the two bugs one is resolved: Monday 9:00 to Wednesday 12:00 is 2 days and 3 hours of 8.
  ['issue_business_days_to_fix', 'Week of March 2', 'key', [['OPS-1', 2.375]]],
] as const)(
  'the audit of %s in the %s lists just the records that contribute',
  async (segment, label, field, expected) => {
    const { body } = await service.report(`${HISTORY_RANGE}&segment_by=${segment}&aggregate_by=none`);
    const point = z
      .array(z.object({ url: z.string(), x: z.string(), y: z.number().nullable() }))
      .parse(body.series_segments.All);
    const found = point.find(({ x }) => x === label);
    expect(found).toBeDefined();
    if (found) expect(namesOf(await behind(found), field)).toEqual(expected);
  },
);

test('a point of more records than are bound as a list is paged too', async () => {
  const made = `SELECT 1 AS entity_id, 100 AS repo_id, leftPad(toString(number), 40, '0') AS sha, toDateTime64('2025-06-03 00:00:00', 3, 'UTC') + number AS authored_at,
    authored_at AS committed_at, 3 AS committer_id, true AS on_default_branch, 'existent' AS presence, 1 AS version`;
  const columns =
    'entity_id, repo_id, sha, authored_at, committed_at, committer_id, on_default_branch, presence, version';
  for (const table of ['commits', 'commit_scores']) {
    await clickHouse.command(`INSERT INTO ${table} (${columns}) ${made} FROM numbers(5001)`);
  }
  const { body } = await service.report(
    'start_date=2025-06-02&end_date=2025-06-08&segment_by=commit_count&aggregate_by=committer',
  );
  const [point] = body.series_segments.bob;
  expect(point.y).toBe(5001);
  const { body: page } = await service.call('GET', `${point.url.replace('/api/v1', '')}&page=101`);
  expect([page.total_count, page.page_count]).toEqual([5001, 101]);
  expect(page.commits).toMatchObject([{ sha: '0'.repeat(40), point_value: 1 }]);
});

test('points link members, who may not read audits, to the records of the report', async () => {
  const member = service.as(11, 'member');
  for (const segment of ['release_count', 'defect_detected_count', 'commit_count']) {
    const { body } = await service.report(`${HISTORY_RANGE}&segment_by=${segment}&aggregate_by=repo_path`, member);
    const { url, y } = body.series_segments['web/app'][0];
    expect(url).toMatch(/^\/api\/v1\/report_records\?resource_path=acme&/);
    const records = await service.call('GET', url.replace('/api/v1', ''), member);
    expect([records.status, records.body.total_count]).toEqual([200, y]);
  }
});

test('400: an audit that does not list the records of a segment, and a series that it does not have', async () => {
  const audit = (query: string) => service.call('GET', `/audits?resource_path=acme&${query}`);
  const wrongList = await audit('resource_type=tags&segment_by=issues_resolved_per_active_developer');
  expect([wrongList.status, wrongList.body.errors[0].param]).toEqual([400, 'segment_by']);
  expect(wrongList.body.errors[0].detail).toContain('listed as issues and commits');
  for (const series of ['Nothing', 'constructor', '__proto__']) {
    const { status, body } = await audit(`resource_type=pull_requests&segment_by=release_phase&series=${series}`);
    expect([status, body.errors[0].param]).toEqual([400, 'series']);
  }
});
