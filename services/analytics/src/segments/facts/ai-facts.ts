import { type Fact, FROM, isPerson, OF_ENTITY, personOf, TEAM_AS_COMMITTER, UNTIL, type Uses } from '../fact.ts';
import { commits } from './code-facts.ts';

const usage = (uses: Uses) => `
  SELECT toDateTime64(date, 3, 'UTC') AS at, 0 AS repo_id,
    if(committer_id = 0, ${TEAM_AS_COMMITTER} + team_id, ${personOf('committer_id')}) AS committer,
    committer IN {seated:Array(UInt64)} AS has_seat, provider, date, lines_added, lines_deleted, cents_cost,
    prompted_suggest_count, prompted_accept_count, tab_suggest_count, tab_accept_count,
    lines_added + lines_deleted + prompted_suggest_count + prompted_accept_count + tab_suggest_count + tab_accept_count > 0 AS is_use${uses('model') ? ', model, committer_id, team_id' : ''}
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
  readsUsage: true,
  records: 'ai_usages',
  sql: usage,
};

const plainUsage = usage(() => false);

/** Each day that has passed on which a committer with a seat did not use AI. */
export const idleSeatDays: Fact = {
  name: 'idle_seat_days',
  hasCommitter: true,
  hasRepo: false,
  readsUsage: true,
  records: 'ai_seats',
  recordKeys: ['committer'],
  sql: () => `
  SELECT toDateTime64(day, 3, 'UTC') AS at, 0 AS repo_id, committer
  FROM (SELECT arrayJoin({seated:Array(UInt64)}) AS committer) AS holders
  CROSS JOIN (SELECT arrayJoin(arrayFlatten(arrayMap(
    (start, days) -> arrayMap(n -> greatest(start, toDate32(${FROM})) + n, range(days)), {buckets:Array(Date32)}, {bucket_days:Array(UInt32)}))) AS day) AS passed
  WHERE (day, committer) NOT IN (SELECT date, committer FROM (${plainUsage}) WHERE is_use)`,
};

/** Commits and AI usage together, to see who has both in an interval. */
export const activity: Fact = {
  name: 'activity',
  hasCommitter: true,
  hasRepo: false,
  records: 'commits',
  sql: (uses) => {
    const named = uses('sha');
    const both = `
  SELECT toDateTime64(at, 3, 'UTC') AS at, repo_id, committer, true AS is_commit, ai_lines > 0 AS is_ai${named ? ', toString(sha) AS sha' : ''}
  FROM (${commits.sql((column) => column === 'ai_lines' || (named && column === 'sha'))})
  UNION ALL
  SELECT at, 0, committer, false, true${named ? ", ''" : ''} FROM (${plainUsage}) WHERE is_use`;
    // Of a point, the rows are those of its interval: whoever used AI on any of them is engaged in it.
    return named ? `SELECT *, max(is_ai) OVER (PARTITION BY committer) AS uses_ai FROM (${both})` : both;
  },
};
