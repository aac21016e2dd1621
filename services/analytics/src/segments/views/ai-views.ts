import { type SqlTemplate, template } from '../../store/sql.ts';
import { param } from '../params.ts';
import {
  defineView,
  FROM,
  isPerson,
  OF_ENTITY,
  personOf,
  TEAM_AS_COMMITTER,
  UNTIL,
  type Uses,
} from '../segment-view.ts';
import { commits } from './commit-views.ts';

const usage = (uses: Uses): SqlTemplate => template`
  SELECT toDateTime64(date, 3, 'UTC') AS at, 0 AS repo_id,
    if(committer_id = 0, ${TEAM_AS_COMMITTER} + team_id, ${personOf('committer_id')}) AS committer,
    committer IN ${param('seated')} AS has_seat, provider, date, lines_added, lines_deleted, cents_cost,
    prompted_suggest_count, prompted_accept_count, tab_suggest_count, tab_accept_count,
    lines_added + lines_deleted + prompted_suggest_count + prompted_accept_count + tab_suggest_count + tab_accept_count > 0 AS is_use${uses('model') ? ', model, committer_id, team_id' : ''}
  FROM ai_usage FINAL
  WHERE ${OF_ENTITY} AND date >= toDate32(${FROM}) AND toDateTime64(date, 3, 'UTC') < ${UNTIL}
    AND (empty(${param('ai_providers')}) OR provider IN ${param('ai_providers')})
    AND if(committer_id = 0, ${param('every_team')} OR team_id IN ${param('own_team_ids')}, ${isPerson('committer_id')})`;

/** Usage as reported by providers and customers, by day, provider, model and committer, or by team. */
export const aiUsage = defineView({
  name: 'ai_usage',
  hasCommitter: true,
  hasRepo: false,
  hasProvider: true,
  readsUsage: true,
  records: 'ai_usages',
  columns: [
    'has_seat',
    'provider',
    'date',
    'lines_added',
    'lines_deleted',
    'cents_cost',
    'prompted_suggest_count',
    'prompted_accept_count',
    'tab_suggest_count',
    'tab_accept_count',
    'is_use',
    'model',
    'committer_id',
    'team_id',
  ],
  sql: ({ uses }) => usage(uses),
});

const plainUsage = usage(() => false);

/** Each day that has passed on which a committer with a seat did not use AI. */
export const idleSeatDays = defineView({
  name: 'idle_seat_days',
  hasCommitter: true,
  hasRepo: false,
  readsUsage: true,
  records: 'ai_seats',
  recordKeys: ['committer'],
  columns: [],
  sql: () => template`
  SELECT toDateTime64(day, 3, 'UTC') AS at, 0 AS repo_id, committer
  FROM (SELECT arrayJoin(${param('seated')}) AS committer) AS holders
  CROSS JOIN (SELECT arrayJoin(arrayFlatten(arrayMap(
    (start, days) -> arrayMap(n -> greatest(start, toDate32(${FROM})) + n, range(days)), ${param('buckets')}, ${param('bucket_days')}))) AS day) AS passed
  WHERE (day, committer) NOT IN (SELECT date, committer FROM (${plainUsage}) WHERE is_use)`,
});

/** Commits and AI usage together, to see who has both in an interval. */
export const activity = defineView({
  name: 'activity',
  hasCommitter: true,
  hasRepo: false,
  records: 'commits',
  columns: ['is_commit', 'is_ai', 'sha', 'uses_ai'],
  sql: (request) => {
    const named = request.uses('sha');
    const both = template`
  SELECT toDateTime64(at, 3, 'UTC') AS at, repo_id, committer, true AS is_commit, ai_lines > 0 AS is_ai${named ? ', toString(sha) AS sha' : ''}
  FROM (${commits.sql({ ...request, uses: (column) => column === 'ai_lines' || (named && column === 'sha') })})
  UNION ALL
  SELECT at, 0, committer, false, true${named ? ", ''" : ''} FROM (${plainUsage}) WHERE is_use`;
    // The rows of a point are those of its interval: a committer with AI on any of them is engaged in it.
    return named ? template`SELECT *, max(is_ai) OVER (PARTITION BY committer) AS uses_ai FROM (${both})` : both;
  },
});
