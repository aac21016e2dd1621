import { type Fact, FROM, OF_ENTITY, TEAM_AS_COMMITTER, UNTIL } from '../fact.ts';
import { commits } from './code-facts.ts';

const usage = `
  SELECT toDateTime64(date, 3, 'UTC') AS at, 0 AS repo_id, known.committer AS committer, known.has_seat AS has_seat,
    provider, date, used.lines_added AS lines_added, used.lines_deleted AS lines_deleted, cents_cost,
    prompted_suggest_count, prompted_accept_count, tab_suggest_count, tab_accept_count,
    used.lines_added + used.lines_deleted + prompted_suggest_count + prompted_accept_count + tab_suggest_count + tab_accept_count > 0 AS is_use
  FROM (
    SELECT *, if(committer_id = 0, ${TEAM_AS_COMMITTER} + team_id, committer_id) AS user
    FROM ai_usage FINAL
    WHERE ${OF_ENTITY} AND date >= toDate32(${FROM}) AND toDateTime64(date, 3, 'UTC') < ${UNTIL}
      AND (empty({ai_providers:Array(String)}) OR provider IN {ai_providers:Array(String)})
  ) AS used
  INNER JOIN (
    SELECT identity, committer, has_seat FROM people
    UNION ALL
    SELECT ${TEAM_AS_COMMITTER} + team_id, ${TEAM_AS_COMMITTER} + team_id, false FROM teams FINAL
    WHERE ${OF_ENTITY} AND ({every_team:Bool} OR team_id IN {own_team_ids:Array(UInt64)})
    UNION ALL
    SELECT ${TEAM_AS_COMMITTER}, ${TEAM_AS_COMMITTER}, false WHERE {every_team:Bool}
  ) AS known ON known.identity = used.user`;

/** What providers and customers report, by day, provider, model and committer; of a whole team where no one is named. */
export const aiUsage: Fact = {
  name: 'ai_usage',
  hasCommitter: true,
  hasRepo: false,
  hasProvider: true,
  records: { list: 'report' },
  sql: usage,
};

/** Committers with a seat, once for each interval. */
export const seats: Fact = {
  name: 'seats',
  hasCommitter: true,
  hasRepo: false,
  records: { list: 'report' },
  sql: `
  SELECT at, 0 AS repo_id, committer
  FROM (SELECT DISTINCT committer FROM people WHERE has_seat) AS seated
  CROSS JOIN (SELECT greatest(toDateTime64(arrayJoin({buckets:Array(Date32)}), 3, 'UTC'), ${FROM}) AS at) AS intervals`,
};

/** Commits and AI usage together, to see who has both in an interval. */
export const activity: Fact = {
  name: 'activity',
  hasCommitter: true,
  hasRepo: false,
  records: { list: 'commits' },
  sql: `
  SELECT toDateTime64(at, 3, 'UTC') AS at, repo_id, committer, true AS is_commit, ai_lines > 0 AS is_ai FROM (${commits.sql})
  UNION ALL
  SELECT at, 0, committer, false, true FROM (${usage}) WHERE is_use`,
};
