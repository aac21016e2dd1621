import type { ClickHouse } from '@linescope/chassis/clickhouse/clickhouse';
import { z } from 'zod';
import { DAILY_COLUMN_NAMES, DAILY_COLUMNS, isAmount } from '../domain/daily-columns.ts';
import { repoDayKey, repoDayOf } from './repo-days.ts';

/** Days of a repo, counted from 1970, with how many commits were authored on them. */
export interface RepoDay {
  repoId: number;
  day: number;
  commits: number;
}

const dayRow = z
  .object({ repo_id: z.number(), day: z.number(), commits: z.number() })
  .transform(({ repo_id: repoId, ...rest }): RepoDay => ({ repoId, ...rest }));

/** ClickHouse's own clock, by which changed days are noted. */
export async function readClock(clickHouse: ClickHouse): Promise<Date> {
  const [row] = await clickHouse.query({
    name: 'clock',
    sql: 'SELECT toUnixTimestamp64Milli(now64(3)) AS now',
    row: z.object({ now: z.coerce.number() }),
  });
  if (!row) throw new Error('ClickHouse returned no row for its clock');
  return new Date(row.now);
}

/** The days whose commits were stored since then, or all; and those of the copies of their commits in other repos. */
export const findChangedDays = (
  clickHouse: ClickHouse,
  entityId: number,
  { since, withAllCopies }: { since: Date | null; withAllCopies: boolean },
): Promise<RepoDay[]> =>
  clickHouse.query({
    name: 'changed_days',
    sql: `WITH noted AS (
            SELECT repo_id, day FROM changed_days FINAL
            WHERE entity_id = {entity_id:UInt64} AND noted_at >= fromUnixTimestamp64Milli({since_ms:Int64}, 'UTC'))
          SELECT repo_id, toInt32(day) AS day, sum(number) AS commits FROM (
            SELECT repo_id, toDate32(authored_at) AS day, 1 AS number FROM commit_scores
            WHERE entity_id = {entity_id:UInt64} AND ({everything:Bool} OR (repo_id, toDate32(authored_at)) IN (noted))
            UNION ALL
            SELECT repo_id, toDate32(authored_at), 0 FROM commit_copies
            WHERE entity_id = {entity_id:UInt64} AND ({with_all_copies:Bool} OR toDate32(authored_at) IN (SELECT day FROM noted)))
          GROUP BY repo_id, day ORDER BY repo_id, day`,
    params: {
      entity_id: entityId,
      since_ms: since?.getTime() ?? 0,
      everything: since === null,
      with_all_copies: withAllCopies,
    },
    row: dayRow,
    settings: { max_execution_time: 300 },
  });

/** Who is the same person, and the organizations of repos, as one text that changes with them. */
export async function readPeopleState(clickHouse: ClickHouse, entityId: number): Promise<string> {
  const [row] = await clickHouse.query({
    name: 'people_state',
    sql: `SELECT concat(
            (SELECT toString(sum(cityHash64(committer_id, primary_id))) FROM committers FINAL
             WHERE entity_id = {entity_id:UInt64} AND primary_id NOT IN (0, committer_id)), ' ',
            (SELECT toString(sum(cityHash64(repo_id, organization_id))) FROM repos FINAL WHERE entity_id = {entity_id:UInt64})
          ) AS state`,
    params: { entity_id: entityId },
    row: z.object({ state: z.string() }),
  });
  return row?.state ?? '';
}

const NAMES = DAILY_COLUMN_NAMES.join(', ');
/** Deltas are rounded to six decimals when they are scored; a conversion cuts off, and must not cut into the last. */
const exact = (name: string, sql: string): string => (isAmount(name) ? `toDecimal64(${sql} + 0.0000002, 6)` : sql);
const SUMS = Object.entries(DAILY_COLUMNS).map(([name, sql]) => `sum(${exact(name, sql)})`);

