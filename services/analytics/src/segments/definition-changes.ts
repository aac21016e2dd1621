import type { DefinitionUpgrade } from '../store/derivations.ts';

/**
 * How facts come to follow a changed definition: `read`: all at once, when they are read; `derived`: a job derives stored facts again;
 * `kept`: what was stored before stays as it was, and a chart marks the day.
 */
type FollowedBy = 'read' | 'derived' | 'kept';

export interface DefinitionChange {
  version: number;
  /** When the definition changed; an installation follows it from its upgrade on. */
  date: string;
  note: string;
  /** Names of segments; `*` stands for any part of a name. */
  segments: readonly string[];
  followedBy: FollowedBy;
}

/** What changed in `docs/segments.md`, oldest first. A change of a definition adds a row with the next version. */
export const DEFINITION_CHANGES: readonly DefinitionChange[] = [
  { version: 1, date: '2026-11-15', note: 'The first definitions.', segments: ['*'], followedBy: 'read' },
  {
    version: 2,
    date: '2026-11-16',
    note: 'A commit applied twice counts once within the scope asked, in lead times and deploys too.',
    segments: ['*'],
    followedBy: 'derived',
  },
  {
    version: 2,
    date: '2026-11-16',
    note: 'AI usage belongs to the resource it was recorded for; what was recorded before belongs to the entity, and is shared out by lines.',
    segments: [
      'ai_lines_added_count',
      'ai_lines_deleted_count',
      'ai_provider_line_change_count',
      'ai_cost_cents',
      'delta_per_ai_dollar',
      'ai_prompt_acceptance_percent',
      'ai_tab_acceptance_percent',
      'all_suggestion_count',
      'all_accept_count',
      'active_llm_user_per_date_count',
      'inactive_llm_user_per_date_count',
      'ai_engaged_committer_count',
      'ai_inactive_committer_count',
      'composite_ai_use',
    ],
    followedBy: 'kept',
  },
  {
    version: 2,
    date: '2026-11-16',
    note: 'AI lines added in commits are those added and copied; AI lines in commits are all but noop.',
    segments: ['commit_ai_lines_*'],
    followedBy: 'read',
  },
  {
    version: 2,
    date: '2026-11-16',
    note: 'Issues count in the repos they belong to, and a commit has one issue, found in one order.',
    segments: [
      'ticket_type*',
      'issue_*',
      'issues_*',
      'epic*',
      'story_points_*',
      'sprint_*',
      'team_story_points_complete',
      'unplanned_work_story_points_percent',
      'inside_bounds_sprint_name',
      'bug_escape_rate',
      'bug_work_percent',
      'opex_ratio',
    ],
    followedBy: 'read',
  },
  {
    version: 2,
    date: '2026-11-16',
    note: 'Fix commits are those that a fix call names and those that name the defect’s key in message, branch or pull request.',
    segments: [
      'hours_to_fix_*',
      'detected_defect_fix_merged_count',
      'ai_defect_*',
      'defect_originated_cohorts*',
      'release_defect_percent',
      'release_resolves_defect_count',
    ],
    followedBy: 'read',
  },
  {
    version: 3,
    date: '2026-11-16',
    note: 'Lines that a defect’s fix changed or deleted are lines of code: comments and files that score nothing are left out.',
    segments: ['ai_defect_*', 'defect_originated_cohorts*', 'release_defect_percent', 'bug_escape_rate'],
    followedBy: 'read',
  },
  {
    version: 3,
    date: '2026-11-16',
    note: 'A line has the evidence of its own record, or of the line that it was squashed, rebased or picked from, before what its commit declares. Who has AI lines in a week, and so the cohorts and splits by them, follow.',
    segments: [
      '*_cohorts*',
      'commit_ai_*',
      'commit_count_with_ai_lines',
      'ai_commit_rate',
      'ai_code_line_percent',
      'delta_from_llms',
      'delta_per_ai_dollar',
      'ai_defect_*',
      'ai_engaged_committer_count',
      'ai_inactive_committer_count',
      'composite_ai_use',
    ],
    followedBy: 'derived',
  },
];

/** One number for all definitions. */
export const DEFINITION_VERSION = Math.max(...DEFINITION_CHANGES.map(({ version }) => version));

const concerns = (change: DefinitionChange, segment: string): boolean =>
  change.segments.some((name) => new RegExp(`^${name.replaceAll('*', '.*')}$`).test(segment));

export const changesOf = (segment: string): DefinitionChange[] =>
  DEFINITION_CHANGES.filter((change) => concerns(change, segment));

/** Where facts before a day of the range follow another definition of the segment than those after it. */
export const marksOf = (
  segment: string,
  upgrades: readonly DefinitionUpgrade[],
  range: { from: string; until: string },
): { date: string; version: number; note: string }[] =>
  upgrades
    .filter(({ since }) => since > range.from && since < range.until)
    .flatMap(({ version, since, isDerived }) =>
      changesOf(segment)
        .filter((change) => change.version === version)
        .filter(({ followedBy }) => followedBy === 'kept' || (followedBy === 'derived' && !isDerived))
        .map(({ note }) => ({ date: since, version, note })),
    );
