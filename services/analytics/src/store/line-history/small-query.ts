import type { ClickHouse } from '@linescope/chassis/clickhouse/clickhouse';
import type { z } from 'zod';

/**
 * These queries read little: more threads cost more to start than they save, and so does a skipping index behind a sorting key
 * that has already found the rows.
 */
export const SMALL_QUERY = { max_threads: 1, use_skip_indexes: 0 };

interface SmallQuery<Row extends z.ZodType> {
  name: string;
  select: string;
  from: string;
  /** Besides the entity and the repo. */
  where: string;
  params: Record<string, unknown>;
  row: Row;
}

/** Reads rows of one repo. */
export type Reader = <Row extends z.ZodType>(query: SmallQuery<Row>) => Promise<z.output<Row>[]>;

export const createReader =
  (clickHouse: ClickHouse, { entityId, repoId }: { entityId: number; repoId: number }): Reader =>
  ({ name, select, from, where, params, row }) =>
    clickHouse.query({
      name,
      sql: `SELECT ${select} FROM ${from} WHERE entity_id = {entity_id:UInt64} AND repo_id = {repo_id:UInt64} AND ${where}`,
      params: { entity_id: entityId, repo_id: repoId, ...params },
      row,
      settings: SMALL_QUERY,
    });
