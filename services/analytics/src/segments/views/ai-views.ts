import { type SqlTemplate, template } from '../../store/sql.ts';
import { param } from '../params.ts';
import { defineView, FROM, IN_ASKED, isPerson, OF_ENTITY, UNTIL, type ViewRequest } from '../segment-view.ts';
import { commits } from './commit-views.ts';
import { IS_USE, usageRows } from './counted-usage.ts';
import { SHARED_DAYS, USER, usageShares, workedLines } from './usage-shares.ts';

const IN_RANGE = template`date >= toDate32(${FROM}) AND toDateTime64(date, 3, 'UTC') < ${UNTIL}`;

/** As recorded, whatever the scope; `who` is a person, a team, or nobody (0). */
const recorded = (also: string, severalSources: boolean): SqlTemplate => template`
  SELECT date, provider, organization_id, repo_id AS own_repo_id,
    ${USER} AS who,
    lines_added, lines_deleted, cents_cost, prompted_suggest_count, prompted_accept_count, tab_suggest_count, tab_accept_count,
    ${IS_USE} AS is_use${also}
  FROM ${usageRows(severalSources, IN_RANGE)}
  WHERE ${OF_ENTITY} AND ${IN_RANGE}
    AND (empty(${param('ai_providers')}) OR provider IN ${param('ai_providers')})
    AND if(committer_id = 0, ${param('every_team')} OR team_id IN ${param('own_team_ids')}, ${isPerson('committer_id')})`;

/** Asked about all of it, a usage counts as it is. */
const wholeUsage = (rows: SqlTemplate): SqlTemplate => template`
  SELECT *, toDateTime64(date, 3, 'UTC') AS at, toUInt64(0) AS repo_id, who AS committer, 1. AS share, who IN ${param('seated')} AS has_seat
  FROM (${rows})`;

/**
 * Asked about less, it counts in the repos that share it, by the lines of its people there; without any, in the resource that it
 * was recorded for and above. A usage of a repo is the repo's.
 */
const sharedUsage = (rows: SqlTemplate): SqlTemplate => template`
  SELECT usage.*, toDateTime64(usage.date, 3, 'UTC') AS at, toUInt64(part.1) AS repo_id, usage.who AS committer, toFloat64(part.2) AS share,
    usage.who IN ${param('seated')} AS has_seat
  FROM (${rows}) AS usage
  LEFT JOIN (${usageShares}) AS shared
    ON shared.who = usage.who AND shared.date = usage.date AND shared.organization_id = usage.organization_id
  ARRAY JOIN multiIf(usage.own_repo_id != 0, [(usage.own_repo_id, 1.)], empty(shared.parts), [(toUInt64(0), 1.)],
    arrayMap(own -> (own.1, own.2 / shared.total), shared.parts)) AS part
  WHERE ${IN_ASKED} OR (repo_id = 0 AND usage.organization_id IN ${param('organization_ids')})`;

const usage = ({ uses, wholeEntity, byRepo, severalSources }: ViewRequest): SqlTemplate => {
  const rows = recorded(uses('model') ? ', model, committer_id, team_id, source' : '', severalSources);
  return wholeEntity && !byRepo ? wholeUsage(rows) : sharedUsage(rows);
};

const ofUsage = {
  hasCommitter: true,
  hasRepo: true,
  hasProvider: true,
  followsMember: true,
  readsUsage: true,
  records: 'ai_usages',
  recordKeys: ['date', 'provider', 'model', 'committer_id', 'team_id', 'organization_id', 'own_repo_id', 'source'],
  columns: [
    'share',
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
    'organization_id',
    'own_repo_id',
    'source',
  ],
} as const;

/** Usage as reported by providers and customers, by day, provider, model and committer, or by team. */
export const aiUsage = defineView({
  name: 'ai_usage',
  counts:
    'AI usage as reported by providers and POST /ai_usages, by its day. It belongs to the resource it was recorded for; asked about less, it counts by the share that the person’s lines there have among all of theirs over 28 days.',
  ...ofUsage,
  held: {},
  sql: usage,
});

/** Usage of those who have a seat. */
export const seatedUsage = defineView({
  name: 'seated_usage',
  counts:
    'AI usage of committers with a seat, by its day. It belongs to the resource it was recorded for; asked about less, it counts where the person’s lines of 28 days are.',
  ...ofUsage,
  sql: (request) => template`SELECT * FROM (${usage(request)}) WHERE has_seat AND is_use`,
});

/** In the scope of the query, without the names of records. */
const plainUsage = (request: ViewRequest): SqlTemplate => usage({ ...request, uses: () => false });

/** Each day that has passed on which a committer with a seat, who works in the scope, did not use AI. */
export const idleSeatDays = defineView({
  name: 'idle_seat_days',
  counts:
    'Days that have passed, for each committer with a seat who works in the scope and did not use AI on that day.',
  hasCommitter: true,
  hasRepo: false,
  followsMember: true,
  readsUsage: true,
  records: 'ai_seats',
  recordKeys: ['committer'],
  columns: [],
  sql: (request) => template`
  SELECT toDateTime64(day, 3, 'UTC') AS at, 0 AS repo_id, committer
  FROM (SELECT arrayJoin(${param('seated')}) AS committer) AS holders
  CROSS JOIN (SELECT arrayJoin(arrayFlatten(arrayMap(
    (start, days) -> arrayMap(n -> greatest(start, toDate32(${FROM})) + n, range(days)), ${param('buckets')}, ${param('bucket_days')}))) AS day) AS passed
  WHERE (day, committer) NOT IN (SELECT date, committer FROM (${plainUsage(request)}) WHERE is_use)${
    request.wholeEntity
      ? ''
      : template`
    AND (${param('every_asked')} OR (day, committer) IN (
      SELECT arrayJoin(arrayMap(n -> day + n, range(${SHARED_DAYS}))), worker FROM (${workedLines}) WHERE ${IN_ASKED} AND entity_lines > 0))`
  }`,
});

/** Commits and AI usage together, to see who has both in an interval. */
export const activity = defineView({
  name: 'activity',
  counts:
    'Non-merge commits of the default branch by processed committers, by authored time, and AI usage of the same people in the scope.',
  hasCommitter: true,
  hasRepo: true,
  records: 'commits',
  columns: ['is_commit', 'is_ai', 'sha', 'uses_ai'],
  sql: (request) => {
    const named = request.uses('sha');
    const both = template`
  SELECT toDateTime64(at, 3, 'UTC') AS at, repo_id, committer, true AS is_commit, ai_lines > 0 AS is_ai${named ? ', toString(sha) AS sha' : ''}
  FROM (${commits.sql({ ...request, uses: (column) => column === 'ai_lines' || (named && column === 'sha') })})
  UNION ALL
  SELECT at, ${request.byRepo ? 'repo_id' : '0'}, committer, false, true${named ? ", ''" : ''} FROM (${plainUsage(request)}) WHERE is_use`;
    // The rows of a point are those of its interval: a committer with AI on any of them is engaged in it.
    const own = request.byRepo ? 'committer, repo_id' : 'committer';
    return named ? template`SELECT *, max(is_ai) OVER (PARTITION BY ${own}) AS uses_ai FROM (${both})` : both;
  },
});
