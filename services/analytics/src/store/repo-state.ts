import type { ClickHouse } from '@linescope/chassis/clickhouse/clickhouse';
import { z } from 'zod';

export interface RepoState {
  /** Of commits, file changes and merge routes; a snapshot is valid while it is the same. */
  gitRows: string;
  /** The same while rows are only added; a repo that is imported again from its beginning gets another. */
  base: string;
  releases: string;
  committers: string;
  /** Empty where nobody commented on a line. */
  comments: string;
  /** Of the commits just before the window whose files are stored. */
  windowStarts: string;
  /** Of lines whose evidence is derived; empty where none is. */
  evidence: string;
  /** Of what the entity's assistants report; empty where nothing is. */
  usages: string;
}

const stateRow = z.object({
  git_rows: z.string(),
  base: z.string(),
  releases: z.string(),
  committers: z.string(),
  comments: z.string(),
  window_starts: z.string(),
  evidence: z.string(),
  usages: z.string(),
});

/** Copied rows are compared by their newest versions, so that a row which replaces another changes the state. */
export async function readRepoState(clickHouse: ClickHouse, entityId: number, repoId: number): Promise<RepoState> {
  const [row] = await clickHouse.query({
    name: 'repo_state',
    sql: `SELECT
            concat(
              (SELECT concat(toString(count()), ':', toString(max(version))) FROM commits
               WHERE entity_id = {entity_id:UInt64} AND repo_id = {repo_id:UInt64}), ' ',
              (SELECT toString(count()) FROM file_changes
               WHERE entity_id = {entity_id:UInt64} AND repo_id = {repo_id:UInt64}), ' ',
              (SELECT toString(count()) FROM merge_routes
               WHERE entity_id = {entity_id:UInt64} AND repo_id = {repo_id:UInt64})
            ) AS git_rows,
            (
              SELECT toString(min(version)) FROM commits FINAL
              WHERE entity_id = {entity_id:UInt64} AND repo_id = {repo_id:UInt64}
            ) AS base,
            (
              SELECT toString(sum(cityHash64(release_id, version))) FROM releases FINAL
              WHERE entity_id = {entity_id:UInt64} AND repo_id = {repo_id:UInt64}
            ) AS releases,
            (
              SELECT toString(sum(cityHash64(committer_id, version))) FROM committers FINAL
              WHERE entity_id = {entity_id:UInt64}
            ) AS committers,
            (
              SELECT if(count() = 0, '', concat(toString(count()), ':', toString(max(version)))) FROM pr_comments
              WHERE entity_id = {entity_id:UInt64} AND repo_id = {repo_id:UInt64} AND line IS NOT NULL
            ) AS comments,
            (
              SELECT toString(count()) FROM window_starts
              WHERE entity_id = {entity_id:UInt64} AND repo_id = {repo_id:UInt64}
            ) AS window_starts,
            (
              SELECT if(count() = 0, '', concat(toString(count()), ':', toString(max(version)))) FROM derived_evidence
              WHERE entity_id = {entity_id:UInt64} AND repo_id = {repo_id:UInt64}
            ) AS evidence,
            (
              SELECT if(count() = 0, '', toString(sum(cityHash64(committer_id, date, version)))) FROM ai_usage
              WHERE entity_id = {entity_id:UInt64}
            ) AS usages`,
    params: { entity_id: entityId, repo_id: repoId },
    row: stateRow,
  });
  if (!row) throw new Error('ClickHouse returned no row for the state of a repo');
  const { git_rows: gitRows, window_starts: windowStarts, ...state } = row;
  return { gitRows, windowStarts, ...state };
}
