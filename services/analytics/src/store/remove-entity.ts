import type { ClickHouse } from '@linescope/chassis/clickhouse/clickhouse';
import { z } from 'zod';

const partitionRow = z.object({ table: z.string(), rows: z.coerce.number() });

/**
 * Drops the entity's partition of every table that is partitioned by entity. The tables are read from the
 * system catalogue, so that tables added later are included. Returns the rows removed by table; a repeat finds none.
 */
export async function dropEntityPartitions(
  clickHouse: ClickHouse,
  cluster: string | undefined,
  entityId: number,
): Promise<Record<string, number>> {
  const tables = await clickHouse.query({
    name: 'entity-partitions',
    sql: `
      SELECT t.name AS table, sum(p.rows) AS rows
      FROM system.tables AS t
      LEFT JOIN ${cluster ? `cluster(${cluster}, system.parts)` : 'system.parts'} AS p
        ON p.database = t.database AND p.table = t.name AND p.active AND p.partition_id = {partition:String}
      WHERE t.database = currentDatabase() AND t.partition_key = 'entity_id'
      GROUP BY t.name
      ORDER BY t.name`,
    params: { partition: String(entityId) },
    row: partitionRow,
  });
  const onCluster = cluster ? `ON CLUSTER ${cluster}` : '';
  for (const { table } of tables) {
    await clickHouse.command(`ALTER TABLE ${table} ${onCluster} DROP PARTITION ID '${entityId}'`);
  }
  return Object.fromEntries(tables.map(({ table, rows }) => [`clickhouse.${table}`, rows]));
}
