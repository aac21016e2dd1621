import type { IdPage, IdPages } from '@linescope/chassis/lists/id-pages';
import type { Queryable } from '@linescope/chassis/postgres/postgres';
import type { PageRequest } from '@linescope/contract/pages';
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

/** Detected on or before the end and not resolved before the start, newest first. */
export async function listDefects(
  db: Queryable,
  idPages: IdPages,
  scope: ListScope,
  range: DateRange,
  request: PageRequest,
): Promise<IdPage & { defects: Defect[] }> {
  const { where, params } = conditionsOf(scope, range);
  const parts = scope.repoIds ? ['defects', 'defect_places'] : ['defects'];
  const sql = `SELECT d.id, -extract(epoch FROM d.detected_at) AS rank FROM defects d
    WHERE ${where} ORDER BY d.detected_at DESC, d.id DESC`;
  const query = { entityId: scope.entityId, parts, sql, params, idsDescend: true };
  const page = await idPages.page(query, request);
  const defects = await db.many(
    defectRow,
    `SELECT d.* FROM unnest($1::bigint[]) WITH ORDINALITY AS cut(id, place) JOIN defects d USING (id) ORDER BY cut.place`,
    [page.ids],
  );
  return { ...page, defects };
}

/** Fixed fragments of SQL, one a filter that is given; what the caller gave is always bound. */
function conditionsOf(scope: ListScope, range: DateRange): { where: string; params: unknown[] } {
  const params: unknown[] = [];
  const bind = (value: unknown): string => `$${params.push(value)}`;
  const entity = bind(scope.entityId);
  const conditions = [`d.entity_id = ${entity}`];
  if (scope.repoIds)
    conditions.push(`d.id IN (
      SELECT defect_id FROM defect_places WHERE entity_id = ${entity} AND place_em = 'repo' AND place_id = ANY(${bind(scope.repoIds)}::bigint[])
      UNION ALL
      SELECT defect_id FROM defect_places WHERE entity_id = ${entity} AND place_em = 'organization' AND place_id = ANY(${bind(scope.organizationIds)}::bigint[]))`);
  if (range.from)
    conditions.push(`(d.final_fix_released_at IS NULL OR d.final_fix_released_at >= ${bind(range.from)}::timestamptz)`);
  if (range.until) conditions.push(`d.detected_at < ${bind(range.until)}::timestamptz`);
  return { where: conditions.join('\n AND '), params };
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
