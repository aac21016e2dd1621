import { type PageRequest, pageStart, readPosition } from '@linescope/contract/pages';
import { z } from 'zod';
import type { Queryable } from '../postgres/postgres.ts';

const placeRow = z.object({ id: z.number(), place: z.number() });

/** Where a page begins in a list of rows; `sql` selects the column `id` of every row in the list's order. */
export async function pageOffset(
  db: Queryable,
  { sql, params }: { sql: string; params: unknown[] },
  request: PageRequest,
): Promise<number> {
  const keys = readPosition(request.cursor)?.keys.filter((key) => typeof key === 'number') ?? [];
  const places =
    keys.length === 0
      ? []
      : await db.many(
          placeRow,
          `SELECT id, place FROM (SELECT id, row_number() OVER () AS place FROM (${sql}) AS ordered) AS numbered
           WHERE id = ANY($${params.length + 1}::bigint[])`,
          [...params, keys],
        );
  const placeOf = new Map(places.map(({ id, place }) => [id, place]));
  return pageStart(request, (key) => (typeof key === 'number' ? (placeOf.get(key) ?? 0) - 1 : -1));
}
