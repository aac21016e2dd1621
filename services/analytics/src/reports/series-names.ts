import { formulaSeries } from '../segments/segment.ts';
import { TEAM_AS_COMMITTER } from '../segments/segment-view.ts';
import { UNASSIGNED } from '../segments/series.ts';
import type { ReportQuery } from './report-query.ts';

/** The name of a series that is the whole. */
export const ALL = 'All';

/** What each series is called. A name that two would share gets its id. */
export function nameSeries(query: ReportQuery, keys: string[]): Map<string, string> {
  const named = new Map<string, string>();
  const taken = new Set<string>();
  const nameOf = namesFor(query);
  for (const key of keys) {
    const own = nameOf(key);
    const name = taken.has(own) ? `${own} (${key})` : own;
    taken.add(name);
    named.set(key, name);
  }
  return named;
}

function namesFor(query: ReportQuery): (key: string) => string {
  const { aggregation, segment, suppressed, queryScope } = query;
  const { scope, copies } = queryScope;
  const ownSeries = formulaSeries(segment) !== null || (!suppressed && segment.breakdown !== undefined);
  if (ownSeries) return (key) => key;
  switch (aggregation) {
    case 'committer': {
      const people = new Map(copies.committers.map((committer) => [String(committer.committer_id), committer]));
      return (key) => {
        if (key === '0') return UNASSIGNED;
        const team = copies.teams.find((candidate) => candidate.team_id === Number(key) - TEAM_AS_COMMITTER);
        const person = people.get(key);
        const userName = person && (person.user_name === '' ? person.full_name : person.user_name);
        return team ? `Team ${team.name}` : (userName ?? `Committer ${key}`);
      };
    }
    case 'team':
      return (key) =>
        key === '0'
          ? 'No team'
          : (copies.teams.find((candidate) => String(candidate.team_id) === key)?.name ?? `Team ${key}`);
    case 'repo':
    case 'repo_path':
      return (key) => {
        const repo = scope.repos.find((candidate) => String(candidate.id) === key);
        const name = key === '0' ? 'No repo' : aggregation === 'repo' ? repo?.slug : repo?.path;
        return name ?? `Repo ${key}`;
      };
    case 'none':
      return () => ALL;
    default:
      return (key) => key;
  }
}
