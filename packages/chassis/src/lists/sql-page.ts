import { type PagePlace, type PageRequest, pageOffset, readCursor } from '@linescope/contract/pages';
import { z } from 'zod';
import type { Queryable } from '../postgres/postgres.ts';

/** The rows of a list that does not grow long, or is sorted by text. */
export interface SqlList {
  from: string;
  where: string;
  params: unknown[];
  /** What it is sorted by, never null; the last is the id of the row. */
  order: [column: string, type: 'text' | 'bigint'][];
  descending?: boolean;
}

export interface SqlPage extends PagePlace {
  ids: number[];
}

const pageRow = z.object({
  total: z.number(),
  offset: z.number(),
  keys: z.array(z.array(z.union([z.string(), z.number()]))),
});

/** The ids of a page, and where it stands: by one statement, so that both are of the same moment. */
export async function readSqlPage(db: Queryable, list: SqlList, request: PageRequest): Promise<SqlPage> {
  const params = [...list.params];
  const bind = (value: unknown): string => `$${params.push(value)}`;
  const all = `FROM ${list.from} WHERE (${list.where})`;
  const columns = list.order.map(([column]) => column);
  const after = readCursor(request, keyOf(list));
  const last = after?.map((value, index) => `${bind(value)}::${list.order[index]?.[1]}`);
  const rest = last ? `${all} AND (${columns}) ${list.descending ? '<' : '>'} (${last})` : all;
  const skipped = last ? 0 : pageOffset(request);
  const sorted = columns.map((column) => `${column} ${list.descending ? 'DESC' : 'ASC'}`);
  const { total, offset, keys } = await db.one(
    pageRow,
    `SELECT (SELECT count(*) ${all}) AS total,
       ${last ? `(SELECT count(*) ${all}) - (SELECT count(*) ${rest})` : `${bind(skipped)}::bigint`} AS offset,
       ARRAY(SELECT json_build_array(${columns}) ${rest}
         ORDER BY ${sorted} LIMIT ${bind(request.per_page)} OFFSET ${bind(skipped)}) AS keys`,
    params,
  );
  const end = offset + keys.length < total ? (keys.at(-1) ?? null) : null;
  return { total, offset, last: end, ids: keys.map((key) => Number(key.at(-1))) };
}

const text = z.string().refine((value) => !value.includes('\0'));

const keyOf = ({ order }: SqlList) =>
  z
    .array(z.union([text, z.number().int()]))
    .refine(
      (key) =>
        key.length === order.length &&
        key.every((value, index) => (typeof value === 'string') === (order[index]?.[1] === 'text')),
    );
