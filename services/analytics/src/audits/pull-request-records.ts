import { DAY_MS } from '@linescope/contract/days';
import { z } from 'zod';
import { businessMinutesIn } from '../domain/business-minutes.ts';
import { businessHoursOf } from '../query-scope/business-hours.ts';
import { roundTo } from '../reports/shape-series.ts';
import type { CommitFacts } from '../store/sha-facts.ts';
import { fragment, type SqlFragment } from '../store/sql.ts';
import type { AuditQuery } from './audit-query.ts';
import { boundTime } from './bound-times.ts';
import { pullName } from './commit-branches.ts';
import { type CommitKey, commitName } from './commit-name.ts';
import { readDeltasAfter } from './deltas-after.ts';
import { primariesIn } from './identity-lists.ts';
import { momentField, timeField } from './row-fields.ts';

const STALE_DAYS = 14;

/** An open pull request without an update for two weeks is stale; the time is rounded to the minute so that results can be cached. */
const staleBefore = ({ context }: AuditQuery): number =>
  Math.floor(context.now().getTime() / 60_000) * 60_000 - STALE_DAYS * DAY_MS;

/** The phase in a condition. */
export const phaseOf = (query: AuditQuery): SqlFragment =>
  fragment`multiIf(merged_at IS NOT NULL, 'phase_merged', closed_at IS NOT NULL, 'phase_closed',
  updated_at < ${boundTime('stale_before', staleBefore(query))}, 'phase_stale_open', 'phase_open')`;

/** The same of rows that were read: as a column, the store would plan it for longer than it takes here. */
function pullPhase({ merged_ms: merged, closed_ms: closed, updated_ms: updated }: PullRow, stale: number): string {
  if (merged !== null) return 'phase_merged';
  if (closed !== null) return 'phase_closed';
  return updated < stale ? 'phase_stale_open' : 'phase_open';
}

const moment = momentField.nullable();
/** What a code host sent for a sha may be shorter than one. */
const withoutPadding = (sha: string): string => (sha.endsWith('\0') ? sha.slice(0, sha.indexOf('\0')) : sha);
export const pullRow = z.object({
  id: z.coerce.number(),
  repo_id: z.coerce.number(),
  number: z.coerce.number(),
  title: z.string(),
  branch_name: z.string(),
  version: z.coerce.number(),
  opened_ms: momentField,
  updated_ms: momentField,
  closed_ms: moment,
  merged_ms: moment,
  first_commented: timeField,
  first_authored_ms: moment,
  first_reviewed_ms: moment,
  merge_sha: z.string(),
  squash_sha: z.string(),
  head_sha: z.string(),
  shas: z.array(z.string().transform(withoutPadding)),
  /** When these were authored, or empty. */
  shas_authored: z.array(z.coerce.number()),
  issue_keys: z.array(z.string()),
  committer_id: z.coerce.number(),
});
export type PullRow = z.output<typeof pullRow>;

export type PullRecord = Awaited<ReturnType<typeof readPullRecords>>[number];

/** The columns of a pull request on a page, which are in the tables of either order. Expressions would take longer to plan than the page to read. */
export const PULL_COLUMNS = `
  pull_request_id AS id, repo_id, number, title, branch_name, version, merge_sha, squash_sha, head_sha,
  opened_at AS opened_ms, updated_at AS updated_ms, closed_at AS closed_ms, merged_at AS merged_ms, first_commented_at AS first_commented,
  first_commit_authored_at AS first_authored_ms, first_human_review_at AS first_reviewed_ms,
  commit_shas AS shas, commit_authored_at AS shas_authored, issue_keys, committer_id`;

/** When it was merged, or closed without. */
export const endOf = ({ merged_ms: merged, closed_ms: closed }: PullRow): number | null => merged ?? closed;

/** With what other tables say of them, each read by its own order. */
export async function readPullRecords(query: AuditQuery, pulls: PullRow[], facts: Promise<readonly CommitFacts[]>) {
  const follows = await readDeltasAfter(query, merged(pulls));
  const released = firstReleases(pulls, await facts);
  const primaryOf = primariesIn(query.queryScope);
  const offOf = new Map(query.queryScope.copies.timeOff.map((off) => [off.committer_id, off]));
  const minutesIn = businessMinutesIn(businessHoursOf(query.queryScope.settings));
  const stale = staleBefore(query);
  return pulls.map((pull) => {
    const person = primaryOf(pull.committer_id);
    const off = offOf.get(person?.committer_id ?? pull.committer_id);
    const minutes = (from: number | null, until: number | null | undefined) =>
      from === null || until === null || until === undefined ? null : minutesIn(from, until, off);
    return {
      ...pull,
      phase: pullPhase(pull, stale),
      awaited_first_review: minutes(pull.opened_ms, pull.first_reviewed_ms),
      cycle_time: minutes(pull.first_authored_ms, endOf(pull)),
      lead_time: minutes(pull.first_authored_ms, released.get(pullName(pull))),
      open_to_closed: minutes(pull.opened_ms, endOf(pull)),
      post_merge_delta: roundTo(follows.get(pullName(pull)) ?? 0, 2),
      user_name: person?.user_name ?? '',
      full_name: person?.full_name ?? '',
    };
  });
}

/** The commits with the first of which each was released. */
const broughtBy = ({ repo_id, merge_sha, squash_sha, head_sha }: PullRow): CommitKey[] =>
  [...new Set([merge_sha, squash_sha, head_sha])].filter((sha) => sha !== '').map((sha) => ({ repo_id, sha }));

export const broughtCommits = (pulls: readonly PullRow[]): CommitKey[] => merged(pulls).flatMap(broughtBy);

const merged = (pulls: readonly PullRow[]): PullRow[] => pulls.filter(({ merged_ms: time }) => time !== null);

/** When each was first released, in milliseconds. */
function firstReleases(pulls: readonly PullRow[], facts: readonly CommitFacts[]): Map<string, number> {
  const times = new Map(facts.map((commit) => [commitName(commit), commit.released_ms]));
  const first = new Map<string, number>();
  for (const pull of merged(pulls)) {
    const released = broughtBy(pull).flatMap((commit) => times.get(commitName(commit)) ?? []);
    if (released.length > 0) first.set(pullName(pull), Math.min(...released));
  }
  return first;
}
