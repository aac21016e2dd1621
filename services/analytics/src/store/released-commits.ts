import type { ClickHouse } from '@linescope/chassis/clickhouse/clickhouse';
import { releasedCommitsTable } from '@linescope/facts/copy-tables';
import { encodeRows, type FactRow } from '@linescope/facts/table';
import { z } from 'zod';

const releaseRow = z
  .object({ release_id: z.coerce.number(), sha: z.string(), released: z.coerce.number() })
  .transform((row) => ({ releaseId: row.release_id, sha: row.sha, releasedAtMs: row.released }));

export const releasesOfRepo = (clickHouse: ClickHouse, entityId: number, repoId: number) =>
  clickHouse.query({
    name: 'dated_releases',
    sql: `SELECT release_id, sha, toUnixTimestamp64Milli(released_at) AS released FROM releases FINAL
          WHERE entity_id = {entity_id:UInt64} AND repo_id = {repo_id:UInt64} AND NOT removed AND sha != ''`,
    params: { entity_id: entityId, repo_id: repoId },
    row: releaseRow,
  });

const carriedRow = z.object({
  sha: z.string(),
  release_id: z.coerce.number(),
  released: z.coerce.number().nullable(),
  version: z.coerce.number(),
});

export const releasedCommitsOfRepo = (clickHouse: ClickHouse, entityId: number, repoId: number) =>
  clickHouse.query({
    name: 'released_commits',
    sql: `SELECT sha, release_id, toUnixTimestamp64Milli(released_at) AS released, version FROM released_commits FINAL
          WHERE entity_id = {entity_id:UInt64} AND repo_id = {repo_id:UInt64}`,
    params: { entity_id: entityId, repo_id: repoId },
    row: carriedRow,
  });

export async function insertReleasedCommits(
  clickHouse: ClickHouse,
  rows: FactRow<typeof releasedCommitsTable>[],
): Promise<void> {
  if (rows.length === 0) return;
  const { name: table, columnNames: columns } = releasedCommitsTable;
  await clickHouse.insertBinary({ table, columns, bytes: encodeRows(releasedCommitsTable, rows) });
}
