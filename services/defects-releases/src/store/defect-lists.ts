import type { Queryable } from '@linescope/chassis/postgres/postgres';
import { PAGE_SIZE } from '@linescope/contract/inputs';
import { z } from 'zod';
import type { DateRange } from '../domain/date-range.ts';
import type { Defect } from '../domain/defect.ts';
import { defectRow } from './defects.ts';

export interface ListScope {
  entityId: number;
  /** Null: the whole entity, defects without a repo included. */
  repoIds: number[] | null;
  organizationIds: number[];
}

/** A defect is of its fixes' repos, else of its scope's. */
const IN_SCOPE = `
  ($2::bigint[] IS NULL
    OR EXISTS (SELECT 1 FROM fixes f WHERE f.entity_id = d.entity_id AND f.defect_id = d.id AND f.repo_id = ANY($2))
    OR (NOT EXISTS (SELECT 1 FROM fixes f WHERE f.defect_id = d.id)
        AND (d.repo_id = ANY($2) OR (d.repo_id IS NULL AND d.organization_id = ANY($3)))))`;

const WHERE = `d.entity_id = $1 AND ${IN_SCOPE}
  AND ($4::timestamptz IS NULL OR d.final_fix_released_at IS NULL OR d.final_fix_released_at >= $4)
  AND ($5::timestamptz IS NULL OR d.detected_at < $5)`;

/** Detected on or before the end and not resolved before the start, newest first. The page is cut from the index alone. */
export async function listDefects(
  db: Queryable,
  scope: ListScope,
  range: DateRange,
  page: number,
): Promise<{ total: number; defects: Defect[] }> {
  const params = [scope.entityId, scope.repoIds, scope.organizationIds, range.from, range.until];
  const { total } = await db.one(
    z.object({ total: z.number() }),
    `SELECT count(*) AS total FROM defects d WHERE ${WHERE}`,
    params,
  );
  const defects = await db.many(
    defectRow,
    `SELECT whole.* FROM (
       SELECT d.id, d.detected_at FROM defects d WHERE ${WHERE}
       ORDER BY d.detected_at DESC, d.id DESC LIMIT ${PAGE_SIZE} OFFSET $6
     ) AS cut JOIN defects whole USING (id) ORDER BY cut.detected_at DESC, cut.id DESC`,
    [...params, (page - 1) * PAGE_SIZE],
  );
  return { total, defects };
}

const repoRow = z.object({ defect_id: z.number(), repo_paths: z.array(z.string()) });

/** The repos of each defect's fixes. */
export async function fixRepoPaths(db: Queryable, defectIds: number[]): Promise<Map<number, string[]>> {
  const rows = await db.many(
    repoRow,
    'SELECT defect_id, array_agg(DISTINCT repo_path ORDER BY repo_path) AS repo_paths FROM fixes WHERE defect_id = ANY($1) GROUP BY defect_id',
    [defectIds],
  );
  return new Map(rows.map((row) => [row.defect_id, row.repo_paths]));
}
