import { SEGMENTS } from './model/segments.ts';
import type { Question } from './model/view.ts';
import { type Asked, splitsOf } from './questions.ts';
import type { World } from './world.ts';

/** A case in which the service does not say yet what the definitions say. The list shrinks: a witness that no longer differs fails. */
export interface KnownDifference {
  reason: string;
  applies(asked: Asked, world: World): boolean;
  /** A question about the sampled world that shows it. */
  witness(world: World, plain: Question): Pick<Asked, 'segment'> & Partial<Asked> & { question: Question };
}

const named = (text: string): Set<string> => new Set(text.trim().split(/\s+/));

const FIXES = named(`
  bug_work_percent ai_defect_rate ai_defect_line_triaged_count defect_originated_cohorts defect_originated_cohorts_per_committer
  detected_defect_fix_merged_count hours_to_fix_activity hours_to_fix_merged release_defect_percent
  release_resolves_defect_count`);
const USAGE = named(`
  ai_lines_added_count ai_lines_deleted_count ai_provider_line_change_count ai_cost_cents delta_per_ai_dollar
  ai_prompt_acceptance_percent ai_tab_acceptance_percent all_suggestion_count all_accept_count
  active_llm_user_per_date_count inactive_llm_user_per_date_count ai_engaged_committer_count ai_inactive_committer_count
  composite_ai_use`);
const ISSUES = named(`
  ticket_type_story_points issue_business_days_to_fix issue_days_lead_time issues_resolved_per_active_developer
  epics_resolved_count story_points_resolved story_points_resolved_estimated story_points_per_active_developer
  story_points_per_assignee sprint_start_story_points_committed sprint_end_story_points_completed story_points_velocity
  team_story_points_complete unplanned_work_story_points_percent epic_resolved_count_cohorts
  epic_resolved_count_cohorts_per_committer bug_escape_rate`);
const isBelowEntity = ({ question }: Asked): boolean => question.resourcePath.includes('/');
const isBy = (asked: Asked, ...splits: string[]): boolean => splits.includes(asked.aggregation) && !asked.suppressed;
const hasTeamSeries = (asked: Asked): boolean =>
  isBy(asked, 'team') || (isBy(asked, 'default') && splitsOf(asked.segment).includes('team'));

export const KNOWN_DIFFERENCES: KnownDifference[] = [
  {
    reason: 'there is no series `No team`, and the default split shows teams below others',
    applies: hasTeamSeries,
    witness: (_, question) => ({ segment: 'commit_count', aggregation: 'team', question }),
  },
  {
    reason: 'the default split does not look at who has facts in the scope and range',
    applies: (asked) =>
      isBy(asked, 'default') && splitsOf(asked.segment)[0] === 'none' && splitsOf(asked.segment).length > 1,
    witness: (world, question) => ({
      segment: 'commit_count',
      aggregation: 'default',
      question: {
        ...question,
        resourcePath: `${world.slug}/labs/tools`,
        userName: world.identities[0]?.userName ?? '',
      },
    }),
  },
  {
    reason: 'several formulas without aggregation are named after the first',
    applies: (asked) => asked.suppressed && ['release_phase', 'composite_ai_use'].includes(asked.segment),
    witness: (_, question) => ({ segment: 'composite_ai_use', aggregation: 'default', suppressed: true, question }),
  },
  {
    reason: 'fix commits of branches, pull requests and releases are not found, old ones are',
    applies: ({ segment }) => FIXES.has(segment),
    witness: (_, question) => ({ segment: 'hours_to_fix_merged', question }),
  },
  {
    reason: 'bug issues are tied to commits by messages alone',
    applies: ({ segment }) => segment === 'bug_escape_rate',
    witness: (_, question) => ({ segment: 'bug_escape_rate', question }),
  },
  {
    reason: 'AI usage ignores the scope, and is not split by repo',
    applies: (asked) => USAGE.has(asked.segment) && (isBelowEntity(asked) || isBy(asked, 'repo', 'repo_path')),
    witness: (world, question) => ({
      segment: 'ai_cost_cents',
      question: { ...question, resourcePath: `${world.slug}/web` },
    }),
  },
  {
    reason: 'usage of a team is in the cohort of those who use no AI',
    applies: (asked) => USAGE.has(asked.segment) && isBy(asked, 'ai_cohort'),
    witness: (_, question) => ({ segment: 'ai_cost_cents', aggregation: 'ai_cohort', question }),
  },
  {
    reason: "a tracker's issues belong to no repo",
    applies: (asked) =>
      ISSUES.has(asked.segment) &&
      (isBelowEntity(asked) || isBy(asked, 'repo', 'repo_path', 'default') || asked.question.teamSlug !== undefined),
    witness: (_, question) => ({ segment: 'story_points_resolved', aggregation: 'repo', question }),
  },
  {
    reason: 'issues of nobody are in no series',
    applies: (asked) =>
      ISSUES.has(asked.segment) &&
      (isBy(asked, 'committer', 'ai_cohort') || SEGMENTS[asked.segment]?.seriesBy === 'cohort'),
    witness: (_, question) => ({ segment: 'story_points_resolved', aggregation: 'committer', question }),
  },
  {
    reason: 'AI lines of branches put their author into a cohort',
    applies: (asked) => isBy(asked, 'ai_cohort') || SEGMENTS[asked.segment]?.seriesBy === 'cohort',
    witness: (_, question) => ({ segment: 'prs_opened', aggregation: 'ai_cohort', question }),
  },
  {
    reason: 'comments of people whose processing is limited count as received',
    applies: ({ segment }) => segment === 'pr_comments_received',
    witness: (_, question) => ({ segment: 'pr_comments_received', question }),
  },
  {
    reason: 'an interval without working days has a velocity of 0',
    applies: ({ segment }) => segment === 'delta_velocity',
    witness: (_, question) => ({
      segment: 'delta_velocity',
      question: { ...question, startDate: '2026-03-11', endDate: '2026-04-05' },
    }),
  },
  {
    reason: 'a cornerstone that divides by nothing counts as 100',
    applies: ({ segment }) => segment === 'quality_cornerstones_percent',
    witness: (_, question) => ({ segment: 'quality_cornerstones_percent', aggregation: 'committer', question }),
  },
];

export const isKnown = (world: World, asked: Asked): boolean =>
  KNOWN_DIFFERENCES.some(({ applies }) => applies(asked, world));
