import type { ReportQuery } from './model/view.ts';
import { type Asked, splitsOf } from './report-queries.ts';
import type { World } from './world.ts';

/** A case in which the service does not say yet what the definitions say. The list shrinks: a witness that no longer differs fails. */
export interface KnownDifference {
  reason: string;
  applies(asked: Asked, world: World): boolean;
  /** A query about the sampled world that shows it. */
  witness(world: World, plain: ReportQuery): Pick<Asked, 'segment'> & Partial<Asked> & { query: ReportQuery };
}

const named = (text: string): Set<string> => new Set(text.trim().split(/\s+/));

const FIXES = named(`
  bug_work_percent ai_defect_rate ai_defect_line_triaged_count defect_originated_cohorts defect_originated_cohorts_per_committer
  detected_defect_fix_merged_count hours_to_fix_activity hours_to_fix_merged release_defect_percent
  release_resolves_defect_count`);
const ISSUES = named(`
  ticket_type_story_points issue_business_days_to_fix issue_days_lead_time issues_resolved_per_active_developer
  epics_resolved_count story_points_resolved story_points_resolved_estimated story_points_per_active_developer
  story_points_per_assignee sprint_start_story_points_committed sprint_end_story_points_completed story_points_velocity
  team_story_points_complete unplanned_work_story_points_percent epic_resolved_count_cohorts
  epic_resolved_count_cohorts_per_committer bug_escape_rate`);
const OF_PULL_REQUESTS = named(`
  prs_opened pr_abandoned_count pr_cycle pr_lead_time pr_resolved_days pr_awaiting_review_count pr_awaiting_review_hours
  pr_average_hours_awaiting_first_review pr_comments_left pr_merged_without_any_review_count
  pr_merged_without_human_review_count release_phase abandoned_pr_cohorts quality_cornerstones_percent`);
/** What takes the issue of a commit. */
const NARROWED_TOO_LITTLE = named(
  'issue_business_days_to_fix active_llm_user_per_date_count days_to_first_pr days_to_first_deploy',
);
const OF_DEFECTS = named(`
  defect_detected_count mean_hours_to_first_repair mean_hours_to_resolved absolute_hours_to_first_repair
  absolute_hours_to_resolved`);

const isBelowEntity = ({ query }: Asked): boolean => query.resourcePath.includes('/');
const isBy = (asked: Asked, ...splits: string[]): boolean => splits.includes(asked.aggregation) && !asked.suppressed;
const hasTeamSeries = (asked: Asked): boolean =>
  isBy(asked, 'team') || (isBy(asked, 'default') && splitsOf(asked.segment).includes('team'));

export const KNOWN_DIFFERENCES: KnownDifference[] = [
  {
    reason: 'there is no series `No team`, and the default split shows teams below others',
    applies: hasTeamSeries,
    witness: (_, query) => ({ segment: 'commit_count', aggregation: 'team', query }),
  },
  {
    reason: 'the default split does not look at who has facts in the scope and range',
    applies: (asked) =>
      isBy(asked, 'default') && splitsOf(asked.segment)[0] === 'none' && splitsOf(asked.segment).length > 1,
    witness: (world, query) => ({
      segment: 'commit_count',
      aggregation: 'default',
      query: {
        ...query,
        resourcePath: `${world.slug}/labs/tools`,
        userName: world.identities[0]?.userName ?? '',
      },
    }),
  },
  {
    reason: 'several formulas without aggregation are named after the first',
    applies: (asked) => asked.suppressed && ['release_phase', 'composite_ai_use'].includes(asked.segment),
    witness: (_, query) => ({ segment: 'composite_ai_use', aggregation: 'default', suppressed: true, query }),
  },
  {
    reason: 'fix commits of branches, pull requests and releases are not found, old ones are',
    applies: ({ segment }) => FIXES.has(segment),
    witness: (_, query) => ({ segment: 'hours_to_fix_merged', query }),
  },
  {
    reason: 'bug issues are tied to commits by messages alone',
    applies: ({ segment }) => segment === 'bug_escape_rate',
    witness: (_, query) => ({ segment: 'bug_escape_rate', query }),
  },
  {
    reason: "a tracker's issues belong to no repo",
    applies: (asked) =>
      ISSUES.has(asked.segment) &&
      (isBelowEntity(asked) || isBy(asked, 'repo', 'repo_path', 'default') || asked.query.teamSlug !== undefined),
    witness: (_, query) => ({ segment: 'story_points_resolved', aggregation: 'repo', query }),
  },
  {
    reason: 'comments of people whose processing is limited count as received',
    applies: ({ segment }) => segment === 'pr_comments_received',
    witness: (_, query) => ({ segment: 'pr_comments_received', query }),
  },
  {
    reason: 'pull requests whose author nobody knows are left out',
    applies: ({ segment }) => OF_PULL_REQUESTS.has(segment),
    witness: (_, query) => ({ segment: 'prs_opened', query }),
  },
  {
    reason: 'a defect of several repos counts in the repo of its first fix, not in the first by id',
    applies: (asked) => OF_DEFECTS.has(asked.segment) && isBy(asked, 'repo', 'repo_path', 'default'),
    witness: (_, query) => ({ segment: 'defect_detected_count', aggregation: 'repo', query }),
  },
  {
    reason:
      'a range narrows to where any issue was resolved or anybody used AI, not to the bugs, seats and newcomers it is about',
    applies: ({ segment, narrowed }) => NARROWED_TOO_LITTLE.has(segment) && narrowed === true,
    witness: (_, query) => ({
      segment: 'issue_business_days_to_fix',
      narrowed: true,
      query: { ...query, startDate: '2026-03-01', endDate: '2026-03-31' },
    }),
  },
  {
    reason: 'an interval without working days has a velocity of 0',
    applies: ({ segment }) => segment === 'delta_velocity',
    witness: (_, query) => ({
      segment: 'delta_velocity',
      query: { ...query, startDate: '2026-03-11', endDate: '2026-04-05' },
    }),
  },
  {
    reason: 'a cornerstone that divides by nothing counts as 100',
    applies: ({ segment }) => segment === 'quality_cornerstones_percent',
    witness: (_, query) => ({ segment: 'quality_cornerstones_percent', aggregation: 'committer', query }),
  },
];

/** The same of the records behind a point. */
export const KNOWN_RECORD_DIFFERENCES: KnownDifference[] = [
  {
    reason: 'the records behind a point lead managers and members to what they may not audit',
    applies: ({ query }) => query.caller.role !== 'admin',
    witness: (world, query) => ({
      segment: 'commit_count',
      query: { ...query, caller: world.callers[2] ?? query.caller },
    }),
  },
];

export const isKnown = (known: KnownDifference[], world: World, asked: Asked): boolean =>
  known.some(({ applies }) => applies(asked, world));
