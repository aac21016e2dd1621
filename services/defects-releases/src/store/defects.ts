import type { Queryable, Transaction } from '@linescope/chassis/postgres/postgres';
import { z } from 'zod';
import type { Defect, DefectChange, FixSummary } from '../domain/defect.ts';

const time = z.date().nullable();

const defectRow = z
  .object({
    id: z.number(),
    entity_id: z.number(),
    defect_key: z.string(),
    category: z.string().nullable(),
    description: z.string().nullable(),
    html_description: z.string().nullable(),
    severity: z.number().nullable(),
    organization_id: z.number().nullable(),
    repo_id: z.number().nullable(),
    repo_path: z.string().nullable(),
    detected_at: z.date(),
    issue_key: z.string().nullable(),
    issue_title: z.string().nullable(),
    issue_project: z.string().nullable(),
    issue_url: z.string().nullable(),
    first_fix_activity_at: time,
    first_fix_merged_at: time,
    first_fix_released_at: time,
    final_fix_released_at: time,
    version: z.number(),
  })
  .transform(
    (row): Defect => ({
      id: row.id,
      entityId: row.entity_id,
      defectKey: row.defect_key,
      category: row.category,
      description: row.description,
      htmlDescription: row.html_description,
      severity: row.severity,
      organizationId: row.organization_id,
      repoId: row.repo_id,
      repoPath: row.repo_path,
      detectedAt: row.detected_at,
      issue:
        row.issue_key === null
          ? null
          : {
              key: row.issue_key,
              title: row.issue_title ?? '',
              project: row.issue_project ?? '',
              url: row.issue_url ?? '',
            },
      firstFixActivityAt: row.first_fix_activity_at,
      firstFixMergedAt: row.first_fix_merged_at,
      firstFixReleasedAt: row.first_fix_released_at,
      finalFixReleasedAt: row.final_fix_released_at,
      version: row.version,
    }),
  );

export interface DefectScope {
  organizationId: number | null;
  repoId: number | null;
  repoPath: string | null;
}

/** Locks the defect for the rest of the transaction, so that concurrent fixes add up. */
export const lockDefect = (tx: Transaction, entityId: number, defectKey: string): Promise<Defect | null> =>
  tx.maybe(defectRow, 'SELECT * FROM defects WHERE entity_id = $1 AND defect_key = $2 FOR UPDATE', [
    entityId,
    defectKey,
  ]);

export const lockDefectById = (tx: Transaction, id: number): Promise<Defect | null> =>
  tx.maybe(defectRow, 'SELECT * FROM defects WHERE id = $1 FOR UPDATE', [id]);

/** True where this call made it; a concurrent one may have been first. */
export async function insertDefect(
  tx: Transaction,
  entityId: number,
  defectKey: string,
  scope: DefectScope,
  change: DefectChange & { detectedAt: Date },
): Promise<boolean> {
  const inserted = await tx.run(
    `INSERT INTO defects (entity_id, defect_key, organization_id, repo_id, repo_path, detected_at, category, description, severity,
       html_description)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
     ON CONFLICT ON CONSTRAINT defects_key DO NOTHING`,
    [
      entityId,
      defectKey,
      scope.organizationId,
      scope.repoId,
      scope.repoPath,
      change.detectedAt,
      change.category ?? null,
      change.description ?? null,
      change.severity ?? null,
      change.htmlDescription ?? null,
    ],
  );
  return inserted === 1;
}

export async function updateDefect(tx: Transaction, id: number, change: DefectChange): Promise<boolean> {
  const touched = await tx.run(
    `UPDATE defects SET
       category = coalesce($2, category),
       description = coalesce($3, description),
       html_description = CASE WHEN $3::text IS NULL THEN html_description ELSE $6 END,
       severity = coalesce($4, severity),
       detected_at = coalesce($5, detected_at),
       commits_linked = commits_linked AND coalesce($5 = detected_at, true)
     WHERE id = $1 AND (category, description, severity, detected_at) IS DISTINCT FROM
       (coalesce($2, category), coalesce($3, description), coalesce($4, severity), coalesce($5, detected_at))`,
    [
      id,
      change.category ?? null,
      change.description ?? null,
      change.severity ?? null,
      change.detectedAt ?? null,
      change.htmlDescription ?? null,
    ],
  );
  return touched === 1;
}

