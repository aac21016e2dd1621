import type { Queryable, Sql } from '@linescope/chassis/postgres/postgres';
import { z } from 'zod';

const pages = z.number().default(0);
const explained = z
  .object({
    'QUERY PLAN': z.tuple([z.object({ Plan: z.object({ 'Shared Hit Blocks': pages, 'Shared Read Blocks': pages }) })]),
  })
  .transform(({ 'QUERY PLAN': [{ Plan: plan }] }) => plan['Shared Hit Blocks'] + plan['Shared Read Blocks']);

export interface BufferCounter extends Queryable {
  /** The pages of tables and indexes that the reads since the last call touched, as EXPLAIN counts them. */
  taken(): number;
}

/** Reads twice, once to count: for statements that change nothing. */
export function countBuffers(db: Queryable): BufferCounter {
  let touched = 0;
  const count = async (sql: Sql, params: unknown[] | undefined) => {
    const text = typeof sql === 'string' ? sql : sql.text;
    touched += await db.one(explained, `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${text}`, params);
  };
  return {
    async many(row, sql, params) {
      await count(sql, params);
      return db.many(row, sql, params);
    },
    async maybe(row, sql, params) {
      await count(sql, params);
      return db.maybe(row, sql, params);
    },
    async one(row, sql, params) {
      await count(sql, params);
      return db.one(row, sql, params);
    },
    run: db.run,
    taken() {
      const before = touched;
      touched = 0;
      return before;
    },
  };
}
