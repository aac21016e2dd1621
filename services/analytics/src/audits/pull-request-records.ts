import { DAY_MS } from '@linescope/contract/days';
import { z } from 'zod';
import { businessMinutesIn } from '../domain/business-minutes.ts';
import { businessHoursOf } from '../query-scope/business-hours.ts';
import { bound, fragment, type SqlFragment } from '../store/sql.ts';
import { type AuditQuery, ONE_THREAD, ofScores } from './audit-query.ts';
import { type PullBranches, pullName } from './commit-branches.ts';
import { ofEntity } from './conditions.ts';
import { primariesIn } from './identity-lists.ts';
import { milliseconds, newest, timeField } from './row-fields.ts';

const STALE_DAYS = 14;

/** An open pull request without an update for two weeks is stale; the time is rounded to the minute so that results can be cached. */
export function phaseOf({ context }: AuditQuery): SqlFragment {
  const staleBefore = Math.floor(context.now().getTime() / 60_000) * 60_000 - STALE_DAYS * DAY_MS;
  return fragment`multiIf(merged_at IS NOT NULL, 'phase_merged', closed_at IS NOT NULL, 'phase_closed',
  updated_at < fromUnixTimestamp64Milli(${bound('stale_before', 'Int64', staleBefore)}, 'UTC'), 'phase_stale_open', 'phase_open')`;
}

const moment = z.coerce.number().nullable();
export const pullRow = z.object({
  id: z.coerce.number(),
  repo_id: z.coerce.number(),
  number: z.coerce.number(),
  title: z.string(),
  branch_name: z.string(),
  phase: z.string(),
  opened: timeField,
  opened_ms: z.coerce.number(),
  closed: timeField,
  closed_ms: moment,
  merged_ms: moment,
  first_commented: timeField,
  first_authored: timeField,
  first_authored_ms: moment,
  first_reviewed_ms: moment,
  squash_sha: z.string(),
  /** It is released with the first of these. */
  brought_shas: z.array(z.string()),
  shas: z.array(z.string()),
  issue_keys: z.array(z.string()),
  committer_id: z.coerce.number(),
});
export type PullRow = z.output<typeof pullRow>;

export type PullRecord = Awaited<ReturnType<typeof readPullRecords>>[number];

/** The columns of a pull request on a page, which are in the tables of either order. */
export const pullColumns = (query: AuditQuery): SqlFragment => fragment`
  pull_request_id AS id, repo_id, number, title, branch_name, ${phaseOf(query)} AS phase, squash_sha,
  ${milliseconds('opened_at')} AS opened, opened AS opened_ms, ${milliseconds('coalesce(merged_at, closed_at)')} AS closed, closed AS closed_ms,
  ${milliseconds('merged_at')} AS merged_ms, ${milliseconds('first_commented_at')} AS first_commented,
  ${milliseconds('first_commit_authored_at')} AS first_authored, first_authored AS first_authored_ms,
  ${milliseconds('first_human_review_at')} AS first_reviewed_ms,
  [merge_sha, squash_sha, head_sha] AS brought_shas, arrayMap(s -> toString(s), commit_shas) AS shas, issue_keys, committer_id`;

/** A pull request whose time was corrected is listed at its new time only. */
export const isListed = (pull: PullRow, current: PullBranches): boolean =>
  (current.get(pullName(pull))?.opened_ms ?? pull.opened_ms) === pull.opened_ms;

/** With what other tables say of them, each read by its own order. */
export async function readPullRecords(query: AuditQuery, pulls: PullRow[]) {
  const merged = pulls.filter(({ merged_ms: time }) => time !== null);
  const [released, follows] = await Promise.all([readFirstReleases(query, merged), readDeltasAfter(query, merged)]);
  const primaryOf = primariesIn(query.queryScope);
  const offOf = new Map(query.queryScope.copies.timeOff.map((off) => [off.committer_id, off]));
  const minutesIn = businessMinutesIn(businessHoursOf(query.queryScope.settings));
  return pulls.map((pull) => {
    const person = primaryOf(pull.committer_id);
    const off = offOf.get(person?.committer_id ?? pull.committer_id);
    const minutes = (from: number | null, until: number | null | undefined) =>
      from === null || until === null || until === undefined ? null : minutesIn(from, until, off);
    return {
      ...pull,
      awaited_first_review: minutes(pull.opened_ms, pull.first_reviewed_ms),
      cycle_time: minutes(pull.first_authored_ms, pull.closed_ms),
      lead_time: minutes(pull.first_authored_ms, released.get(pullName(pull))),
      open_to_closed: minutes(pull.opened_ms, pull.closed_ms),
      post_merge_delta: follows.get(pullName(pull)) ?? 0,
      user_name: person?.user_name ?? '',
      full_name: person?.full_name ?? '',
    };
  });
}

