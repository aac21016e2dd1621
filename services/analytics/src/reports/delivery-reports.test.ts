import { expect, test } from 'vitest';
import { allSegments } from '../segments/registry.ts';
import { insertGoldenDelivery } from '../testing/golden-delivery.ts';
import { HISTORY_RANGE, insertGoldenHistory, neighbourhood } from '../testing/golden-history.ts';
import { insertGoldenLives } from '../testing/golden-lives.ts';
import { startAnalytics } from '../testing/start-analytics.ts';

const service = await startAnalytics(neighbourhood());
await insertGoldenHistory(service.context.clickHouse);
await insertGoldenDelivery(service.context.clickHouse);
await insertGoldenLives(service.context.clickHouse);

/** From the week of 2 March on, worked out by hand from the tables of the two golden histories. */
const EXPECTED: Record<string, Record<string, (number | null)[]>> = {
  // AI: ann used it on 2 and 3 March, the team Core on 4 March, bob on 9 March
  ai_lines_added_count: { All: [40, 0] },
  ai_lines_deleted_count: { All: [5, 0] },
  ai_provider_line_change_count: { custom: [0, 0], vendorA_assistant: [35, 0], vendorB_editor: [10, 0] },
  // of the 22 AI lines of c1, 18 added and 2 copied; all but 1 noop
  commit_ai_lines_added_count: { All: [20, 0] },
  commit_ai_lines_deleted_count: { All: [0, 0] },
  commit_ai_lines_committed_count: { All: [21, 0] },
  commit_count_with_ai_lines: { All: [1, 0] },
  // 1 of 3 commits; 22 of 60 lines
  ai_commit_rate: { All: [33.3, 0] },
  ai_code_line_percent: { All: [36.7, 0] },
  // the 30 lines of c1 have records, of 60
  ai_coverage_percent: { All: [50, 0] },
  // 7 of ann's 10 AI lines and 6 of her 10 others; bob's 4 of 4, none of them AI
  surviving_line_percent: { All: [65, 100] },
  ai_surviving_line_percent: { All: [70, null] },
  // 400 ÷ 7
  ai_cost_per_surviving_line: { All: [57.1, null] },
  delta_from_llms: { All: [40, 0] },
  // 250 + 50 + 100
  ai_cost_cents: { All: [400, 0] },
  delta_per_ai_dollar: { All: [10, null] },
  // 23 of 46, 3 of 10; 6 of 12, none
  ai_prompt_acceptance_percent: { All: [50, 30] },
  ai_tab_acceptance_percent: { All: [50, null] },
  all_suggestion_count: { All: [58, 10] },
  all_accept_count: { All: [29, 3] },
  // ann on two days of seven, bob on one; three have a seat, in every week of the range
  active_llm_user_per_date_count: { All: [0.3, 0.1] },
  inactive_llm_user_per_date_count: { All: [3, 3, 2.7, 2.9, 3, 3] },
  // ann, then bob; without: bob, then ann and cat
  ai_engaged_committer_count: { All: [1, 1] },
  ai_inactive_committer_count: { All: [1, 2] },
  composite_ai_use: { 'AI lines': [22, 0], 'Prompts accepted': [23, 3], 'Tab accepted': [6, 0] },
  // D-1 alone has a known fix, c5, which replaced AI lines
  ai_defect_rate: { All: [100] },
  ai_defect_line_triaged_count: { All: [2] },

  // Cohorts: ann accepts 26 on 2 days, Power; bob 3 on one day of the second week, Periodic; else Non-AI
  active_committer_cohorts: { 'Non-AI': [1, 2], Periodic: [0, 1], Power: [1, 0] },
  abandoned_pr_cohorts: { 'Non-AI': [1] },
  churn_line_count_cohorts_per_committer: { 'Non-AI': [4, 0], Periodic: [null, 0], Power: [0, null] },
  commit_count_cohorts_per_committer: { 'Non-AI': [1, 1], Periodic: [null, 2], Power: [2, null] },
  copy_paste_line_count_cohorts_per_committer: { 'Non-AI': [0, 0], Periodic: [null, 0], Power: [2, null] },
  delta_cohorts_per_committer: { 'Non-AI': [40, 27.5], Periodic: [null, 40], Power: [80, null] },
  duplicate_line_count_cohorts: { 'Non-AI': [0, 0], Periodic: [0, 2], Power: [0, 0] },
  duplicate_line_count_cohorts_per_committer: { 'Non-AI': [0, 0], Periodic: [null, 2], Power: [0, null] },
  // D-1's lines were written by ann, then Power, and by bob, then Non-AI
  defect_originated_cohorts: { 'Non-AI': [1], Power: [1] },
  defect_originated_cohorts_per_committer: { 'Non-AI': [1, 0], Periodic: [null, 0], Power: [1, null] },
  epic_resolved_count_cohorts: { 'Non-AI': [0, 0], Power: [1, 0] },
  epic_resolved_count_cohorts_per_committer: { 'Non-AI': [0, 0], Periodic: [null, 0], Power: [1, null] },

  // Pull requests
  prs_opened: { All: [2, 3] },
  pr_abandoned_count: { All: [1] },
  // b1; c4 and c5 · b2 · c7
  pull_request_phase: { 'After merge': [0, 5], Preparing: [45, 40], Revising: [15, 0] },
  // 51 hours; 33 hours, for pull request 5 has no known commit
  pr_cycle: { All: [2.1, 1.4] },
  // 75 hours; 72 hours
  pr_lead_time: { All: [3.1, 3] },
  // 2 days; (0.5 + 9 + 1/24) ÷ 3
  pr_resolved_days: { All: [2, 3.2] },
  // number 4 on 9 March; number 3 ever after
  pr_awaiting_review_count: { All: [1, 1, 1, 1] },
  pr_awaiting_review_hours: { All: [136, 110, 278, 446] },
  // Monday 12 to 17; the hour on Tuesday is ann's day off
  pr_average_hours_awaiting_first_review: { All: [5] },
  pr_review_count: { All: [1, 1] },
  prs_reviewed: { All: [1, 1] },
  commits_reviewed: { All: [2, 2] },
  pr_comments_left: { All: [1, 1] },
  pr_comments_received: { All: [1, 1] },
  pr_merged_without_any_review_count: { All: [0, 1] },
  pr_merged_without_human_review_count: { All: [0, 2] },
  // ann 51 hours, bob 179 hours; cat has none
  days_to_first_pr: { All: [4.8] },
  // ann 75 hours, bob 50 hours; cat 4 hours
  days_to_first_deploy: { All: [2.6, 0.2] },

  // Defects and releases
  defect_detected_count: { All: [2, 1] },
  detected_defect_fix_merged_count: { All: [1, 0] },
  hours_to_fix_activity: { All: [6, 74] },
  hours_to_fix_merged: { All: [107] },
  // D-3 from 9 to 9; D-1 has no hours on Friday the holiday, then 3 × 8 + 3
  mean_hours_to_first_repair: { All: [8, 27] },
  // D-1 27; D-3 24 + 16 + 3, so 35
  mean_hours_to_resolved: { All: [35] },
  absolute_hours_to_first_repair: { All: [24, 146] },
  absolute_hours_to_resolved: { All: [170.5] },
  // OPS-1: 8 + 8 + 3 hours of days of 8
  issue_business_days_to_fix: { All: [2.4] },
  release_count: { All: [1, 2] },
  committer_deploy_count: { All: [2, 3] },
  release_phase: { Coding: [3, 21], 'Merge to release': [24, 39], Review: [48, 12] },
  // of 75 and 50 hours; of 4, 69, 72 and 218.33 hours
  dora_change_lead_time: { All: [2.6, 2.9] },
  // R1 before R2 with D-1; R3 with D-2, R2 with none
  change_failure_rate: { All: [100, 50] },
  release_defect_percent: { All: [100, 0] },
  release_resolves_defect_count: { All: [0, 2] },
  // none of one; both of two
  rework_rate: { All: [0, 100] },
  bug_escape_rate: { All: [100, 0] },

  // Issues and sprints
  ticket_type: { Bug: [20, 0], Story: [60, 55] },
  ticket_type_story_points: { Bug: [3, 0], Epic: [0, 0], Story: [0, 5] },
  issue_external_identifier: { 'OPS-1': [20, 0], 'OPS-2': [60, 55] },
  inside_bounds_sprint_name: { 'Sprint 1': [20, 55] },
  issue_days_lead_time: { All: [1.5, 3] },
  // 3 by two; 1 by three
  issues_resolved_per_active_developer: { All: [1.5, 0.33] },
  epics_resolved_count: { All: [1, 0] },
  story_points_resolved: { All: [3, 5] },
  // OPS-3 counts as the median of stories, 5
  story_points_resolved_estimated: { All: [8, 5] },
  story_points_per_active_developer: { All: [1.5, 1.7] },
  story_points_per_assignee: { All: [1.5, 5] },
  sprint_start_story_points_committed: { All: [5] },
  sprint_end_story_points_completed: { All: [8] },
  story_points_velocity: { All: [8] },
  team_story_points_complete: { Core: [3, 0], Edge: [0, 5], 'Edge UI': [0, 5] },
  // OPS-2 was not there at the start: 5 of 8
  unplanned_work_story_points_percent: { All: [62.5] },
};

test.each(Object.keys(EXPECTED))('%s is what the history gives by hand', async (segment) => {
  const isSplit = allSegments().find((known) => known.segment === segment)?.only;
  const { body } = await service.report(`${HISTORY_RANGE}&segment_by=${segment}${isSplit ? '' : '&aggregate_by=none'}`);
  const series = Object.entries<{ y: number | null }[]>(body.series_segments ?? body);
  expect(Object.fromEntries(series.map(([name, points]) => [name, points.map(({ y }) => y)]))).toEqual(
    EXPECTED[segment],
  );
});
