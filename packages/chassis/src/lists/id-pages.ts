import { createHash } from 'node:crypto';
import { type PagePlace, type PageRequest, pageOffset, readCursor } from '@linescope/contract/pages';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import type { Queryable } from '../postgres/postgres.ts';

/**
 * A page far down a list must cost what the first one does, and every page needs the list's true total. So the ids of a list's rows,
 * in order, are read once and cached: a page is fifty ids sliced out of them, whatever the filter, the order and the page number.
 * Each use checks in Postgres whether a transaction that the cached snapshot did not see has changed the list
 * (`list_changes`, written by triggers in the change's own transaction); if so, the ids are read again.
 *
 *   ids      [ 9 4 7 │ 2 8 1 │ 3 6 5 ]   read under snapshot S      page 2 → 2 8 1 → their rows by primary key
 *   changes  xid 40 (visible in S)  xid 52 (not visible in S) → stale
 */
export interface ListQuery {
  entityId: number;
  /** What the list depends on, as the triggers of the service's tables name it. */
  parts: string[];
  /**
   * Selects `id` and `rank` of every row of the list, in the list's order: by rank, a number that is never null, and of one rank by
   * id.
   */
  sql: string;
  params: unknown[];
  /** Of one rank, the highest id is first. */
  idsDescend?: boolean;
}

export interface IdPage extends PagePlace {
  ids: number[];
}

export interface IdPages {
  /** The ids of one page, and the total; true of a moment after the call began. */
  page(query: ListQuery, request: PageRequest): Promise<IdPage>;
}

interface ListIds {
  ids: Float64Array;
  ranks: Float64Array;
  snapshot: string;
  /** When it was last known to be current; changes are kept for longer than cached ids may go unchecked. */
  checkedAt: number;
}

const numbers = z.string().transform((text) => Float64Array.from(text === '' ? [] : text.split(','), Number));
const idsRow = z.object({ snapshot: z.string(), ids: numbers, ranks: numbers });
const checkRow = z.object({ snapshot: z.string(), changed: z.boolean() });

const MAX_UNCHECKED_MS = 30 * 60 * 1000;
const ENTRY_OVERHEAD = 100;

/** Caches up to `capacity` ids and ranks in all (8 bytes each); the least recently used lists are evicted. */
export function createIdPages(db: Queryable, capacity = 4_000_000): IdPages {
  const cache = new LRUCache<string, ListIds>({
    maxSize: capacity,
    sizeCalculation: ({ ids }) => 2 * ids.length + ENTRY_OVERHEAD,
  });
  const reads = new Map<string, Promise<ListIds>>();

  const read = (key: string, query: ListQuery): Promise<ListIds> => {
    const reading = readIds(db, query)
      .then((ids) => {
        if (reads.get(key) === reading) cache.set(key, ids);
        return ids;
      })
      .finally(() => {
        if (reads.get(key) === reading) reads.delete(key);
      });
    reads.set(key, reading);
    return reading;
  };

  const find = async (query: ListQuery): Promise<ListIds> => {
    const key = keyOf(query);
    const earlier = reads.get(key);
    const found = earlier ? await earlier.catch(() => null) : cache.get(key);
    if (found && (await isCurrent(db, query, found))) return found;
    // A read that another call began after this call has seen all that this call may expect.
    const newer = reads.get(key);
    return newer && newer !== earlier ? newer : read(key, query);
  };

  return {
    async page(query, request) {
      const after = readCursor(request, rankAndId);
      const list = await find(query);
      const offset = after ? countUpTo(list, after, query.idsDescend ?? false) : pageOffset(request);
      const ids = [...list.ids.subarray(offset, offset + request.per_page)];
      const [end, total] = [offset + ids.length, list.ids.length];
      const last = ids.length > 0 && end < total ? [list.ranks[end - 1] ?? 0, list.ids[end - 1] ?? 0] : null;
      return { total, offset, last, ids };
    },
  };
}

const rankAndId = z.tuple([z.number(), z.number()]);

/** How many of the list stand at a place or before it, whether or not a row still stands there. */
function countUpTo({ ids, ranks }: ListIds, [rank, id]: [number, number], idsDescend: boolean): number {
  let low = 0;
  let high = ids.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const [its, own] = [ranks[middle] ?? 0, ids[middle] ?? 0];
    if (its < rank || (its === rank && (idsDescend ? own >= id : own <= id))) low = middle + 1;
    else high = middle;
  }
  return low;
}

const keyOf = ({ entityId, sql, params }: ListQuery): string =>
  createHash('sha256')
    .update(JSON.stringify([entityId, sql, params]))
    .digest('base64');

async function readIds(db: Queryable, { sql, params }: ListQuery): Promise<ListIds> {
  const found = await db.one(
    idsRow,
    `SELECT pg_current_snapshot()::text AS snapshot, coalesce(string_agg(listed.id::text, ','), '') AS ids,
       coalesce(string_agg(listed.rank::float8::text, ','), '') AS ranks
     FROM (${sql}) AS listed`,
    params,
  );
  return { ...found, checkedAt: performance.now() };
}

/** Where nothing has changed since, the ids are as good as those read now, and their snapshot moves forward. */
async function isCurrent(db: Queryable, { entityId, parts }: ListQuery, cached: ListIds): Promise<boolean> {
  const now = performance.now();
  if (now - cached.checkedAt > MAX_UNCHECKED_MS) return false;
  const { snapshot, changed } = await db.one(
    checkRow,
    `SELECT pg_current_snapshot()::text AS snapshot, EXISTS (
       SELECT FROM list_changes
       WHERE entity_id = $1 AND part = ANY($2) AND changed_by >= pg_snapshot_xmin($3::pg_snapshot)
         AND NOT pg_visible_in_snapshot(changed_by, $3::pg_snapshot)) AS changed`,
    [entityId, parts, cached.snapshot],
  );
  if (changed) return false;
  if (now > cached.checkedAt) Object.assign(cached, { snapshot, checkedAt: now });
  return true;
}

/** Several times longer than cached ids go unchecked. */
export const deleteOldListChanges = (db: Queryable): Promise<number> =>
  db.run("DELETE FROM list_changes WHERE changed_at < now() - interval '3 hours'");
