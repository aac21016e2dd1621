import { createHash } from 'node:crypto';
import { PAGE_SIZE } from '@linescope/contract/inputs';
import { z } from 'zod';
import type { Queryable } from '../postgres/postgres.ts';

/**
 * A page far down a list must cost what the first one does, and every page needs the list's true total. So the outline of a
 * list, the ids of its rows in their order, is read once and kept: a page is fifty ids cut out of it, whatever the filter,
 * the order and the page number. Before each use Postgres is asked whether a transaction that the outline's snapshot did not
 * see has changed the list (`list_changes`, written by triggers in the change's own transaction); if so, it is read anew.
 *
 *   outline  [ 9 4 7 │ 2 8 1 │ 3 6 5 ]   read under snapshot S      page 2 → 2 8 1 → their rows by primary key
 *   changes  xid 40 (S saw it)  xid 52 (S did not) → the outline no longer stands
 */
export interface ListQuestion {
  entityId: number;
  /** What the list depends on, as the triggers of the service's tables name it. */
  parts: string[];
  /** Selects the column `id` of every row of the list, in the list's order. */
  sql: string;
  params: unknown[];
}

export interface Cut {
  total: number;
  ids: number[];
}

export interface Outlines {
  /** The ids of one page, and the total; true of a moment after the call began. */
  cutPage(question: ListQuestion, page: number): Promise<Cut>;
}

interface Outline {
  ids: Float64Array;
  snapshot: string;
  /** When it was last known to stand; changes are remembered for longer than an outline may go without a look. */
  seenAt: number;
}

const builtRow = z.object({
  snapshot: z.string(),
  ids: z.string().transform((text) => Float64Array.from(text === '' ? [] : text.split(','), Number)),
});
const standingRow = z.object({ snapshot: z.string(), changed: z.boolean() });

const UNSEEN_AT_MOST_MS = 30 * 60 * 1000;
const EACH_WEIGHS = 100;

/** Keeps outlines of up to `capacity` ids in all (8 bytes each), and lets go of those unused for longest. */
export function keepOutlines(db: Queryable, capacity = 4_000_000): Outlines {
  const kept = new Map<string, Promise<Outline>>();
  const weights = new Map<string, number>();
  let weight = 0;

  const letGo = (key: string) => {
    weight -= weights.get(key) ?? 0;
    weights.delete(key);
    kept.delete(key);
  };

  const build = (key: string, question: ListQuestion): Promise<Outline> => {
    letGo(key);
    const building = readOutline(db, question);
    kept.set(key, building);
    building.then(
      (outline) => {
        if (kept.get(key) !== building) return;
        weights.set(key, outline.ids.length + EACH_WEIGHS);
        weight += outline.ids.length + EACH_WEIGHS;
        for (const oldest of [...weights.keys()]) if (weight > capacity) letGo(oldest);
      },
      () => kept.get(key) === building && letGo(key),
    );
    return building;
  };

  const touch = (key: string, outline: Promise<Outline>) => {
    const known = weights.get(key);
    if (known === undefined || kept.get(key) !== outline) return;
    weights.delete(key);
    weights.set(key, known);
  };

  const find = async (question: ListQuestion): Promise<Outline> => {
    const key = keyOf(question);
    const standing = kept.get(key);
    if (standing) {
      const outline = await standing.catch(() => null);
      if (outline && (await stands(db, question, outline))) {
        touch(key, standing);
        return outline;
      }
    }
    // One that another call began after this one came has seen all that this one may expect.
    const newer = kept.get(key);
    return newer && newer !== standing ? newer : build(key, question);
  };

  return {
    async cutPage(question, page) {
      const { ids } = await find(question);
      return { total: ids.length, ids: [...ids.subarray((page - 1) * PAGE_SIZE, page * PAGE_SIZE)] };
    },
  };
}

const keyOf = ({ entityId, sql, params }: ListQuestion): string =>
  createHash('sha256')
    .update(JSON.stringify([entityId, sql, params]))
    .digest('base64');

async function readOutline(db: Queryable, { sql, params }: ListQuestion): Promise<Outline> {
  const built = await db.one(
    builtRow,
    `SELECT pg_current_snapshot()::text AS snapshot, coalesce(string_agg(listed.id::text, ','), '') AS ids FROM (${sql}) AS listed`,
    params,
  );
  return { ...built, seenAt: performance.now() };
}

/** Where nothing has changed since, the outline is as good as one read now, and its snapshot moves up. */
async function stands(db: Queryable, { entityId, parts }: ListQuestion, outline: Outline): Promise<boolean> {
  const askedAt = performance.now();
  if (askedAt - outline.seenAt > UNSEEN_AT_MOST_MS) return false;
  const now = await db.one(
    standingRow,
    `SELECT pg_current_snapshot()::text AS snapshot, EXISTS (
       SELECT FROM list_changes
       WHERE entity_id = $1 AND part = ANY($2) AND changed_by >= pg_snapshot_xmin($3::pg_snapshot)
         AND NOT pg_visible_in_snapshot(changed_by, $3::pg_snapshot)) AS changed`,
    [entityId, parts, outline.snapshot],
  );
  if (now.changed) return false;
  if (askedAt > outline.seenAt) Object.assign(outline, { snapshot: now.snapshot, seenAt: askedAt });
  return true;
}

/** Several times longer than an outline goes without a look. */
export const forgetListChanges = (db: Queryable): Promise<number> =>
  db.run("DELETE FROM list_changes WHERE changed_at < now() - interval '3 hours'");
