import { type Fact, FROM, isPerson, OF_ENTITY, personOf, TEAM_AS_COMMITTER, UNTIL } from '../fact.ts';
import { commits } from './code-facts.ts';

const usage = `
  SELECT toDateTime64(date, 3, 'UTC') AS at, 0 AS repo_id,
    if(committer_id = 0, ${TEAM_AS_COMMITTER} + team_id, ${personOf('committer_id')}) AS committer,
    committer IN {seated:Array(UInt64)} AS has_seat, provider, date, lines_added, lines_deleted, cents_cost,
    prompted_suggest_count, prompted_accept_count, tab_suggest_count, tab_accept_count,
    lines_added + lines_deleted + prompted_suggest_count + prompted_accept_count + tab_suggest_count + tab_accept_count > 0 AS is_use
  FROM ai_usage FINAL
  WHERE ${OF_ENTITY} AND date >= toDate32(${FROM}) AND toDateTime64(date, 3, 'UTC') < ${UNTIL}
    AND (empty({ai_providers:Array(String)}) OR provider IN {ai_providers:Array(String)})
    AND if(committer_id = 0, {every_team:Bool} OR team_id IN {own_team_ids:Array(UInt64)}, ${isPerson('committer_id')})`;

/** What providers and customers report, by day, provider, model and committer; of a whole team where no one is named. */
export const aiUsage: Fact = {
  name: 'ai_usage',
  hasCommitter: true,
  hasRepo: false,
  hasProvider: true,
  records: { list: 'report' },
  sql: () => usage,
};

/** Committers with a seat, once for each interval. */
export const seats: Fact = {
  name: 'seats',
  hasCommitter: true,
  hasRepo: false,
  records: { list: 'report' },
  sql: () => `
  SELECT at, 0 AS repo_id, committer
  FROM (SELECT arrayJoin({seated:Array(UInt64)}) AS committer) AS holders
  CROSS JOIN (SELECT greatest(toDateTime64(arrayJoin({buckets:Array(Date32)}), 3, 'UTC'), ${FROM}) AS at) AS intervals`,
};

/** Commits and AI usage together, to see who has both in an interval. */
export const activity: Fact = {
  name: 'activity',
  hasCommitter: true,
  hasRepo: false,
  records: { list: 'commits' },
  namesRecord: true,
  sql: (uses) => {
    const named = uses('sha');
    const both = `
  SELECT toDateTime64(at, 3, 'UTC') AS at, repo_id, committer, true AS is_commit, ai_lines > 0 AS is_ai${named ? ', toString(sha) AS sha' : ''}
  FROM (${commits.sql((column) => column === 'ai_lines' || (named && column === 'sha'))})
  UNION ALL
  SELECT at, 0, committer, false, true${named ? ", ''" : ''} FROM (${usage}) WHERE is_use`;
    // Of a point, the rows are those of its interval: whoever used AI on any of them is engaged in it.
    return named ? `SELECT *, max(is_ai) OVER (PARTITION BY committer) AS uses_ai FROM (${both})` : both;
  },
};
