import { type SqlTemplate, template } from '../store/sql.ts';
import { param } from './params.ts';
import { during, OF_ENTITY, type ViewRequest } from './segment-view.ts';

/** The commits that reports count, apart from those applied again. */
export const COUNTS = `presence = 'existent' AND on_default_branch AND NOT is_merge`;

/**
 * Of commits that make the same change, by the same author at the same time, all but the one committed first. The search covers the
 * whole entity, so that a repo's number does not depend on the scope of the query. Patches are compared only for committers with
 * two commits in one second; that first step needs no FINAL, since an outdated version only adds candidates.
 */
const search = (range: SqlTemplate | string) => template`
  SELECT arrayJoin(arraySlice(arraySort(groupArray((committed_at, repo_id, sha, authored_at))), 2)) AS copy
  FROM commit_scores FINAL
  WHERE ${OF_ENTITY} AND ${range} AND ${COUNTS} AND patch_id != '' AND (committer_id, authored_at) IN (
    SELECT committer_id, authored_at FROM commit_scores WHERE ${OF_ENTITY} AND ${range} GROUP BY committer_id, authored_at HAVING count() > 1)
  GROUP BY patch_id, committer_id, authored_at HAVING count() > 1`;

const searched = (range: SqlTemplate | string) => template`(SELECT copy.2, copy.3 FROM (${search(range)}
  ))`;

const LISTED = template`arrayZip(${param('again_repos')}, ${param('again_shas')})`;

/** In the range of the query: a bound list where it is known, which saves a third of the statement's time, else a search. */
export const appliedAgainInRange = ({ appliedAreListed }: Pick<ViewRequest, 'appliedAreListed'>): SqlTemplate =>
  appliedAreListed ? LISTED : searched(during('authored_at'));

export const appliedAgainEver = searched('true');

/** Whether a statement that was compiled with the list depends on it. */
export const usesAppliedList = ({ params }: SqlTemplate): boolean => params.has('again_repos');

/** All of an entity, to be listed. */
export const listAppliedAgain = (limit: number): SqlTemplate =>
  template`SELECT copy.2 AS repo_id, toString(copy.3) AS sha, toUnixTimestamp(copy.4) AS at_s FROM (${search('true')}) ORDER BY repo_id, sha LIMIT ${limit}`;

/** Of commits authored at the given times only, by the tables that audits read: the same rule for a page of records. */
export const appliedAgainAt = (authoredAtTimes: SqlTemplate): SqlTemplate => template`
  SELECT copy.2, copy.3 FROM (
    SELECT arrayJoin(arraySlice(arraySort(groupArray((committed_at, repo_id, sha))), 2)) AS copy
    FROM sha_scores FINAL
    WHERE ${OF_ENTITY} AND patch_id != '' AND (repo_id, sha) IN (
      SELECT repo_id, sha FROM commit_times FINAL
      WHERE ${OF_ENTITY} AND ${authoredAtTimes} AND ${COUNTS} AND (committer_id, authored_at) IN (
        SELECT committer_id, authored_at FROM commit_times WHERE ${OF_ENTITY} AND ${authoredAtTimes}
        GROUP BY committer_id, authored_at HAVING count() > 1))
    GROUP BY patch_id, committer_id, authored_at HAVING count() > 1)`;
