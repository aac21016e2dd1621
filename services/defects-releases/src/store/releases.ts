import type { Queryable, Transaction } from '@linescope/chassis/postgres/postgres';
import { z } from 'zod';
import { RELEASE_TRIGGERS, type Release } from '../domain/release.ts';

const releaseRow = z
  .object({
    id: z.number(),
    entity_id: z.number(),
    organization_id: z.number(),
    repo_id: z.number(),
    repo_path: z.string(),
    name: z.string(),
    sha: z.string().nullable(),
    awaits_commit: z.boolean(),
    released_at: z.date(),
    triggered_by: z.enum(RELEASE_TRIGGERS),
    deployed_by_user_name: z.string().nullable(),
    deployed_by_committer_id: z.number().nullable(),
    version: z.number(),
  })
  .transform(
    (row): Release => ({
      id: row.id,
      entityId: row.entity_id,
      organizationId: row.organization_id,
      repoId: row.repo_id,
      repoPath: row.repo_path,
      name: row.name,
      sha: row.sha,
      awaitsCommit: row.awaits_commit,
      releasedAt: row.released_at,
      triggeredBy: row.triggered_by,
      deployedByUserName: row.deployed_by_user_name,
      deployedByCommitterId: row.deployed_by_committer_id,
      version: row.version,
    }),
  );

export type NewRelease = Omit<Release, 'id' | 'version'>;

/** Keeps other calls of the repo from recording or removing a release until the transaction ends. */
export const lockReleasesOf = (tx: Transaction, repoId: number): Promise<number> =>
  tx.run("SELECT pg_advisory_xact_lock(hashtext('releases'), $1::int)", [repoId % 2_147_483_647]);

/**
 * Ensures the release; a repeat keeps the first time. Known by repo, name and commit; where the caller named no commit,
 * also by its time, since the commit at that time may be known to one call and not yet to another.
 */
export async function ensureRelease(
  tx: Transaction,
  release: NewRelease,
  commitWasNamed: boolean,
): Promise<{ release: Release; isNew: boolean }> {
  await lockReleasesOf(tx, release.repoId);
  const known = await findRelease(tx, release, commitWasNamed);
  if (known) return { release: known, isNew: false };
  const inserted = await tx.one(
    releaseRow,
    `INSERT INTO releases (entity_id, organization_id, repo_id, repo_path, name, sha, awaits_commit, released_at, triggered_by,
       deployed_by_user_name, deployed_by_committer_id)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) RETURNING *`,
    [
      release.entityId,
      release.organizationId,
      release.repoId,
      release.repoPath,
      release.name,
      release.sha,
      release.awaitsCommit,
      release.releasedAt,
      release.triggeredBy,
      release.deployedByUserName,
      release.deployedByCommitterId,
    ],
  );
  return { release: inserted, isNew: true };
}

/** The release that is recorded already, by its commit or, where none was named, by its time. */
export const findRelease = (
  db: Queryable,
  { repoId, name, sha, releasedAt }: Pick<NewRelease, 'repoId' | 'name' | 'sha'> & { releasedAt: Date | null },
  commitWasNamed: boolean,
): Promise<Release | null> =>
  db.maybe(
    releaseRow,
    `SELECT * FROM releases WHERE repo_id = $1 AND name = $2 AND (sha = $3 OR (NOT $5 AND released_at = $4)) ORDER BY id LIMIT 1`,
    [repoId, name, sha, releasedAt, commitWasNamed],
  );

/** The release of this repo and name that is known by the commit already. */
export const releaseByCommit = (db: Queryable, release: Release, sha: string): Promise<Release | null> =>
  db.maybe(releaseRow, 'SELECT * FROM releases WHERE repo_id = $1 AND name = $2 AND sha = $3 AND id <> $4', [
    release.repoId,
    release.name,
    sha,
    release.id,
  ]);

/** Two records prove to be one release: its keys go over, the later record goes. */
export async function mergeRelease(tx: Transaction, fromId: number, intoId: number): Promise<void> {
  await tx.run(
    'INSERT INTO release_defects SELECT $2, defect_id FROM release_defects WHERE release_id = $1 ON CONFLICT DO NOTHING',
    [fromId, intoId],
  );
  await tx.run(
    'INSERT INTO release_issues SELECT $2, entity_id, issue_key, seen FROM release_issues WHERE release_id = $1 ON CONFLICT DO NOTHING',
    [fromId, intoId],
  );
  await tx.run('UPDATE fixes SET release_id = $2 WHERE release_id = $1', [fromId, intoId]);
  await tx.run('DELETE FROM releases WHERE id = $1', [fromId]);
}

