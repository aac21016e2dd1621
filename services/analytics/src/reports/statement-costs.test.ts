import { expect, test } from 'vitest';
import { compileSegment } from '../segments/compile.ts';
import { aggregationsOf, allSegments } from '../segments/registry.ts';
import { INTERVALS } from '../segments/segment.ts';
import { planOfDays } from './day-plan.ts';
import { planOfView, statementOfView } from './view-plan.ts';
import { canBeHeld } from './views-in-memory.ts';

/** Tables whose rows are replaced by newer ones, of which a statement must see the newest alone: why, and so why it says FINAL. */
const REPLACED: Record<string, string> = {
  commit_scores: 'commits are scored anew, leave a branch and vanish',
  commit_copies: 'a copy of a commit that is imported later makes both copies',
  daily_scores: 'the sums of a day are made anew when its commits change',
  issue_commits: 'commits are scored anew',
  released_commits: 'a release that is corrected releases other commits',
  line_changes: 'an import that is repeated writes them again',
  line_lives: 'a line that lives ends later',
  pull_requests: 'they are changed until they are closed, and after',
  pr_reviews: 'they are changed at the host',
  pr_comments: 'they are changed at the host',
  issues: 'they are changed in their tracker',
  sprint_days: 'issues of a sprint are changed in their tracker',
  ai_usage: 'a vendor reports the usage of a day again',
  defects: 'people change them',
  releases: 'people change them',
  time_off: 'people change it',
};

/** Lists that statements bind, by what they grow with. None grows with commits, lines, issues or pull requests. */
const LISTS: Record<string, readonly string[]> = {
  people: [
    'people',
    'processed',
    'merged',
    'merged_into',
    'seated',
    'team_members',
    'team_of_members',
    'membership_teams',
    'membership_members',
    'membership_since',
    'membership_until',
    'membership_repos',
    'off_keys',
    'off_days',
  ],
  teams: ['own_team_ids', 'shown_teams', 'board_ids', 'board_repos'],
  repos: ['repo_ids', 'organization_ids', 'asked_repo_ids', 'home_repos', 'home_organizations'],
  intervals: ['buckets', 'bucket_days', 'bucket_working_days', 'bucket_ends_ms'],
  settings: ['ai_providers', 'holidays', 'changed_days', 'changed_opens_s', 'changed_lengths_s'],
};

/**
 * Statements that read a table more than once and run for each report: these divide what several views say, or count by a time that
 * another table has (the first release, the state of an issue when its sprint began), or tie issues to copies of commits, which are few.
 */
const READ_AGAIN_EACH_TIME = [
  'ai_cost_per_surviving_line',
  'ai_defect_rate',
  'bug_escape_rate',
  'days_to_first_deploy',
  'days_to_first_pr',
  'inside_bounds_sprint_name',
  'issue_external_identifier',
  'opex_ratio',
  'pr_lead_time',
  'release_defect_percent',
  'release_phase',
  'sprint_end_story_points_completed',
  'sprint_start_story_points_committed',
  'story_points_resolved_estimated',
  'story_points_velocity',
  'unplanned_work_story_points_percent',
];

/** Every statement that reports may run, by segment, split, interval, and with sums of days or without. */
function* statements(segment: (typeof SEGMENTS)[number]) {
  for (const aggregation of aggregationsOf(segment))
    for (const interval of INTERVALS)
      for (const fromDays of [true, false])
        for (const severalSources of [true, false])
          for (const ofTeam of [true, false])
            yield compileSegment(segment, {
              interval,
              aggregation,
              ofTeam,
              suppressed: false,
              fromDays,
              severalSources,
              wholeEntity: true,
            }).text;
}

const SEGMENTS = allSegments();
const texts = SEGMENTS.flatMap((segment) => [...statements(segment)]);
const namesIn = (pattern: RegExp): string[] =>
  [...new Set(texts.flatMap((text) => [...text.matchAll(pattern)].map(([, name = '']) => name)))].sort();

test('FINAL stands only where rows of a table are replaced, and why they are is said', () => {
  expect(namesIn(/\b([a-z_]+) FINAL\b/g)).toEqual(Object.keys(REPLACED).sort());
});

test('no list that a statement binds grows with the facts of an entity', () => {
  const known = Object.values(LISTS).flat();
  expect(namesIn(/\{(\w+):Array\(/g).filter((name) => !known.includes(name))).toEqual([]);
});

test('a statement that reads a table more than once has its rows held in memory, but for these', () => {
  const again = SEGMENTS.filter((segment) => shapesOf(segment).some((shape) => runsEachTime(segment, shape)));
  expect(again.map(({ segment }) => segment).sort()).toEqual(READ_AGAIN_EACH_TIME);
});

/** Reports of a whole entity, but for cohorts, which are held too. */
const shapesOf = (segment: (typeof SEGMENTS)[number]) =>
  aggregationsOf(segment)
    .filter((aggregation) => aggregation !== 'ai_cohort')
    .map((aggregation) => ({
      interval: 'weekly' as const,
      aggregation,
      ofTeam: false,
      suppressed: false,
      fromDays: true,
      wholeEntity: true,
    }));

function runsEachTime(segment: (typeof SEGMENTS)[number], shape: ReturnType<typeof shapesOf>[number]): boolean {
  const plan = planOfView(segment);
  if (planOfDays(segment) || (plan && canBeHeld(statementOfView(plan, segment, shape)))) return false;
  const reads = compileSegment(segment, shape).text.matchAll(/\b(?:FROM|JOIN) ([a-z_]+) FINAL\b/g);
  const tables = [...reads].map(([, table]) => table);
  return new Set(tables).size < tables.length;
}
