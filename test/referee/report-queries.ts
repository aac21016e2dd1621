import { SEGMENTS } from './model/segments.ts';
import type { Aggregation } from './model/series.ts';
import type { ReportQuery } from './model/view.ts';
import type { Random } from './random.ts';
import type { World } from './world.ts';
import { FIRST_DAY, LAST_DAY } from './world-days.ts';

/** One call of the reports. */
export interface Asked {
  segment: string;
  aggregation: Aggregation | 'default';
  suppressed: boolean;
  /** Only the intervals where there is data. */
  narrowed?: boolean;
  query: ReportQuery;
}

const PEOPLE: Aggregation[] = ['ai_cohort', 'committer', 'team'];
const REPOS: Aggregation[] = ['repo', 'repo_path'];
const RELEASES =
  'release_count change_failure_rate release_defect_percent release_resolves_defect_count rework_rate bug_escape_rate';
const DEFECTS =
  'defect_detected_count detected_defect_fix_merged_count hours_to_fix_activity hours_to_fix_merged mean_hours_to_first_repair mean_hours_to_resolved absolute_hours_to_first_repair absolute_hours_to_resolved';
const OF_NOBODY = new Set(`${RELEASES} ${DEFECTS}`.split(' '));
const UNSPLIT = new Set(['ai_defect_rate']);
const NEWCOMERS = new Set(['days_to_first_pr', 'days_to_first_deploy']);
const USAGE = new Set(
  'ai_lines_added_count ai_lines_deleted_count ai_cost_cents ai_prompt_acceptance_percent ai_tab_acceptance_percent all_suggestion_count all_accept_count'.split(
    ' ',
  ),
);

/** How a segment can be split; first the way in which it is one answer. */
export function splitsOf(segment: string): Aggregation[] {
  const { seriesBy, formulas } = SEGMENTS[segment] ?? { formulas: {} };
  if (seriesBy === 'cohort') return ['ai_cohort'];
  if (seriesBy === 'provider') return ['ai_provider'];
  if (seriesBy === 'team') return ['team'];
  if (seriesBy === 'repo') return REPOS;
  if (seriesBy === 'series' || Object.keys(formulas).length > 1 || UNSPLIT.has(segment)) return ['none'];
  if (OF_NOBODY.has(segment)) return ['none', ...REPOS];
  if (NEWCOMERS.has(segment)) return ['none', ...PEOPLE];
  if (USAGE.has(segment)) return ['none', 'ai_provider', ...PEOPLE, ...REPOS];
  if (segment === 'active_llm_user_per_date_count') return ['none', 'ai_provider', ...PEOPLE, ...REPOS];
  if (segment === 'inactive_llm_user_per_date_count') return ['none', ...PEOPLE];
  return ['none', ...PEOPLE, ...REPOS];
}

interface Axes {
  paths: string[];
  ranges: [string, string][];
  teams: string[];
  people: string[];
}

const axesOf = ({ slug, teams, identities }: World): Axes => ({
  paths: [slug, `${slug}/web`, `${slug}/web/app`, `${slug}/labs/app-fork`, `${slug}/web/api,${slug}/labs/app-fork`],
  ranges: [
    [FIRST_DAY, LAST_DAY],
    ['2026-03-11', '2026-04-05'],
    ['2024-06-01', '2026-07-31'],
    ['2026-02-18', '2026-04-22'],
  ],
  teams: teams.map((team) => team.slug),
  people: identities.slice(0, 4).map(({ userName }) => userName),
});

/** Every segment, along each axis by itself, and some where several meet. */
export function everyQuery(world: World, random: Random): Asked[] {
  const { paths, ranges, teams, people } = axesOf(world);
  return Object.keys(SEGMENTS).flatMap((segment): Asked[] => {
    const [first = 'none', ...others] = splitsOf(segment);
    const plain = plainQuery(world);
    const vary = (over: Partial<ReportQuery>, more: Partial<Asked> = {}): Asked => ({
      segment,
      aggregation: first,
      suppressed: false,
      query: { ...plain, ...over },
      ...more,
    });
    return [
      vary({}),
      ...others.map((aggregation) => vary({}, { aggregation })),
      vary({}, { narrowed: true }),
      vary({ startDate: '2026-03-01', endDate: '2026-03-31' }, { narrowed: true }),
      vary({}, { aggregation: 'default' }),
      vary({}, { aggregation: 'default', suppressed: true }),
      ...paths.slice(1).map((resourcePath) => vary({ resourcePath })),
      ...ranges.slice(1).map(([startDate, endDate]) => vary({ startDate, endDate })),
      ...teams.map((teamSlug) => vary({ teamSlug })),
      ...people.slice(0, 1).map((userName) => vary({ userName })),
      ...world.callers.slice(1).map((caller) => vary({ caller })),
      ...Array.from({ length: 4 }, () => randomQuery(world, random, segment)),
    ];
  });
}

export const plainQuery = (world: World): ReportQuery => {
  const [caller] = world.callers;
  if (!caller) throw new Error('nobody asks');
  return { resourcePath: world.slug, caller, startDate: FIRST_DAY, endDate: LAST_DAY };
};

export function randomQuery(world: World, random: Random, segment = random.pick(Object.keys(SEGMENTS))): Asked {
  const { paths, ranges, teams, people } = axesOf(world);
  const [startDate, endDate] = random.pick(ranges);
  const teamSlug = random.chance(0.2) ? random.pick(teams) : undefined;
  const userName = teamSlug === undefined && random.chance(0.15) ? random.pick(people) : undefined;
  const caller = userName === undefined && random.chance(0.4) ? random.pick(world.callers) : plainQuery(world).caller;
  return {
    segment,
    aggregation: random.pick(splitsOf(segment)),
    suppressed: false,
    narrowed: random.chance(0.2),
    query: {
      resourcePath: random.chance(0.5) ? world.slug : random.pick(paths),
      caller,
      startDate,
      endDate,
      ...(teamSlug === undefined ? {} : { teamSlug }),
      ...(userName === undefined ? {} : { userName }),
    },
  };
}