/** True where the deployer was not known before. */
export async function setDeployer(
  tx: Transaction,
  id: number,
  userName: string,
  committerId: number | null,
): Promise<boolean> {
  const touched = await tx.run(
    `UPDATE releases SET deployed_by_user_name = $2, deployed_by_committer_id = coalesce($3, deployed_by_committer_id)
     WHERE id = $1 AND deployed_by_user_name IS NULL`,
    [id, userName, committerId],
  );
  return touched === 1;
}

/** Those that the release did not carry before. */
export const linkDefects = async (tx: Transaction, releaseId: number, defectIds: number[]): Promise<number[]> =>
  (
    await tx.many(
      z.object({ defect_id: z.number() }),
      'INSERT INTO release_defects (release_id, defect_id) SELECT $1, unnest($2::bigint[]) ON CONFLICT DO NOTHING RETURNING defect_id',
      [releaseId, defectIds],
    )
  ).map((row) => row.defect_id);

/** Locks the defects whose fixes the releases carry, in the order in which recording a release locks them. */
export const lockDefectsOf = async (tx: Transaction, releaseIds: readonly number[]): Promise<number[]> =>
  (
    await tx.many(
      z.object({ id: z.number() }),
      `SELECT id FROM defects WHERE id IN (SELECT defect_id FROM release_defects WHERE release_id = ANY ($1))
       ORDER BY defect_key COLLATE "C" FOR UPDATE`,
      [releaseIds],
    )
  ).map(({ id }) => id);

export const countDefectsOf = async (tx: Transaction, releaseId: number): Promise<number> =>
  (await tx.one(countRow, 'SELECT count(*) AS count FROM release_defects WHERE release_id = $1', [releaseId])).count;

const countRow = z.object({ count: z.number() });

/** How many issue keys the release would have with these. */
export async function countIssuesWith(db: Queryable, releaseId: number, keys: string[]): Promise<number> {
  const given = new Set(keys);
  const { stored, known } = await db.one(
    z.object({ stored: z.number(), known: z.number() }),
    `SELECT count(*) AS stored, count(*) FILTER (WHERE issue_key = ANY ($2)) AS known
     FROM release_issues WHERE release_id = $1`,
    [releaseId, [...given]],
  );
  return stored + given.size - known;
}

export async function linkIssues(tx: Transaction, release: Release, keys: string[]): Promise<boolean> {
  const tied = await tx.run(
    'INSERT INTO release_issues (release_id, entity_id, issue_key) SELECT $1, $2, unnest($3::text[]) ON CONFLICT DO NOTHING',
    [release.id, release.entityId, keys],
  );
  return tied > 0;
}

export const incrementVersion = (tx: Transaction, id: number): Promise<Release> =>
  tx.one(releaseRow, 'UPDATE releases SET version = version + 1 WHERE id = $1 RETURNING *', [id]);

const keysRow = z.object({ defect_keys: z.array(z.string()), issue_keys: z.array(z.string()) });

export const keysOfRelease = (db: Queryable, id: number) =>
  db.one(
    keysRow,
    `SELECT
       ARRAY(SELECT d.defect_key FROM release_defects rd JOIN defects d ON d.id = rd.defect_id WHERE rd.release_id = $1 ORDER BY 1) AS defect_keys,
       ARRAY(SELECT issue_key FROM release_issues WHERE release_id = $1 ORDER BY 1) AS issue_keys`,
    [id],
  );

/** The release before this one in its repo, by time; of one without a commit nothing is counted. */
export const PREVIOUS_SHA = `CASE WHEN r.sha IS NOT NULL THEN (
   SELECT before.sha FROM releases before WHERE before.repo_id = r.repo_id AND before.sha IS NOT NULL
   AND (before.released_at, before.id) < (r.released_at, r.id)
   ORDER BY before.released_at DESC, before.id DESC LIMIT 1) END`;

export async function previousShaOf(db: Queryable, releaseId: number): Promise<string | null> {
  const row = await db.maybe(
    z.object({ previous_sha: z.string().nullable() }),
    `SELECT ${PREVIOUS_SHA} AS previous_sha FROM releases r WHERE r.id = $1`,
    [releaseId],
  );
  return row?.previous_sha ?? null;
}

/** The releases of the repo after this one: their commits since the previous release have changed. */
export const nextReleaseOf = (db: Queryable, release: Release): Promise<{ id: number } | null> =>
  db.maybe(
    z.object({ id: z.number() }),
    `SELECT id FROM releases WHERE repo_id = $1 AND (released_at, id) > ($2, $3::bigint) ORDER BY released_at, id LIMIT 1`,
    [release.repoId, release.releasedAt, release.id],
  );

export { releaseRow };
