import { z } from 'zod';
import { businessMinutesIn } from '../domain/business-minutes.ts';
import {
  type AuditQuestion,
  committersOf,
  milliseconds,
  newest,
  ONE_ENTITY,
  timeField,
  usedParams,
} from './audit-question.ts';

/** Open and untouched for this long is stale. */
export const PHASE = `multiIf(merged_at IS NOT NULL, 'phase_merged', closed_at IS NOT NULL, 'phase_closed',
  updated_at < fromUnixTimestamp64Milli({stale_before:Int64}, 'UTC'), 'phase_stale_open', 'phase_open')`;

const moment = z.coerce.number().nullable();
const pullRow = z.object({
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
  /** Any of them in a release has brought it out. */
  brought_shas: z.array(z.string()),
  shas: z.array(z.string()),
  issue_keys: z.array(z.string()),
  committer_id: z.coerce.number(),
  version: z.coerce.number(),
});
type PullRow = z.output<typeof pullRow>;

const OF_PAGE = 'entity_id = {entity_id:UInt64} AND repo_id IN {page_repos:Array(UInt64)}';

/** A pull request where an audit found it. */
export interface PullKey {
  repo_id: number;
  number: number;
  opened_ms: number;
}
export type PullRecord = Awaited<ReturnType<typeof pullRecords>>[number];

const nameOf = ({ repo_id: repoId, number }: Omit<PullKey, 'opened_ms'>): string => `${repoId} ${number}`;

/** What is told of the pull requests of a page, in its order: only what belongs to them is read, by the order of its table. */
export async function pullRecords(question: AuditQuestion, page: PullKey[]) {
  if (page.length === 0) return [];
  const found = newest(await readPulls(question, page), nameOf);
  const pulls = page.flatMap((key) => {
    const pull = found.get(nameOf(key));
    // One that was listed under another time before is told at its own.
    return pull?.opened_ms === key.opened_ms ? pull : [];
  });
  const merged = pulls.filter(({ merged_ms: time }) => time !== null);
  const [released, follows, personOf] = await Promise.all([
    firstReleases(question, merged),
    deltasAfter(question, merged),
    committersOf(question),
  ]);
  const { timeOff } = await question.context.copiesOf(question.scope.entityId);
  const offOf = new Map(timeOff.map((off) => [off.committer_id, off]));
  const minutesIn = businessMinutesIn(question.businessHours);
  return pulls.map((pull) => {
    const person = personOf(pull.committer_id);
    const off = offOf.get(person?.committer_id ?? pull.committer_id);
    const minutes = (from: number | null, until: number | null | undefined) =>
      from === null || until === null || until === undefined ? null : minutesIn(from, until, off);
    return {
      ...pull,
      awaited_first_review: minutes(pull.opened_ms, pull.first_reviewed_ms),
      cycle_time: minutes(pull.first_authored_ms, pull.closed_ms),
      lead_time: minutes(pull.first_authored_ms, released.get(nameOf(pull))),
      open_to_closed: minutes(pull.opened_ms, pull.closed_ms),
      post_merge_delta: follows.get(nameOf(pull)) ?? 0,
      user_name: person?.user_name ?? '',
      full_name: person?.full_name ?? '',
    };
  });
}

function readPulls(question: AuditQuestion, page: PullKey[]): Promise<PullRow[]> {
  const sql = `
    SELECT pull_request_id AS id, repo_id, number, title, branch_name, ${PHASE} AS phase, squash_sha,
      ${milliseconds('opened_at')} AS opened, opened AS opened_ms, ${milliseconds('coalesce(merged_at, closed_at)')} AS closed, closed AS closed_ms,
      ${milliseconds('merged_at')} AS merged_ms, ${milliseconds('first_commented_at')} AS first_commented,
      ${milliseconds('first_commit_authored_at')} AS first_authored, first_authored AS first_authored_ms,
      ${milliseconds('first_human_review_at')} AS first_reviewed_ms,
      [merge_sha, squash_sha, head_sha] AS brought_shas, arrayMap(s -> toString(s), commit_shas) AS shas, issue_keys, committer_id, version
    FROM pull_requests
    WHERE ${OF_PAGE} AND (repo_id, number) IN arrayZip({page_repo_ids:Array(UInt64)}, {page_numbers:Array(UInt32)})`;
  return question.context.clickHouse.query({
    name: 'audit_pull_request_records',
    sql,
    params: {
      ...usedParams(question, sql),
      page_repos: reposOf(page),
      page_repo_ids: page.map(({ repo_id: id }) => id),
      page_numbers: page.map(({ number }) => number),
    },
    row: pullRow,
    settings: ONE_ENTITY,
  });
}

