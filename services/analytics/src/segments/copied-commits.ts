import { type SqlTemplate, template } from '../store/sql.ts';
import { IN_ASKED, OF_ENTITY, personOf } from './segment-view.ts';

/** The commits that reports count, apart from copies. */
export const COUNTS = `presence = 'existent' AND on_default_branch AND NOT is_merge`;

/**
 * Of commits in scope that make the same change, by the same author at the same time, all but the one committed first (then the one
 * of the first repo). Commits with copies are few and are known when they are stored.
 */
export const copiesInScope = (condition: SqlTemplate | string): SqlTemplate => template`
  SELECT copy.2, copy.3 FROM (
    SELECT arrayJoin(arraySlice(arraySort(groupArray((committed_at, repo_id, sha))), 2)) AS copy
    FROM commit_copies FINAL
    WHERE ${OF_ENTITY} AND ${IN_ASKED} AND ${condition} AND counts
    GROUP BY copy_group, ${personOf('committer_id')})`;
