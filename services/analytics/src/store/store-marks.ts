import type { ClickHouse } from '@linescope/chassis/clickhouse/clickhouse';
import type { Postgres, Queryable } from '@linescope/chassis/postgres/postgres';
import { z } from 'zod';

const markRow = z.object({ entity_id: z.coerce.number(), marked_at: z.coerce.number() });
const storedRow = z.object({ entity_id: z.number(), stored_at: z.date() });
const repoRow = z.object({ entity_id: z.number(), repo_id: z.number() });

/** Called once ClickHouse has the batch and before it is acknowledged. */
export const noteStoredFacts = (postgres: Postgres, entityId: number, repoId: number): Promise<number> =>
  postgres.run(
    `INSERT INTO stored_facts (entity_id, repo_id, stored_at) VALUES ($1, $2, clock_timestamp())
     ON CONFLICT (entity_id, repo_id) DO UPDATE SET stored_at = excluded.stored_at`,
    [entityId, repoId],
  );

/** Entities of which something was stored after this moment. */
export const entitiesStoredSince = (db: Queryable, since: Date): Promise<{ entity_id: number; stored_at: Date }[]> =>
  db.many(storedRow, 'SELECT entity_id, stored_at FROM fact_stamps WHERE stored_at >= $1', [since]);

export const reposStoredSince = (db: Queryable, entityId: number, since: Date): Promise<{ repo_id: number }[]> =>
  db.many(repoRow, 'SELECT entity_id, repo_id FROM stored_facts WHERE entity_id = $1 AND stored_at >= $2', [
    entityId,
    since,
  ]);

export const writeMarks = (clickHouse: ClickHouse, entityIds: readonly number[], at: Date): Promise<void> =>
  clickHouse.insert({
    table: 'store_marks',
    rows: entityIds.map((entityId) => ({ entity_id: entityId, marked_at: clickHouseTime(at) })),
  });

/** As text, since a number with a fraction is not read as a time. */
const clickHouseTime = (at: Date): string => at.toISOString().replace('T', ' ').replace('Z', '');

/** By entity, up to when the store has everything. */
export async function readMarks(clickHouse: ClickHouse): Promise<Map<number, Date>> {
  const rows = await clickHouse.query({
    name: 'store_marks',
    sql: `SELECT entity_id, toUnixTimestamp64Milli(max(marks.marked_at)) AS marked_at
          FROM store_marks AS marks GROUP BY entity_id`,
    row: markRow,
  });
  return new Map(rows.map(({ entity_id, marked_at }) => [entity_id, new Date(marked_at)]));
}

const lastRow = z.object({ entity_id: z.number(), stored_at: z.date() });

export const lastStored = (db: Queryable): Promise<{ entity_id: number; stored_at: Date }[]> =>
  db.many(lastRow, 'SELECT entity_id, stored_at FROM fact_stamps WHERE stored_at IS NOT NULL');
