import type { ClickHouse } from '@linescope/chassis/clickhouse/clickhouse';
import { z } from 'zod';

export interface DamagedPart {
  table: string;
  part: string;
  entityId: number;
  reason: string;
  /** The engine has set it aside, so that its rows are missing; otherwise reading it fails. */
  isSetAside: boolean;
}

const detachedRow = z.object({ table: z.string(), part: z.string(), entity_id: z.coerce.number(), reason: z.string() });
const tableRow = z.object({ name: z.string() });
const checkedRow = z.object({ part_path: z.string(), is_passed: z.coerce.boolean(), message: z.string() });

/** Parts that the engine could not load when it started. */
export async function partsSetAside(clickHouse: ClickHouse): Promise<DamagedPart[]> {
  const rows = await clickHouse.query({
    name: 'parts_set_aside',
    sql: `SELECT table, name AS part, toUInt64OrZero(ifNull(partition_id, '')) AS entity_id, ifNull(reason, '') AS reason
          FROM system.detached_parts WHERE database = currentDatabase() AND reason LIKE '%broken%'`,
    row: detachedRow,
  });
  return rows.map(({ entity_id, ...row }) => ({ ...row, entityId: entity_id, isSetAside: true }));
}

/** Reads every part of every table and holds it against its checksums: for the night. */
export async function damagedParts(clickHouse: ClickHouse): Promise<DamagedPart[]> {
  const tables = await clickHouse.query({
    name: 'checked_tables',
    sql: `SELECT name FROM system.tables WHERE database = currentDatabase() AND engine LIKE '%MergeTree' ORDER BY name`,
    row: tableRow,
  });
  const damaged: DamagedPart[] = [];
  for (const { name } of tables) {
    const parts = await clickHouse.query({
      name: 'check_table',
      sql: `CHECK TABLE \`${name}\``,
      settings: { check_query_single_value_result: 0 },
      row: checkedRow,
    });
    for (const { part_path: part, is_passed: isPassed, message } of parts)
      if (!isPassed) damaged.push({ table: name, part, entityId: entityOf(part), reason: message, isSetAside: false });
  }
  return damaged;
}

/** Its rows are read again from where they came; the part is of no use to anybody. */
export const dropPart = (clickHouse: ClickHouse, { table, part, isSetAside }: DamagedPart): Promise<void> =>
  isSetAside
    ? clickHouse.command(`ALTER TABLE \`${table}\` DROP DETACHED PART '${part.replaceAll("'", '')}'`, {
        settings: { allow_drop_detached: 1 },
      })
    : clickHouse.command(`ALTER TABLE \`${table}\` DROP PART '${part.replaceAll("'", '')}'`);

/** Tables are partitioned by entity, and a part's name begins with its partition. */
const entityOf = (part: string): number => Number(/^\d+/.exec(part)?.[0] ?? 0);
