import type { Team } from '../world.ts';
import { cohortOf } from './cohorts.ts';
import { type Fact, type Segment, sum } from './fact.ts';
import { teamCounts } from './teams.ts';
import type { View } from './view.ts';

export const AGGREGATIONS = ['none', 'ai_cohort', 'ai_provider', 'committer', 'repo', 'repo_path', 'team'] as const;
export type Aggregation = (typeof AGGREGATIONS)[number];

/** A value for each interval, by series. */
export type Series = Map<string, (number | null)[]>;

/** What a segment comes to in a view, split as asked. Series without any fact are not there. */
export function seriesOf(segment: Segment, view: View, aggregation: Aggregation): Series {
  return valuesOf(segment, view, largest(segment, groupsOf(segment, view, aggregation, factsOf(segment, view))));
}

/** One series for each formula of the segment; the parts that a segment itself makes are put together. */
export function suppressedSeries(segment: Segment, view: View): Series {
  const series = valuesOf(segment, view, [['All', factsOf(segment, view)]]);
  if (!segment.parts) return series;
  const together = view.intervals.map((_, index) =>
    [...series.values()].reduce((total, values) => total + (values[index] ?? 0), 0),
  );
  return new Map([['All', together]]);
}

/** As split where nothing is said: by root team, by repo, or not at all. */
export function defaultSeries(
  segment: Segment,
  view: View,
  splits: Aggregation[],
): { series: Series; split: Aggregation } {
  const [first = 'none'] = splits;
  const facts = factsOf(segment, view);
  const roots = view.world.teams.filter(({ parentId }) => parentId === 0);
  const teams = roots.filter((team) => facts.some((fact) => teamCounts(view, team, fact)));
  if (splits.includes('team') && first === 'none' && teams.length > 1 && view.team === null)
    return { series: valuesOf(segment, view, byTeam(view, roots, facts)), split: 'team' };
  const repos = new Set(facts.map(({ repo }) => repo).filter((repo) => repo !== 0));
  const split = splits.includes('repo_path') && first === 'none' && repos.size > 1 ? 'repo_path' : first;
  return { series: seriesOf(segment, view, split), split };
}

export function factsOf(segment: Segment, view: View): Fact[] {
  const range = { from: view.intervals[0]?.from ?? 0, until: view.intervals.at(-1)?.until ?? 0 };
  return segment
    .facts(view)
    .filter(({ at }) => at >= range.from && at < range.until)
    .filter((fact) => view.team === null || teamCounts(view, view.team, fact));
}

function valuesOf(segment: Segment, view: View, groups: [string, Fact[]][]): Series {
  const series: Series = new Map();
  const formulas = Object.entries(segment.formulas);
  for (const [group, own] of groups) {
    for (const [formula, work] of formulas) {
      const name = formulas.length === 1 ? group : group === 'All' ? formula : `${group} (${formula})`;
      const values = view.intervals.map((interval) => {
        const within = own.filter(({ at }) => at >= interval.from && at < interval.until);
        return work(within, interval, view);
      });
      series.set(name, values);
    }
  }
  return series;
}

const largest = ({ largest: most }: Segment, groups: [string, Fact[]][]): [string, Fact[]][] =>
  most === undefined
    ? groups
    : groups.toSorted(([, one], [, other]) => sum(other, 'delta') - sum(one, 'delta')).slice(0, most);

function groupsOf(segment: Segment, view: View, aggregation: Aggregation, facts: Fact[]): [string, Fact[]][] {
  const split = splitOf(segment, aggregation);
  if (split === 'none') return [['All', facts]];
  if (split === 'team') return byTeam(view, view.world.teams, facts);
  return [...Map.groupBy(facts, (fact) => nameOf(view, split, fact))];
}

function splitOf({ seriesBy }: Segment, aggregation: Aggregation): Aggregation | 'series' {
  if (seriesBy === 'cohort') return 'ai_cohort';
  if (seriesBy === 'provider') return 'ai_provider';
  if (seriesBy === 'repo') return aggregation === 'repo_path' ? 'repo_path' : 'repo';
  return seriesBy ?? aggregation;
}

function nameOf(view: View, split: Aggregation | 'series', fact: Fact): string {
  const { world } = view;
  const repo = world.repos.find(({ id }) => id === fact.repo);
  if (split === 'series') return fact.series ?? 'Unassigned';
  if (split === 'ai_cohort') return fact.cohort ?? cohortOf(world, fact.person, fact.at);
  if (split === 'ai_provider') return fact.provider ?? 'Unassigned';
  if (split === 'repo') return repo?.path.split('/')[1] ?? 'No repo';
  if (split === 'repo_path') return repo?.path ?? 'No repo';
  if (fact.team !== undefined) return `Team ${world.teams.find(({ id }) => id === fact.team)?.name}`;
  return world.identities.find(({ id }) => id === fact.person)?.userName ?? 'Unassigned';
}

export function byTeam(view: View, shown: Team[], facts: Fact[]): [string, Fact[]][] {
  const teams = shown.map((team): [string, Fact[]] => [
    team.name,
    facts.filter((fact) => teamCounts(view, team, fact)),
  ]);
  const nowhere = facts.filter((fact) => !shown.some((team) => teamCounts(view, team, fact)));
  return [...teams, ['No team', nowhere] as [string, Fact[]]].filter(([, own]) => own.length > 0);
}
