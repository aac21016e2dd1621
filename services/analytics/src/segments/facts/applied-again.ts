import { during, OF_ENTITY } from '../fact.ts';

export const COUNTS = `presence = 'existent' AND on_default_branch AND NOT is_merge`;

/**
 * Of commits that make the same change, by the same author at the same time, all but the one committed first: in the
 * whole entity, so that a repo's number is the same whatever else the question is about. Patches are read only of those
 * who authored twice in one second; that first look needs no FINAL, for an old version too many changes nothing.
 */
export const appliedAgain = (range: string) => `
  SELECT arrayJoin(arraySlice(arraySort(groupArray((committed_at, repo_id, sha, authored_at))), 2)) AS copy
  FROM commit_scores FINAL
  WHERE ${OF_ENTITY} AND ${range} AND ${COUNTS} AND patch_id != '' AND (committer_id, authored_at) IN (
    SELECT committer_id, authored_at FROM commit_scores WHERE ${OF_ENTITY} AND ${range} GROUP BY committer_id, authored_at HAVING count() > 1)
  GROUP BY patch_id, committer_id, authored_at HAVING count() > 1`;

const search = (range: string) => `(SELECT copy.2, copy.3 FROM (${appliedAgain(range)}
  ))`;

/** What stands for those commits in the text of a fact: in the range asked about, or of all time. */
export const AGAIN_IN_RANGE = '{applied again in the range}';
export const AGAIN_EVER = '{applied again ever}';

export const SEARCH_IN_RANGE = search(during('authored_at'));
const LISTED = 'arrayZip({again_repos:Array(UInt64)}, {again_shas:Array(String)})';

/** Puts in a search for them, or for the range the list of those that are known, which saves a statement a third of its time. */
export const spellAppliedAgain = (sql: string, areListed: boolean): string =>
  sql.replaceAll(AGAIN_IN_RANGE, areListed ? LISTED : SEARCH_IN_RANGE).replaceAll(AGAIN_EVER, search('true'));
