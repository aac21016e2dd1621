import { z } from 'zod';
import { COUNTS, copiesInScope } from '../segments/copied-commits.ts';
import { IN_REPOS, OF_ENTITY, personOf } from '../segments/segment-view.ts';
import { type CommitFacts, commitKey, commitLookup, PULL } from '../store/sha-facts.ts';
import { bindTemplate, fragment, type SqlFragment, type SqlTemplate, template, templateParam } from '../store/sql.ts';
import { type AuditQuery, ONE_THREAD } from './audit-query.ts';
import { type CommitChoice, IN_SPAN, listedCommits, ofChosen, spanValues, type TimeSpan } from './commit-keys.ts';
import { type CommitKey, commitName } from './commit-name.ts';
import { ofEntity } from './conditions.ts';
import { timeField } from './row-fields.ts';

const keyed = { repo_id: z.coerce.number(), sha: z.string() };
const version = z.coerce.number();
export const commitRow = z.object({
  ...keyed,
  authored: timeField,
  committed: timeField,
  stored: timeField,
  committer_id: z.coerce.number(),
  author_name: z.string(),
  message: z.string(),
  presence: z.string(),
  on_default_branch: z.coerce.boolean(),
  may_count: z.coerce.boolean(),
  version,
});

/** Of commits that were authored in the same seconds as those of a list, so many are read with them. */
const MOST_BESIDE = 3;
const FEW = 100;

const AT_PAGE_TIMES = template`authored_at IN ${templateParam('page_times', "Array(DateTime64(0, 'UTC'))")}`;

const IS_CHANGE = `presence = 'existent' AND NOT is_merge`;

const KEY = commitKey('repo_id', 'toString(sha)');

/** Of commits of pull requests that make the same change, by the same author at the same time, all but the one committed first. */
const copiesInPulls = (atTimes: SqlTemplate): SqlTemplate => template`
  SELECT copy.2, copy.3 FROM (
    SELECT arrayJoin(arraySlice(arraySort(groupArray((committed_at, repo_id, sha))), 2)) AS copy
    FROM commit_copies FINAL
    WHERE ${OF_ENTITY} AND ${IN_REPOS} AND ${atTimes}
      AND (repo_id, sha) IN (
        SELECT repo_id, sha FROM commit_times FINAL
        WHERE ${OF_ENTITY} AND authored_at IN (SELECT authored_at FROM commit_copies WHERE ${OF_ENTITY} AND ${atTimes}) AND ${IS_CHANGE})
      AND ${KEY} IN (
        SELECT commit_key FROM sha_facts
        WHERE ${OF_ENTITY} AND lookup IN (SELECT ${commitLookup('repo_id', 'toString(sha)')} FROM commit_copies WHERE ${OF_ENTITY} AND ${atTimes})
          AND arrayExists(name -> startsWith(name, '${PULL}'), mapKeys(facts)))
    GROUP BY copy_group, ${personOf('committer_id')})`;

/** What counts, apart from copies, and the copies, by the question: on the default branch, or in pull requests. */
const COUNTING = {
  reports: { counts: COUNTS, copies: copiesInScope },
  pull_requests: { counts: IS_CHANGE, copies: copiesInPulls },
};
export type CountedIn = keyof typeof COUNTING;

/** At the times that are named with them, and the others where they are found: a code host may name none, or another than git. */
export async function readListed(
  query: AuditQuery,
  chosen: CommitChoice,
  facts: Promise<CommitFacts[]>,
  countedIn: CountedIn,
  knowsCopies: boolean,
) {
  const named = chosen.keys.flatMap((commit) => commit.authored_s ?? []);
  const rows = named.length > 0 ? await readAtTimes(query, chosen, named, countedIn, knowsCopies) : [];
  const found = new Set(rows.map(commitName));
  const rest = chosen.keys.filter((commit) => !found.has(commitName(commit)));
  const times = rest.length > 0 ? await timesOf(query, rest, await facts) : [];
  if (times.length === 0) return rows;
  return [...rows, ...(await readAtTimes(query, listedCommits(rest), times, countedIn, knowsCopies))];
}

/** Listed commits by their seconds alone: others of the same seconds are left out here in less time than the store takes to hold rows against the list. */
async function readAtTimes(
  query: AuditQuery,
  chosen: CommitChoice,
  times: number[],
  countedIn: CountedIn,
  knowsCopies: boolean,
) {
  const most = chosen.keys.length * MOST_BESIDE + FEW;
  const read = await readCommits(query, ofEntity(query), times, countedIn, knowsCopies, most);
  if (read.length === most) return readCommits(query, ofChosen(query, chosen, 'sha'), times, countedIn, knowsCopies);
  const names = new Set(chosen.keys.map(commitName));
  return read.filter((row) => names.has(commitName(row)));
}

/** When commits were authored; what is not scored yet is looked up. */
async function timesOf(
  query: AuditQuery,
  commits: readonly CommitKey[],
  facts: readonly CommitFacts[],
): Promise<number[]> {
  const scored = new Map(facts.filter((one) => one.is_scored).map((one) => [commitName(one), one.authored_s]));
  const unscored = commits.filter((commit) => !scored.has(commitName(commit)));
  const read = unscored.length > 0 ? await readTimes(query, listedCommits(unscored)) : [];
  return [...commits.flatMap((commit) => scored.get(commitName(commit)) ?? []), ...read];
}

async function readTimes(query: AuditQuery, chosen: CommitChoice): Promise<number[]> {
  const rows = await query.context.clickHouse.query({
    name: 'audit_commit_times',
    ...fragment`SELECT DISTINCT toUnixTimestamp64Second(authored_at) AS authored_s FROM commits
       WHERE ${ofChosen(query, chosen, 'sha')}`,
    row: z.object({ authored_s: z.coerce.number() }),
    settings: ONE_THREAD,
  });
  return rows.map(({ authored_s: time }) => time);
}

export function readCommits(
  query: AuditQuery,
  conditions: SqlFragment,
  times: TimeSpan | number[],
  countedIn: CountedIn,
  knowsCopies: boolean,
  most?: number,
) {
  const { counts, copies } = COUNTING[countedIn];
  const isList = Array.isArray(times);
  const atTimes = isList ? AT_PAGE_TIMES : IN_SPAN;
  const values = { ...query.scopeParams, ...(isList ? { page_times: [...new Set(times)] } : spanValues(times)) };
  const isNoCopy = fragment` AND (repo_id, sha) NOT IN (${bindTemplate(copies(atTimes), values)})`;
  return query.context.clickHouse.query({
    name: 'audit_commit_records',
    ...fragment`SELECT repo_id, sha, authored_at AS authored, committed_at AS committed,
       stored_at AS stored, committer_id, author_name, message, presence, on_default_branch, version,
       ${counts}${knowsCopies ? '' : isNoCopy} AS may_count
     FROM commit_times WHERE ${conditions} AND ${bindTemplate(atTimes, values)}${most === undefined ? '' : ` LIMIT ${most}`}`,
    row: commitRow,
    settings: ONE_THREAD,
  });
}