const releaseRow = z.object({
  repo_id: z.coerce.number(),
  sha: z.string(),
  released_ms: moment,
  version: z.coerce.number(),
});

/** When each was first released, in milliseconds. */
async function readFirstReleases(query: AuditQuery, merged: PullRow[]): Promise<Map<string, number>> {
  const brought = merged.flatMap((pull) => pull.brought_shas.filter((sha) => sha !== '').map((sha) => ({ pull, sha })));
  if (brought.length === 0) return new Map();
  const repos = bound(
    'brought_repos',
    'Array(UInt64)',
    brought.map(({ pull }) => pull.repo_id),
  );
  const shas = bound(
    'brought_shas',
    'Array(String)',
    brought.map(({ sha }) => sha),
  );
  const rows = await query.context.clickHouse.query({
    name: 'audit_releases_of_pulls',
    ...fragment`
      SELECT repo_id, sha, ${milliseconds('released_at')} AS released_ms, version FROM sha_releases
      WHERE ${ofEntity(query)} AND (repo_id, sha) IN arrayZip(${repos}, ${shas})`,
    row: releaseRow,
    settings: ONE_THREAD,
  });
  const times = newest(rows, (row) => `${row.repo_id} ${row.sha}`);
  const first = new Map<string, number>();
  for (const { pull, sha } of brought) {
    const time = times.get(`${pull.repo_id} ${sha}`)?.released_ms ?? null;
    if (time !== null) first.set(pullName(pull), Math.min(time, first.get(pullName(pull)) ?? time));
  }
  return first;
}

const deltaRow = z.object({ repo_id: z.coerce.number(), number: z.coerce.number(), delta: z.coerce.number() });

/** Diff Delta of the commits that name its issues and were authored after its merge. */
async function readDeltasAfter(query: AuditQuery, merged: PullRow[]): Promise<Map<string, number>> {
  const named = merged.flatMap((pull) => pull.issue_keys.map((key) => ({ ...pull, key })));
  if (named.length === 0) return new Map();
  const repos = bound(
    'named_repos',
    'Array(UInt64)',
    named.map(({ repo_id: id }) => id),
  );
  const numbers = bound(
    'named_numbers',
    'Array(UInt32)',
    named.map(({ number }) => number),
  );
  const keys = bound(
    'named_keys',
    'Array(String)',
    named.map(({ key }) => key),
  );
  const mergedTimes = named.map(({ merged_ms: time }) => time ?? 0);
  const since = bound('named_since', 'Int64', Math.min(...mergedTimes));
  const rows = await query.context.clickHouse.query({
    name: 'audit_deltas_after',
    ...fragment`
      SELECT merged.repo_id AS repo_id, merged.number AS number, round(sum(later.delta), 2) AS delta
      FROM (
        SELECT repo_id, issue_key, authored_at, delta FROM issue_commits FINAL
        WHERE ${ofEntity(query)} AND ${ofScores(query)} AND (repo_id, issue_key) IN arrayZip(${repos}, ${keys})
          AND authored_at > fromUnixTimestamp64Milli(${since}, 'UTC')
          AND presence = 'existent' AND on_default_branch AND NOT is_merge
      ) AS later
      INNER JOIN (
        SELECT repo_id, number, issue_key, merged_ms FROM system.one
        ARRAY JOIN ${repos} AS repo_id, ${numbers} AS number, ${keys} AS issue_key,
          ${bound('named_merged_ms', 'Array(Int64)', mergedTimes)} AS merged_ms
      ) AS merged ON merged.repo_id = later.repo_id AND merged.issue_key = later.issue_key
      WHERE later.authored_at > fromUnixTimestamp64Milli(merged.merged_ms, 'UTC')
      GROUP BY repo_id, number`,
    row: deltaRow,
    settings: ONE_THREAD,
  });
  return new Map(rows.map((row) => [pullName(row), row.delta]));
}
