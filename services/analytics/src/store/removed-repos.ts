import { setTimeout as delay } from 'node:timers/promises';
import type { ClickHouse } from '@linescope/chassis/clickhouse/clickhouse';
import type { Queryable } from '@linescope/chassis/postgres/postgres';
import { z } from 'zod';

/** Ids of repos are never given twice: what still comes of a removed one is not stored. */
export const noteRemovedRepo = (db: Queryable, entityId: number, repoId: number): Promise<number> =>
  db.run('INSERT INTO removed_repos (entity_id, repo_id) VALUES ($1, $2) ON CONFLICT DO NOTHING', [entityId, repoId]);

export const isRemovedRepo = async (db: Queryable, entityId: number, repoId: number): Promise<boolean> =>
  (
    await db.one(
      z.object({ found: z.boolean() }),
      'SELECT EXISTS (SELECT FROM removed_repos WHERE entity_id = $1 AND repo_id = $2) AS found',
      [entityId, repoId],
    )
  ).found;

const columnRow = z.object({ table: z.string(), names: z.array(z.string()) });
const countRow = z.object({ rows: z.coerce.number() });

/**
 * Deletes the repo's rows from every table that names repos in a column `repo_id` or a list `…repo_ids`. The tables are read from the
 * system catalogue, so that tables added later are included. The rows leave the disk, not just the answers; a repeat finds none.
 */
export async function deleteRepoFacts(
  clickHouse: ClickHouse,
  cluster: string | undefined,
  { entityId, repoId }: { entityId: number; repoId: number },
): Promise<Record<string, number>> {
  const tables = await clickHouse.query({
    name: 'repo-tables',
    sql: `SELECT t.name AS table, groupArray(c.name) AS names
          FROM system.tables AS t JOIN system.columns AS c ON c.database = t.database AND c.table = t.name
          WHERE t.database = currentDatabase() AND t.partition_key = 'entity_id' AND (c.name = 'repo_id' OR c.name LIKE '%repo\\\\_ids')
          GROUP BY t.name ORDER BY t.name`,
    row: columnRow,
  });
  const params = { entity_id: entityId, repo_id: repoId };
  const counts: Record<string, number> = {};
  for (const { table, names } of tables) {
    const named = names.map((name) => (name === 'repo_id' ? `repo_id = ${repoId}` : `has(${name}, ${repoId})`));
    const condition = `(${named.sort().join(' OR ')})`;
    const [found] = await clickHouse.query({
      name: 'repo-rows',
      sql: `SELECT count() AS rows FROM ${cluster ? `cluster(${cluster}, currentDatabase(), ${table})` : table}
            WHERE entity_id = {entity_id:UInt64} AND ${condition}`,
      params,
      row: countRow,
    });
    const rows = found?.rows ?? 0;
    if (rows === 0) continue;
    const onCluster = cluster ? `ON CLUSTER ${cluster}` : '';
    // The embedded engine has no hard links, by which parts without such rows would be kept.
    await clickHouse.command(
      `ALTER TABLE ${table} ${onCluster} MODIFY SETTING always_use_copy_instead_of_hardlinks = 1`,
    );
    await clickHouse.command(
      `ALTER TABLE ${table} ${onCluster} DELETE IN PARTITION ID '${entityId}' WHERE ${condition}`,
    );
    await untilRewritten(clickHouse, cluster, table);
    counts[`clickhouse.${table}`] = rows;
  }
  return counts;
}

const mutationRow = z.object({ left: z.coerce.number(), failure: z.string() });

/** A large table takes longer to rewrite than a statement may: its parts are replaced in the background. */
async function untilRewritten(clickHouse: ClickHouse, cluster: string | undefined, table: string): Promise<void> {
  for (;;) {
    const [state] = await clickHouse.query({
      name: 'mutations',
      sql: `SELECT count() AS left, max(latest_fail_reason) AS failure
            FROM ${cluster ? `cluster(${cluster}, system.mutations)` : 'system.mutations'}
            WHERE database = currentDatabase() AND table = {table:String} AND NOT is_done`,
      params: { table },
      row: mutationRow,
    });
    if (!state || state.left === 0) return;
    if (state.failure !== '') throw new Error(`rewriting ${table} without a removed repo failed: ${state.failure}`);
    await delay(100);
  }
}
