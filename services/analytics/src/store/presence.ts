import type { ClickHouse } from '@linescope/chassis/clickhouse/clickhouse';

export interface RemovedCommits {
  shas: string[];
  /** All that the run of this version did not write again. */
  olderRuns: boolean;
  version: number;
}

/** A commit that no branch reaches any more is a new version of its rows, `removed`; nothing is deleted. Repeats change nothing. */
export async function markRemoved(
  clickHouse: ClickHouse,
  entityId: number,
  repoId: number,
  removed: RemovedCommits,
): Promise<void> {
  if (removed.shas.length === 0 && !removed.olderRuns) return;
  // Columns are named with their table: a replaced one would otherwise mean its new value.
  for (const table of ['commits', 'commit_scores']) {
    await clickHouse.command(
      `INSERT INTO ${table} SELECT * REPLACE ('removed' AS presence, {version:UInt64} AS version) FROM ${table} FINAL
       WHERE entity_id = {entity_id:UInt64} AND repo_id = {repo_id:UInt64} AND ${table}.presence = 'existent'
         AND (has({shas:Array(String)}, toString(sha)) OR ({older:Bool} AND ${table}.version < {version:UInt64}))`,
      {
        params: {
          entity_id: entityId,
          repo_id: repoId,
          version: removed.version,
          shas: removed.shas,
          older: removed.olderRuns,
        },
      },
    );
  }
}
