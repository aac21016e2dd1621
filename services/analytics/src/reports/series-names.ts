import { TEAM_AS_COMMITTER } from '../segments/fact.ts';
import type { Question } from './question.ts';

const ALL = 'All';

/** What each series is called. A name that two would share gets its id. */
export function nameSeries(question: Question, keys: string[]): Map<string, string> {
  const named = new Map<string, string>();
  const taken = new Set<string>();
  const nameOf = namesFor(question);
  for (const key of keys) {
    const own = nameOf(key);
    const name = taken.has(own) ? `${own} (${key})` : own;
    taken.add(name);
    named.set(key, name);
  }
  return named;
}

function namesFor(question: Question): (key: string) => string {
  const { aggregation, segment, suppressed, scope } = question;
  const ownSeries = !suppressed && (segment.breakdown !== undefined || typeof segment.y !== 'string');
  if (ownSeries) return (key) => key;
  switch (aggregation) {
    case 'committer': {
      const people = new Map(question.committers.map((committer) => [String(committer.committer_id), committer]));
      return (key) => {
        const team = question.teams.find((candidate) => candidate.team_id === Number(key) - TEAM_AS_COMMITTER);
        const person = people.get(key);
        const userName = person && (person.user_name === '' ? person.full_name : person.user_name);
        return team ? `Team ${team.name}` : (userName ?? `Committer ${key}`);
      };
    }
    case 'team':
      return (key) => question.teams.find((candidate) => String(candidate.team_id) === key)?.name ?? `Team ${key}`;
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
