import type { IdPage, IdPages } from '@linescope/chassis/lists/id-pages';
import type { Queryable } from '@linescope/chassis/postgres/postgres';
import type { PageRequest } from '@linescope/contract/pages';
import { z } from 'zod';
import type { DateRange } from '../domain/date-range.ts';
import type { Release } from '../domain/release.ts';
import { releaseRow } from './releases.ts';

export interface ListedRelease extends Release {
  /** Of the release before it in its repo. */
  previousSha: string | null;
  previousAt: Date | null;
  defectCount: number;
  issueCount: number;
}

const listedRow = releaseRow.and(
  z.object({
    previous_sha: z.string().nullable(),
    previous_at: z.date().nullable(),
    defect_count: z.number(),
    issue_count: z.number(),
  }),
);

/** Newest first; `repoIds` null means the whole entity. */
export async function listReleases(
  db: Queryable,
  idPages: IdPages,
  { entityId, repoIds }: { entityId: number; repoIds: number[] | null },
  range: DateRange,
  request: PageRequest,
): Promise<IdPage & { releases: ListedRelease[] }> {
  const params: unknown[] = [entityId];
  const bind = (value: unknown): string => `$${params.push(value)}`;
  const conditions = ['r.entity_id = $1'];
  if (repoIds) conditions.push(`r.repo_id = ANY(${bind(repoIds)}::bigint[])`);
  if (range.from) conditions.push(`r.released_at >= ${bind(range.from)}::timestamptz`);
  if (range.until) conditions.push(`r.released_at < ${bind(range.until)}::timestamptz`);
  const sql = `SELECT r.id, -extract(epoch FROM r.released_at) AS rank FROM releases r
    WHERE ${conditions.join(' AND ')} ORDER BY r.released_at DESC, r.id DESC`;
  const query = { entityId, parts: ['releases'], sql, params, idsDescend: true };
  const page = await idPages.page(query, request);
  const rows = await db.many(
    listedRow,
    `SELECT r.*, before.sha AS previous_sha, before.released_at AS previous_at,
       (SELECT count(*) FROM release_defects rd WHERE rd.release_id = r.id) AS defect_count,
       (SELECT count(*) FROM release_issues ri WHERE ri.release_id = r.id) AS issue_count
     FROM unnest($1::bigint[]) WITH ORDINALITY AS cut(id, place) JOIN releases r USING (id) LEFT JOIN LATERAL (
       SELECT sha, released_at FROM releases known
       WHERE r.sha IS NOT NULL AND known.repo_id = r.repo_id AND known.sha IS NOT NULL
         AND (known.released_at, known.id) < (r.released_at, r.id)
       ORDER BY known.released_at DESC, known.id DESC LIMIT 1
     ) AS before ON true ORDER BY cut.place`,
    [page.ids],
  );
  const releases = rows.map((row) => ({
    ...row,
    previousSha: row.previous_sha,
    previousAt: row.previous_at,
    defectCount: row.defect_count,
    issueCount: row.issue_count,
  }));
  return { ...page, releases };
}
