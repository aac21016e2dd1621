import { TEAM_AS_COMMITTER } from '../segments/fact.ts';
import type { SeriesFilter } from './point-urls.ts';
import type { Question } from './question.ts';

export interface NamedSeries {
  name: string;
  filter: SeriesFilter;
}

const ALL = 'All';

/** What each series is called and how its records are found. A name that two would share gets its id. */
export function nameSeries(question: Question, keys: string[]): Map<string, NamedSeries> {
  const named = new Map<string, NamedSeries>();
  const taken = new Set<string>();
  for (const [key, series] of describe(question, keys)) {
    const name = taken.has(series.name) ? `${series.name} (${key})` : series.name;
    taken.add(name);
    named.set(key, { ...series, name });
  }
  return named;
}

function describe(question: Question, keys: string[]): [string, NamedSeries][] {
  const { aggregation, segment, suppressed, scope } = question;
  const ownSeries = !suppressed && (segment.breakdown !== undefined || typeof segment.y !== 'string');
  if (ownSeries) return keys.map((key) => [key, { name: key, filter: {} }]);
  switch (aggregation) {
    case 'committer': {
      const people = new Map(question.committers.map((committer) => [String(committer.committer_id), committer]));
      return keys.map((key) => {
        const team = question.teams.find((candidate) => candidate.team_id === Number(key) - TEAM_AS_COMMITTER);
        const person = people.get(key);
        const userName = person && (person.user_name === '' ? person.full_name : person.user_name);
        return [
          key,
          {
            name: team ? `Team ${team.name}` : (userName ?? `Committer ${key}`),
            filter: userName ? { committerUserName: userName } : {},
          },
        ];
      });
    }
    case 'team':
      return keys.map((key) => {
        const team = question.teams.find((candidate) => String(candidate.team_id) === key);
        return [key, { name: team?.name ?? `Team ${key}`, filter: team ? { teamSlug: team.slug } : {} }];
      });
    case 'repo':
    case 'repo_path':
      return keys.map((key) => {
        const repo = scope.repos.find((candidate) => String(candidate.id) === key);
        const name = key === '0' ? 'No repo' : aggregation === 'repo' ? repo?.slug : repo?.path;
        return [key, { name: name ?? `Repo ${key}`, filter: repo ? { repoPath: repo.path } : {} }];
      });
    case 'none':
      return keys.map((key) => [key, { name: ALL, filter: {} }]);
    default:
      return keys.map((key) => [key, { name: key, filter: {} }]);
  }
}
