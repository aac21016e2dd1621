import { z } from 'zod';
import { COUNTS, copiesInScope } from '../segments/copied-commits.ts';
import { IN_REPOS, OF_ENTITY, personOf } from '../segments/segment-view.ts';
import { bindTemplate, fragment, type SqlFragment, type SqlTemplate, template } from '../store/sql.ts';
import { milliseconds, timeField } from './row-fields.ts';

export const commitRow = z.object({
  repo_id: z.coerce.number(),
  sha: z.string(),
  authored_s: z.coerce.number(),
  authored: timeField,
  committed: timeField,
  stored: timeField,
  committer_id: z.coerce.number(),
  author_name: z.string(),
  message: z.string(),
  presence: z.string(),
  on_default_branch: z.coerce.boolean(),
  /** As far as the commit and its copies say. */
  may_count: z.coerce.boolean(),
  version: z.coerce.number(),
});
export type CommitRow = z.output<typeof commitRow>;

const IS_CHANGE = `presence = 'existent' AND NOT is_merge`;

/** Of commits of pull requests that make the same change, by the same author at the same time, all but the one committed first. */
const copiesInPulls = (atTimes: SqlTemplate): SqlTemplate => template`
  SELECT copy.2, copy.3 FROM (
    SELECT arrayJoin(arraySlice(arraySort(groupArray((committed_at, repo_id, sha))), 2)) AS copy
    FROM commit_copies FINAL
    WHERE ${OF_ENTITY} AND ${IN_REPOS} AND ${atTimes}
      AND (repo_id, sha) IN (
        SELECT repo_id, sha FROM commit_times FINAL
        WHERE ${OF_ENTITY} AND authored_at IN (SELECT authored_at FROM commit_copies WHERE ${OF_ENTITY} AND ${atTimes}) AND ${IS_CHANGE})
      AND (repo_id, sha) IN (
        SELECT repo_id, sha FROM commit_facts
        WHERE ${OF_ENTITY} AND (repo_id, sha) IN (SELECT repo_id, sha FROM commit_copies WHERE ${OF_ENTITY} AND ${atTimes})
          AND kind = 'pull_request')
    GROUP BY copy_group, ${personOf('committer_id')})`;

/** What counts, apart from copies, and the copies, by the question: on the default branch, or in pull requests. */
const COUNTING = {
  reports: { counts: COUNTS, copies: copiesInScope },
  pull_requests: { counts: IS_CHANGE, copies: copiesInPulls },
};

/** The columns of a row, of either table that has them. Whatever is a copy at the times of the rows is among the copies at these. */
export function commitColumns(
  table: 'commits' | 'commit_times',
  countedIn: keyof typeof COUNTING,
  atTimes: SqlTemplate,
  values: Readonly<Record<string, unknown>>,
): SqlFragment {
  const { counts, copies } = COUNTING[countedIn];
  return fragment`repo_id, toString(${table}.sha) AS sha, toUnixTimestamp64Second(authored_at) AS authored_s,
    ${milliseconds('authored_at')} AS authored, ${milliseconds('committed_at')} AS committed, ${milliseconds('stored_at')} AS stored,
    committer_id, author_name, message, presence, on_default_branch, version,
    ${counts} AND (repo_id, ${table}.sha) NOT IN (${bindTemplate(copies(atTimes), values)}) AS may_count`;
}