const reposOf = (pulls: Pick<PullKey, 'repo_id'>[]): number[] => [...new Set(pulls.map(({ repo_id: id }) => id))];

/** When the first release carried what each brought, in milliseconds. */
async function firstReleases(question: AuditQuestion, merged: PullRow[]): Promise<Map<string, number>> {
  const brought = merged.flatMap((pull) => pull.brought_shas.filter((sha) => sha !== '').map((sha) => ({ pull, sha })));
  if (brought.length === 0) return new Map();
  const rows = await question.context.clickHouse.query({
    name: 'audit_releases_of_pulls',
    sql: `
      SELECT repo_id, sha, ${milliseconds('released_at')} AS released_ms, version FROM sha_releases
      WHERE ${OF_PAGE} AND (repo_id, sha) IN arrayZip({brought_repos:Array(UInt64)}, {brought_shas:Array(String)})`,
    params: {
      entity_id: question.scope.entityId,
      page_repos: reposOf(merged),
      brought_repos: brought.map(({ pull }) => pull.repo_id),
      brought_shas: brought.map(({ sha }) => sha),
    },
    row: z.object({ repo_id: z.coerce.number(), sha: z.string(), released_ms: moment, version: z.coerce.number() }),
    settings: ONE_ENTITY,
  });
  const times = newest(rows, (row) => `${row.repo_id} ${row.sha}`);
  const first = new Map<string, number>();
  for (const { pull, sha } of brought) {
    const time = times.get(`${pull.repo_id} ${sha}`)?.released_ms ?? null;
    if (time !== null) first.set(nameOf(pull), Math.min(time, first.get(nameOf(pull)) ?? time));
  }
  return first;
}

/** Diff Delta of the commits that named its issues after it was merged. */
async function deltasAfter(question: AuditQuestion, merged: PullRow[]): Promise<Map<string, number>> {
  const named = merged.flatMap((pull) => pull.issue_keys.map((key) => ({ ...pull, key })));
  if (named.length === 0) return new Map();
  const since = Math.min(...named.map(({ merged_ms: time }) => time ?? 0));
  const rows = await question.context.clickHouse.query({
    name: 'audit_deltas_after',
    sql: `
      SELECT merged.repo_id AS repo_id, merged.number AS number, round(sum(later.delta), 2) AS delta
      FROM (
        SELECT repo_id, issue_key, authored_at, delta FROM issue_commits FINAL
        WHERE ${OF_PAGE} AND (repo_id, issue_key) IN arrayZip({named_repos:Array(UInt64)}, {named_keys:Array(String)})
          AND authored_at > fromUnixTimestamp64Milli({named_since:Int64}, 'UTC')
          AND presence = 'existent' AND on_default_branch AND NOT is_merge
      ) AS later
      INNER JOIN (
        SELECT repo_id, number, issue_key, merged_ms FROM system.one
        ARRAY JOIN {named_repos:Array(UInt64)} AS repo_id, {named_numbers:Array(UInt32)} AS number, {named_keys:Array(String)} AS issue_key,
          {named_merged_ms:Array(Int64)} AS merged_ms
      ) AS merged ON merged.repo_id = later.repo_id AND merged.issue_key = later.issue_key
      WHERE later.authored_at > fromUnixTimestamp64Milli(merged.merged_ms, 'UTC')
      GROUP BY repo_id, number`,
    params: {
      entity_id: question.scope.entityId,
      page_repos: reposOf(named),
      named_since: since,
      named_repos: named.map(({ repo_id: id }) => id),
      named_numbers: named.map(({ number }) => number),
      named_keys: named.map(({ key }) => key),
      named_merged_ms: named.map(({ merged_ms: time }) => time ?? 0),
    },
    row: z.object({ repo_id: z.coerce.number(), number: z.coerce.number(), delta: z.coerce.number() }),
    settings: ONE_ENTITY,
  });
  return new Map(rows.map((row) => [nameOf(row), row.delta]));
}
