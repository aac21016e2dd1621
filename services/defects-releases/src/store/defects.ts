import type { Queryable, Transaction } from '@linescope/chassis/postgres/postgres';
import { z } from 'zod';
import type { Defect, DefectChange, Fix, FixSummary } from '../domain/defect.ts';

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

const fixRow = z
  .object({
    id: z.number(),
    repo_id: z.number(),
    repo_path: z.string(),
    sha: z.string().nullable(),
    names_commit: z.boolean(),
    released_at: time,
    pushed_at: time,
    authored_at: time,
    merged_at: time,
    release_id: z.number().nullable(),
  })
  .transform(
    (row): Fix => ({
      id: row.id,
      repoId: row.repo_id,
      repoPath: row.repo_path,
      sha: row.sha,
      namesCommit: row.names_commit,
      releasedAt: row.released_at,
      pushedAt: row.pushed_at,
      authoredAt: row.authored_at,
      mergedAt: row.merged_at,
      isCarried: row.release_id !== null,
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

export interface NewFix {
  entityId: number;
  defectId: number;
  repo: { id: number; organizationId: number; path: string };
  sha: string | null;
  namesCommit: boolean;
  releasedAt: Date | null;
  awaitsCommit: boolean;
  pushedAt: Date | null;
  authoredAt: Date | null;
  mergedAt: Date | null;
  releaseId: number | null;
}

/** True where something changed: a new fix, or a known one that learned its time. The first release time stands. */
export async function upsertFix(tx: Transaction, fix: NewFix): Promise<boolean> {
  const values = [
    fix.entityId, fix.defectId, fix.repo.id, fix.repo.organizationId, fix.repo.path, fix.sha,
    fix.releasedAt, fix.awaitsCommit, fix.pushedAt, fix.authoredAt, fix.mergedAt, fix.releaseId, fix.namesCommit,
  ]; // biome-ignore format: in the order of the columns
  const columns =
    'entity_id, defect_id, repo_id, organization_id, repo_path, sha, released_at, awaits_commit, pushed_at, authored_at, merged_at, release_id, names_commit';
  if (fix.sha === null) {
    const inserted = await tx.run(
      `INSERT INTO fixes (${columns}) SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13
       WHERE NOT EXISTS (SELECT 1 FROM fixes WHERE defect_id = $2 AND repo_id = $3 AND sha IS NULL
                           AND released_at IS NOT DISTINCT FROM $7 AND pushed_at IS NOT DISTINCT FROM $9)
       ON CONFLICT DO NOTHING`,
      values,
    );
    return inserted === 1;
  }
  const touched = await tx.run(
    `INSERT INTO fixes AS known (${columns}) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
     ON CONFLICT (defect_id, repo_id, sha) WHERE sha IS NOT NULL DO UPDATE SET
       released_at = CASE WHEN known.released_at IS NULL OR (known.awaits_commit AND NOT excluded.awaits_commit)
                          THEN excluded.released_at ELSE known.released_at END,
       awaits_commit = known.awaits_commit AND excluded.awaits_commit,
       pushed_at = coalesce(excluded.pushed_at, known.pushed_at),
       authored_at = coalesce(excluded.authored_at, known.authored_at),
       merged_at = CASE WHEN excluded.names_commit THEN coalesce(excluded.merged_at, known.merged_at)
                        ELSE coalesce(known.merged_at, excluded.merged_at) END,
       names_commit = known.names_commit OR excluded.names_commit
     WHERE known.released_at IS NULL
        OR (known.awaits_commit AND NOT excluded.awaits_commit)
        OR (excluded.pushed_at IS NOT NULL AND excluded.pushed_at IS DISTINCT FROM known.pushed_at)
        OR (excluded.authored_at IS NOT NULL AND known.authored_at IS NULL)
        OR (excluded.names_commit AND NOT known.names_commit)`,
    values,
  );
  return touched === 1;
}

export const fixesOf = (db: Queryable, defectId: number): Promise<Fix[]> =>
  db.many(fixRow, 'SELECT * FROM fixes WHERE defect_id = $1 ORDER BY id', [defectId]);

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
