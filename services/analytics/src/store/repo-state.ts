import type { ClickHouse } from '@linescope/chassis/clickhouse/clickhouse';
import { z } from 'zod';

export interface RepoState {
  /** What a picture of the repo is made of: as long as it is the same, the picture is good. */
  fingerprint: string;
  /** Committers whose activity shows nowhere, by themselves or through their primary identity. */
  hidden: ReadonlySet<number>;
  /** Whether anybody commented on a line. */
  hasComments: boolean;
}

const stateRow = z.object({ counts: z.array(z.string()), hidden: z.array(z.number()), has_comments: z.boolean() });

export async function readRepoState(clickHouse: ClickHouse, entityId: number, repoId: number): Promise<RepoState> {
  const [row] = await clickHouse.query({
    name: 'repo_state',
    sql: `SELECT
            [
              (SELECT concat(toString(count()), ':', toString(max(version))) FROM commits
               WHERE entity_id = {entity_id:UInt64} AND repo_id = {repo_id:UInt64}),
              (SELECT toString(count()) FROM file_changes
               WHERE entity_id = {entity_id:UInt64} AND repo_id = {repo_id:UInt64}),
              (SELECT toString(count()) FROM merge_routes
               WHERE entity_id = {entity_id:UInt64} AND repo_id = {repo_id:UInt64}),
              (SELECT toString(sum(cityHash64(release_id, version))) FROM releases FINAL
               WHERE entity_id = {entity_id:UInt64} AND repo_id = {repo_id:UInt64})
            ] AS counts,
            (
              SELECT groupArray(committer_id) FROM committers FINAL
              WHERE entity_id = {entity_id:UInt64} AND (processing_status = 'not_processing' OR primary_id IN (
                SELECT committer_id FROM committers FINAL
                WHERE entity_id = {entity_id:UInt64} AND processing_status = 'not_processing'
              ))
            ) AS hidden,
            (
              SELECT (count() > 0)::Bool FROM pr_comments
              WHERE entity_id = {entity_id:UInt64} AND repo_id = {repo_id:UInt64} AND line IS NOT NULL
            ) AS has_comments`,
    params: { entity_id: entityId, repo_id: repoId },
    row: stateRow,
  });
  return {
    fingerprint: row?.counts.join(' ') ?? '',
    hidden: new Set(row?.hidden),
    hasComments: row?.has_comments ?? false,
  };
}
