import type { ReportQuery } from './model/view.ts';
import type { Asked } from './report-queries.ts';
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
/** What takes the issue of a commit. */
const NARROWED_TOO_LITTLE = named(
  'issue_business_days_to_fix active_llm_user_per_date_count days_to_first_pr days_to_first_deploy',
);
const OF_DEFECTS = named(`
  defect_detected_count mean_hours_to_first_repair mean_hours_to_resolved absolute_hours_to_first_repair
  absolute_hours_to_resolved`);

const isBy = (asked: Asked, ...splits: string[]): boolean => splits.includes(asked.aggregation) && !asked.suppressed;

export const KNOWN_DIFFERENCES: KnownDifference[] = [
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
];

/** The same of the records behind a point. */
export const KNOWN_RECORD_DIFFERENCES: KnownDifference[] = [];

export const isKnown = (known: KnownDifference[], world: World, asked: Asked): boolean =>
  known.some(({ applies }) => applies(asked, world));
