import type { ClickHouse } from '@linescope/chassis/clickhouse/clickhouse';
import { sha as shaColumn, u64 } from '@linescope/facts/columns';
import { defineTable, encodeRows } from '@linescope/facts/table';
import { z } from 'zod';
import { OF_REPO, type RepoKey, repoParams } from './known-commits.ts';

const derivedTable = defineTable('derived_evidence', {
  entity_id: u64,
  repo_id: u64,
  sha: shaColumn,
  inputs: u64,
  version: u64,
});

/** What the evidence of each commit was last derived from; 0 where it has no other than its own again. */
export async function readDerivedInputs(clickHouse: ClickHouse, repo: RepoKey): Promise<Map<string, number>> {
  const rows = await clickHouse.query({
    name: 'derived_inputs',
    sql: `SELECT toString(sha) AS sha, inputs FROM derived_evidence FINAL WHERE ${OF_REPO}`,
    params: repoParams(repo),
    row: z.object({ sha: z.string(), inputs: z.number() }),
  });
  return new Map(rows.map(({ sha, inputs }) => [sha, inputs]));
}

export async function saveDerivedInputs(
  clickHouse: ClickHouse,
  { entityId, repoId }: RepoKey,
  inputs: ReadonlyMap<string, number>,
  version: number,
): Promise<void> {
  if (inputs.size === 0) return;
  const rows = [...inputs].map(([sha, value]) => ({
    entity_id: entityId,
    repo_id: repoId,
    sha,
    inputs: value,
    version,
  }));
  await clickHouse.insertBinary({
    table: derivedTable.name,
    columns: derivedTable.columnNames,
    bytes: encodeRows(derivedTable, rows),
  });
}
