import type { ClickHouse } from '@linescope/chassis/clickhouse/clickhouse';
import { z } from 'zod';
import { TEAM_AS_COMMITTER } from '../segments/fact.ts';
import type { SeriesFilter } from './point-urls.ts';
import type { Question } from './question.ts';

export interface NamedSeries {
  name: string;
  filter: SeriesFilter;
}

const ALL = 'All';

/** What each series is called and how its records are found. A name that two would share gets its id. */
export async function nameSeries(
  clickHouse: ClickHouse,
  question: Question,
  keys: string[],
): Promise<Map<string, NamedSeries>> {
  const named = new Map<string, NamedSeries>();
  const taken = new Set<string>();
  for (const [key, series] of await describe(clickHouse, question, keys)) {
    const name = taken.has(series.name) ? `${series.name} (${key})` : series.name;
    taken.add(name);
    named.set(key, { ...series, name });
  }
  return named;
}

async function describe(clickHouse: ClickHouse, question: Question, keys: string[]): Promise<[string, NamedSeries][]> {
  const { aggregation, segment, suppressed, scope } = question;
  const ownSeries = !suppressed && (segment.breakdown !== undefined || typeof segment.y !== 'string');
  if (ownSeries) return keys.map((key) => [key, { name: key, filter: {} }]);
  switch (aggregation) {
    case 'committer': {
      const people = await committerNames(clickHouse, scope.entityId, keys);
      return keys.map((key) => {
        const team = question.teams.find((candidate) => candidate.team_id === Number(key) - TEAM_AS_COMMITTER);
        const userName = people.get(key);
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

async function committerNames(clickHouse: ClickHouse, entityId: number, keys: string[]): Promise<Map<string, string>> {
  const ids = keys.map(Number).filter((id) => id < TEAM_AS_COMMITTER);
  if (ids.length === 0) return new Map();
  const rows = await clickHouse.query({
    name: 'committer_names',
    sql: `SELECT toString(committer_id) AS id, if(user_name = '', full_name, user_name) AS name FROM committers FINAL
          WHERE entity_id = {entity_id:UInt64} AND committer_id IN {ids:Array(UInt64)}`,
    params: { entity_id: entityId, ids },
    row: z.object({ id: z.string(), name: z.string() }),
  });
  return new Map(rows.map((row) => [row.id, row.name]));
}
