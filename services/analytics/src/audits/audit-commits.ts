import { z } from 'zod';
import { allOf, bound, fragment, type SqlFragment } from '../store/sql.ts';
import { type AuditQuery, pathOf } from './audit-query.ts';
import { commitsWithin, listedCommits } from './commit-keys.ts';
import { commitName } from './commit-name.ts';
import { bothNames, type CommitRecord, commitsToRead, readCommitRecords, sitesOf } from './commit-records.ts';
import { between, byIssueKey, byPeople, bySha, inRepos, isShown, ofEntity } from './conditions.ts';
import { readFactsAhead } from './facts-ahead.ts';
import { mapInTurns } from './in-turns.ts';
import { ofPoint, pointValues } from './point-records.ts';
import { readPage } from './read-page.ts';

/** A page is looked up at once; of a chunk of an export so many, lest others wait for it. */
const LOOKED_UP_AT_ONCE = 2_000;

export async function auditCommits(query: AuditQuery) {
  const { sha: wantedSha, pull_request_number: number } = query.filters;
  const conditions = [
    ofEntity(query),
    inRepos(query),
    isShown(query, 'committer_id'),
    ...between(query, 'authored_at', 'range'),
    ...byPeople(query, 'committer_id', 'authored_at'),
    ...byIssueKey(query, (matches) => tiedToIssue(query, matches)),
    ...bySha(query),
    ...(number === undefined ? [] : [ofPullRequest(query, number)]),
  ];
  // One table is in the order of shas, the other in the order of times.
  const table = wantedSha === undefined && number === undefined ? 'commit_times' : 'commits';
  const page = await readPage(query, {
    name: 'audit_commits',
    from: fragment`${table} FINAL WHERE ${allOf(ofPoint(query, conditions))}`,
    columns: 'repo_id, sha, authored_at AS authored_s',
    time: 'authored_at',
    ties: [
      { column: 'repo_id', type: 'UInt64' },
      { column: 'sha', type: 'String' },
    ],
    row: z.object({ repo_id: z.coerce.number(), sha: z.string(), authored_s: z.coerce.number() }),
  });
  const isByTime = table === 'commit_times' && !query.point;
  const known = isByTime && (await readFactsAhead(query, page.rows, allOf(conditions)));
  const records = known
    ? await readCommitRecords(
        query,
        commitsToRead(query, commitsWithin(page.rows, allOf(conditions), known), 'reports'),
      )
    : new Map<string, CommitRecord>();
  // All of them, or what a correction took out of the span after the page was listed.
  const unread = page.rows.filter((key) => !records.has(commitName(key)));
  for (let from = 0; from < unread.length; from += LOOKED_UP_AT_ONCE) {
    const listed = listedCommits(unread.slice(from, from + LOOKED_UP_AT_ONCE));
    const read = await readCommitRecords(query, commitsToRead(query, listed, 'reports'));
    for (const [name, record] of read) records.set(name, record);
  }
  const valuesOf = await pointValues(
    query,
    page.rows.map(({ repo_id: repoId, sha }) => [repoId, sha]),
  );
  const rows = await mapInTurns(page.rows, ({ repo_id: repoId, sha }) => {
    const record = records.get(`${repoId}:${sha}`);
    return record && { ...describeCommit(query, record), ...valuesOf(repoId, sha) };
  });
  return { ...page, rows: rows.filter((row) => row !== undefined) };
}

const describeCommit = (query: AuditQuery, record: CommitRecord) => ({
  sha: record.sha,
  authored_at: record.authored,
  child_shas: record.children,
  ...bothNames(record, pathOf(query, record.repo_id)),
  diff_delta: record.counts ? record.delta : 0,
  entered_service_at: record.stored,
  message: record.message,
  sites: sitesOf(query, record),
});

/** By its message, or by the pull requests that hold it or a copy of it, as reports tie commits to issues. */
function tiedToIssue(query: AuditQuery, matches: (column: string) => SqlFragment): SqlFragment {
  const isNamed = fragment`arrayExists(key -> ${matches('key')}, issue_keys)`;
  const ofPulls = fragment`
      SELECT repo_id, toFixedString(arrayJoin(arrayConcat(arrayMap(s -> toString(s), commit_shas),
        arrayFilter(s -> length(s) = 40, [merge_sha, squash_sha]))), 40)
      FROM pull_requests FINAL WHERE ${ofEntity(query)} AND ${inRepos(query)} AND ${isNamed}`;
  const copies = fragment`
      SELECT repo_id, sha FROM commit_copies FINAL WHERE ${ofEntity(query)} AND (repo_id, copy_group) IN (
        SELECT repo_id, copy_group FROM commit_copies FINAL WHERE ${ofEntity(query)} AND (repo_id, sha) IN (${ofPulls}))`;
  return fragment`(${isNamed} OR (repo_id, sha) IN (${ofPulls}) OR (repo_id, sha) IN (${copies}))`;
}

const ofPullRequest = (query: AuditQuery, number: number) =>
  fragment`(repo_id, sha) IN (
      SELECT repo_id, arrayJoin(commit_shas) FROM pull_requests FINAL
      WHERE ${ofEntity(query)} AND ${inRepos(query)} AND number = ${bound('number', 'UInt32', number)})`;
