import { expect, test } from 'vitest';
import { compileSegment } from './compile.ts';
import { aggregationsOf, allSegments, viewsOf } from './registry.ts';
import { commits } from './views/commit-views.ts';

/** How often a statement of the segment about all of an entity reads each table, at most, whatever it is split by but cohorts. */
function readsOf(segment: (typeof SEGMENTS)[number]): Map<string, number> {
  const most = new Map<string, number>();
  for (const aggregation of aggregationsOf(segment).filter((one) => one !== 'ai_cohort')) {
    const shape = {
      interval: 'weekly',
      aggregation,
      ofTeam: false,
      suppressed: false,
      fromDays: true,
      wholeEntity: true,
    } as const;
    const { text } = compileSegment(segment, shape);
    const reads = Map.groupBy(
      [...text.matchAll(/\b(?:FROM|JOIN) ([a-z_]+)(?= (?:FINAL|WHERE|ARRAY)|\s)/g)],
      ([, name = '']) => name,
    );
    for (const [table, found] of reads) most.set(table, Math.max(most.get(table) ?? 0, found.length));
  }
  return most;
}

const SEGMENTS = allSegments();
const VIEWS = new Set(['memberships', 'cohorts', 'cohorts_of_days', 'all_cohorts', 'all_cohorts_of_days', 'system']);

/** Statements that still read a table more than once: what they look for is not yet decided when it is stored. */
const READ_AGAIN = new Set([
  'opex_ratio',
  'bug_work_percent',
  'ai_lines_added_count',
  'ai_lines_deleted_count',
  'ai_cost_cents',
  'delta_per_ai_dollar',
  'ai_cost_per_surviving_line',
  'ai_prompt_acceptance_percent',
  'ai_tab_acceptance_percent',
  'all_suggestion_count',
  'all_accept_count',
  'active_llm_user_per_date_count',
  'ai_engaged_committer_count',
  'ai_inactive_committer_count',
  'ai_defect_rate',
  'ai_defect_line_triaged_count',
  'pull_request_phase',
  'pr_lead_time',
  'days_to_first_pr',
  'days_to_first_deploy',
  'release_phase',
  'release_defect_percent',
  'bug_escape_rate',
  'ticket_type',
  'inside_bounds_sprint_name',
  'issue_external_identifier',
  'story_points_resolved_estimated',
  'sprint_start_story_points_committed',
  'sprint_end_story_points_completed',
  'story_points_velocity',
  'unplanned_work_story_points_percent',
]);

test('a report over days of commits alone reads their daily sums, and no commit', () => {
  const overDays = SEGMENTS.filter(
    (segment) => viewsOf(segment).every((view) => view === commits) && segment.only?.[0] !== 'ai_cohort',
  );
  expect(overDays.length).toBeGreaterThanOrEqual(29);
  for (const segment of overDays) {
    const tables = [...readsOf(segment)].filter(([table]) => !VIEWS.has(table));
    expect(tables).toEqual([['daily_scores', 1]]);
  }
});

test('no further statement reads a table more than once', () => {
  const again = SEGMENTS.filter((segment) =>
    [...readsOf(segment)].some(([table, times]) => !VIEWS.has(table) && times > 1),
  ).map(({ segment }) => segment);
  expect(again.filter((name) => !READ_AGAIN.has(name))).toEqual([]);
  expect([...READ_AGAIN].filter((name) => !again.includes(name))).toEqual([]);
});