export async function setDefectIssue(
  tx: Transaction,
  id: number,
  issue: NonNullable<Defect['issue']>,
): Promise<boolean> {
  const touched = await tx.run(
    `UPDATE defects SET issue_key = $2, issue_title = $3, issue_project = $4, issue_url = $5
     WHERE id = $1 AND (issue_key, issue_title, issue_project, issue_url) IS DISTINCT FROM ($2, $3, $4, $5)`,
    [id, issue.key, issue.title, issue.project, issue.url],
  );
  return touched === 1;
}

/** Stores what the fixes come to, counts the version up, and returns the defect as it now is. */
export const saveFixSummary = (tx: Transaction, id: number, summary: FixSummary): Promise<Defect> =>
  tx.one(
    defectRow,
    `UPDATE defects SET first_fix_activity_at = $2, first_fix_merged_at = $3, first_fix_released_at = $4, final_fix_released_at = $5,
       version = version + 1, updated_at = now()
     WHERE id = $1 RETURNING *`,
    [id, summary.firstFixActivityAt, summary.firstFixMergedAt, summary.firstFixReleasedAt, summary.finalFixReleasedAt],
  );

/** Where the defect belongs: the repos of its fixes, else the repo or the organization of its scope. */
export const savePlaces = (tx: Transaction, defectId: number): Promise<number> =>
  tx.run(
    `WITH places AS (
       SELECT DISTINCT entity_id, 'repo' AS place_em, repo_id AS place_id FROM fixes WHERE defect_id = $1
       UNION ALL
       SELECT entity_id, CASE WHEN repo_id IS NULL THEN 'organization' ELSE 'repo' END, coalesce(repo_id, organization_id)
       FROM defects
       WHERE id = $1 AND coalesce(repo_id, organization_id) IS NOT NULL AND NOT EXISTS (SELECT FROM fixes WHERE defect_id = $1)
     ), gone AS (
       DELETE FROM defect_places known
       WHERE defect_id = $1 AND NOT EXISTS (
         SELECT FROM places WHERE places.place_em = known.place_em AND places.place_id = known.place_id)
     )
     INSERT INTO defect_places (entity_id, defect_id, place_em, place_id)
     SELECT entity_id, $1, place_em, place_id FROM places ON CONFLICT DO NOTHING`,
    [defectId],
  );

export { defectRow };

/** Where the description is still the one that was rendered. */
export const saveRendered = (db: Queryable, id: number, description: string, html: string): Promise<number> =>
  db.run('UPDATE defects SET html_description = $3 WHERE id = $1 AND description = $2', [id, description, html]);

/** With its fixes, and what the releases that carry one know of it. */
export const deleteDefect = (tx: Transaction, id: number): Promise<number> =>
  tx.run('DELETE FROM defects WHERE id = $1', [id]);

export const releasesWithDefect = async (tx: Transaction, id: number): Promise<number[]> =>
  (
    await tx.many(
      z.object({ release_id: z.number() }),
      'SELECT release_id FROM release_defects WHERE defect_id = $1 ORDER BY release_id',
      [id],
    )
  ).map(({ release_id }) => release_id);

/** Defects that stay, and of which the repo holds fixes or commits. */
export const defectsFixedIn = async (tx: Transaction, entityId: number, repoId: number): Promise<number[]> =>
  (
    await tx.many(
      z.object({ id: z.number() }),
      `SELECT id FROM defects WHERE entity_id = $1 AND repo_id IS DISTINCT FROM $2 AND id IN (
         SELECT defect_id FROM fixes WHERE entity_id = $1 AND repo_id = $2
         UNION SELECT defect_id FROM fix_commits WHERE entity_id = $1 AND repo_id = $2) ORDER BY id`,
      [entityId, repoId],
    )
  ).map(({ id }) => id);