/** In which part of the entity each of several copies counts: in that of which it was committed first, then in the first repo. */
const COPIES = `
  SELECT repo_id AS copy_repo, sha AS copy_sha,
    toUInt8(multiIf(
      row_number() OVER (PARTITION BY copy_group, person ORDER BY committed_at, repo_id, sha) = 1, 3,
      row_number() OVER (PARTITION BY copy_group, person, organization_id ORDER BY committed_at, repo_id, sha) = 1, 2,
      row_number() OVER (PARTITION BY copy_group, person, repo_id ORDER BY committed_at, repo_id, sha) = 1, 1, 0)) AS copy_counts_from
  FROM (
    SELECT copy.repo_id AS repo_id, copy.sha AS sha, copy.copy_group AS copy_group, copy.committed_at AS committed_at,
      if(identity.primary_id = 0, copy.committer_id, identity.primary_id) AS person, home.organization_id AS organization_id
    FROM (SELECT * FROM commit_copies FINAL WHERE entity_id = {entity_id:UInt64} AND toInt32(toDate32(authored_at)) IN {days:Array(Int32)} AND counts) AS copy
    LEFT JOIN (SELECT committer_id, primary_id FROM committers FINAL WHERE entity_id = {entity_id:UInt64}) AS identity ON identity.committer_id = copy.committer_id
    LEFT JOIN (SELECT repo_id, organization_id FROM repos FINAL WHERE entity_id = {entity_id:UInt64}) AS home ON home.repo_id = copy.repo_id
  )`;

/**
 * Copies that do not count everywhere, as keys and what each counts from. Two lists in place of a join: forty columns through a join
 * take longer to be planned than to be summed up.
 */
const COUNTED_LESS = `
  (SELECT (arrayConcat([toUInt64(0)], groupArray(cityHash64(copy_repo, copy_sha))), arrayConcat([toUInt8(3)], groupArray(copy_counts_from)))
   FROM (${COPIES}) WHERE copy_counts_from < 3 AND copy_repo IN {repos:Array(UInt64)})`;

const isListed = (day: string) => `${repoDayOf(day)} IN {repo_days:Array(Int64)}`;

const KEYS = 'entity_id, score_version, day, repo_id, committer_id, counts_from';

const SUM_UP = `
  INSERT INTO daily_scores (${KEYS}, ${NAMES}, version)
  WITH ${COUNTED_LESS} AS counted_less
  SELECT {entity_id:UInt64}, score_version, toDate32(authored_at) AS day, repo_id, committer_id,
    transform(cityHash64(repo_id, sha), counted_less.1, counted_less.2, toUInt8(3)) AS counts_from, ${SUMS.join(', ')}, {version:UInt64}
  FROM commit_scores FINAL
  WHERE entity_id = {entity_id:UInt64} AND repo_id IN {repos:Array(UInt64)}
    AND authored_at >= toDateTime64(toDate32({first:Int32}), 0, 'UTC') AND authored_at < toDateTime64(toDate32({until:Int32}), 0, 'UTC')
    AND ${isListed('toDate32(authored_at)')} AND presence = 'existent' AND on_default_branch AND NOT is_merge
  GROUP BY score_version, day, repo_id, committer_id, counts_from`;

/** What was summed up before and not now is no more. */
const CLEAR_OTHERS = `
  INSERT INTO daily_scores (${KEYS}, version)
  SELECT ${KEYS}, {version:UInt64} FROM daily_scores FINAL
  WHERE entity_id = {entity_id:UInt64} AND ${isListed('day')} AND commits > 0 AND version < {version:UInt64}`;

/** Sums up days of repos anew, by every version of the scores. A repeat writes the same; the newest version counts. */
export async function rollUpDays(
  clickHouse: ClickHouse,
  entityId: number,
  days: readonly Pick<RepoDay, 'repoId' | 'day'>[],
  version: number,
): Promise<void> {
  const options = {
    params: {
      entity_id: entityId,
      repos: [...new Set(days.map(({ repoId }) => repoId))],
      repo_days: days.map(repoDayKey),
      days: [...new Set(days.map(({ day }) => day))],
      first: Math.min(...days.map(({ day }) => day)),
      until: Math.max(...days.map(({ day }) => day)) + 1,
      version,
    },
    settings: {
      do_not_merge_across_partitions_select_final: 1,
      enable_extended_results_for_datetime_functions: 1,
      max_execution_time: 300,
    },
  };
  await clickHouse.command(SUM_UP, options);
  await clickHouse.command(CLEAR_OTHERS, options);
}
