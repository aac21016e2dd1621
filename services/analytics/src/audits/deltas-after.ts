import { z } from 'zod';
import { COUNTS } from '../segments/copied-commits.ts';
import { allOf, bound, fragment, type SqlFragment } from '../store/sql.ts';
import { type AuditQuery, ONE_THREAD, ofScores } from './audit-query.ts';
import { TIME, timeText } from './bound-times.ts';
import { pullName } from './commit-branches.ts';
import { ofEntity } from './conditions.ts';
import { newest } from './row-fields.ts';

export interface NamingPull {
  repo_id: number;
  number: number;
  issue_keys: readonly string[];
  merged_ms: number | null;
}

/** So many commits that name the issues of a page are added up here: to sum them up takes the store half as long again to plan. */
const MOST_ADDED = 1_000;

const keyed = { repo_id: z.coerce.number(), issue_key: z.string() };
const namingRow = z.object({
  ...keyed,
  sha: z.string(),
  authored_s: z.coerce.number(),
  delta: z.coerce.number(),
  counts: z.coerce.boolean(),
  version: z.coerce.number(),
});
const deltaRow = z.object({ ...keyed, from_s: z.coerce.number(), delta: z.coerce.number() });
type Delta = z.output<typeof deltaRow>;

/** Authored in this second or later is authored after the merge. */
const secondAfter = (mergedMs: number): number => Math.floor(mergedMs / 1000) + 1;

/** Of each merged pull request, Diff Delta of the commits that name its issues and were authored after its merge. */
export async function readDeltasAfter(query: AuditQuery, merged: readonly NamingPull[]): Promise<Map<string, number>> {
  const named = merged.flatMap((pull) =>
    pull.issue_keys.map((key) => ({ pull, key, from: secondAfter(pull.merged_ms ?? 0) })),
  );
  if (named.length === 0) return new Map();
  const seconds = [...new Set(named.map(({ from }) => from))];
  const repoIds = named.map(({ pull }) => pull.repo_id);
  const keys = named.map(({ key }) => key);
  const naming = allOf([
    ofEntity(query),
    ofScores(query),
    fragment`(repo_id, issue_key) IN arrayZip(${bound('named_repos', 'Array(UInt64)', repoIds)}, ${bound('named_keys', 'Array(String)', keys)})`,
    fragment`authored_at >= ${bound('named_since', TIME, timeText(Math.min(...seconds)))}`,
  ]);
  const rows = (await listDeltas(query, naming)) ?? (await sumDeltas(query, naming, seconds));
  const ofIssue = Map.groupBy(rows, (row) => `${row.repo_id} ${row.issue_key}`);
  const deltas = new Map<string, number>();
  for (const { pull, key, from } of named) {
    const later = ofIssue.get(`${pull.repo_id} ${key}`)?.filter((row) => row.from_s >= from) ?? [];
    const sum = later.reduce((total, { delta }) => total + delta, deltas.get(pullName(pull)) ?? 0);
    deltas.set(pullName(pull), sum);
  }
  return deltas;
}

/** Of each commit, from its own second on; null where they are many. */
async function listDeltas(query: AuditQuery, naming: SqlFragment): Promise<Delta[] | null> {
  const rows = await query.context.clickHouse.query({
    name: 'audit_deltas_after',
    ...fragment`SELECT repo_id, issue_key, sha, authored_at AS authored_s, delta, version, ${COUNTS} AS counts
      FROM issue_commits WHERE ${naming} LIMIT ${MOST_ADDED + 1}`,
    row: namingRow,
    settings: ONE_THREAD,
  });
  if (rows.length > MOST_ADDED) return null;
  const latest = newest(rows, (row) => `${row.repo_id} ${row.issue_key} ${row.authored_s} ${row.sha}`);
  return [...latest.values()]
    .filter(({ counts }) => counts)
    .map(({ authored_s: second, ...row }) => ({ ...row, from_s: second }));
}

/** Summed up between the merges of the page, however many commits name an issue; a join would take most of the time to plan. */
function sumDeltas(query: AuditQuery, naming: SqlFragment, seconds: number[]): Promise<Delta[]> {
  return query.context.clickHouse.query({
    name: 'audit_deltas_summed',
    ...fragment`
      SELECT repo_id, issue_key, roundDown(toUnixTimestamp64Second(authored_at), ${bound('named_from', 'Array(Int64)', seconds)}) AS from_s,
        sum(delta) AS delta
      FROM issue_commits FINAL
      WHERE ${naming} AND ${COUNTS}
      GROUP BY repo_id, issue_key, from_s`,
    row: deltaRow,
    settings: ONE_THREAD,
  });
}
