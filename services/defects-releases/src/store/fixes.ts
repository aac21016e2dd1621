import { isDeepStrictEqual } from 'node:util';
import type { Queryable, Transaction } from '@linescope/chassis/postgres/postgres';
import { z } from 'zod';
import type { Fix } from '../domain/defect.ts';
import { type CommitFix, mergeFix } from '../domain/merge-fix.ts';

const time = z.date().nullable();

const fixRow = z
  .object({
    id: z.number(),
    repo_id: z.number(),
    repo_path: z.string(),
    sha: z.string().nullable(),
    names_commit: z.boolean(),
    released_at: time,
    awaits_commit: z.boolean(),
    released_now_at: time,
    pushed_at: time,
    authored_at: time,
    merged_at: time,
    release_id: z.number().nullable(),
  })
  .transform((row) => ({
    id: row.id,
    repoId: row.repo_id,
    repoPath: row.repo_path,
    sha: row.sha,
    namesCommit: row.names_commit,
    releasedAt: row.released_at,
    awaitsCommit: row.awaits_commit,
    releasedNowAt: row.released_now_at ?? releasedNowBefore(row),
    pushedAt: row.pushed_at,
    authoredAt: row.authored_at,
    mergedAt: row.merged_at,
    releaseId: row.release_id,
  }));
type FixRow = z.output<typeof fixRow>;

/** An older version wrote “now” as the fix's only time: a time that is not the commit's. */
function releasedNowBefore(row: {
  names_commit: boolean;
  released_at: Date | null;
  awaits_commit: boolean;
  authored_at: Date | null;
  release_id: number | null;
}): Date | null {
  if (!row.names_commit || row.awaits_commit || row.release_id !== null) return null;
  return row.released_at?.getTime() === row.authored_at?.getTime() ? null : row.released_at;
}

export interface NewFix extends CommitFix {
  entityId: number;
  defectId: number;
  repo: { id: number; organizationId: number; path: string };
  sha: string | null;
  releaseId: number | null;
}

/** True where something changed: a new fix, or a known one of which more is told. Call it with the defect locked. */
export async function upsertFix(tx: Transaction, fix: NewFix): Promise<boolean> {
  if (fix.sha === null) return insertFix(tx, fix);
  const row = await tx.maybe(
    fixRow,
    'SELECT * FROM fixes WHERE defect_id = $1 AND repo_id = $2 AND sha = $3 FOR UPDATE',
    [fix.defectId, fix.repo.id, fix.sha],
  );
  // A release that proved to be of this commit may have brought it just now.
  if (!row) return (await insertFix(tx, fix)) || upsertFix(tx, fix);
  const known = commitFix(row);
  const merged = mergeFix(known, commitFix(fix));
  if (isDeepStrictEqual(merged, known)) return false;
  await tx.run(
    `UPDATE fixes SET names_commit = $2, released_at = $3, awaits_commit = $4, released_now_at = $5, pushed_at = $6,
       authored_at = $7, merged_at = $8 WHERE id = $1`,
    [
      row.id,
      merged.namesCommit,
      merged.releasedAt,
      merged.awaitsCommit,
      merged.releasedNowAt,
      merged.pushedAt,
      merged.authoredAt,
      merged.mergedAt,
    ],
  );
  return true;
}

const commitFix = (fix: CommitFix): CommitFix => ({
  namesCommit: fix.namesCommit,
  releasedAt: fix.releasedAt,
  awaitsCommit: fix.awaitsCommit,
  releasedNowAt: fix.releasedNowAt,
  pushedAt: fix.pushedAt,
  authoredAt: fix.authoredAt,
  mergedAt: fix.mergedAt,
});

async function insertFix(tx: Transaction, fix: NewFix): Promise<boolean> {
  const inserted = await tx.run(
    `INSERT INTO fixes (entity_id, defect_id, repo_id, organization_id, repo_path, sha, released_at, awaits_commit, pushed_at,
       authored_at, merged_at, release_id, names_commit, released_now_at)
     SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14
     WHERE $6::text IS NOT NULL
        OR NOT EXISTS (SELECT 1 FROM fixes WHERE defect_id = $2 AND repo_id = $3 AND sha IS NULL
                         AND released_at IS NOT DISTINCT FROM $7 AND pushed_at IS NOT DISTINCT FROM $9)
     ON CONFLICT DO NOTHING`,
    [
      fix.entityId,
      fix.defectId,
      fix.repo.id,
      fix.repo.organizationId,
      fix.repo.path,
      fix.sha,
      fix.releasedAt,
      fix.awaitsCommit,
      fix.pushedAt,
      fix.authoredAt,
      fix.mergedAt,
      fix.releaseId,
      fix.namesCommit,
      fix.releasedNowAt,
    ],
  );
  return inserted === 1;
}

/** The earliest fix at a time that a call gave: neither a commit's nor a release's. */
export async function earliestGivenFix(tx: Transaction, defectId: number): Promise<Date | null> {
  const { at } = await tx.one(
    z.object({ at: time }),
    'SELECT min(released_at) AS at FROM fixes WHERE defect_id = $1 AND sha IS NULL AND release_id IS NULL',
    [defectId],
  );
  return at;
}

const carryingRow = z
  .object({ id: z.number(), repo_id: z.number(), sha: z.string().nullable(), released_at: z.date() })
  .transform((row) => ({ id: row.id, repoId: row.repo_id, sha: row.sha, releasedAt: row.released_at }));

/** The fixes with every time at which one was released: as calls say, and by each release that carries it. */
export async function fixesOf(db: Queryable, defectId: number): Promise<Fix[]> {
  const rows = await db.many(fixRow, 'SELECT * FROM fixes WHERE defect_id = $1 ORDER BY id', [defectId]);
  const releases = await db.many(
    carryingRow,
    `SELECT r.id, r.repo_id, r.sha, r.released_at FROM release_defects rd JOIN releases r ON r.id = rd.release_id
     WHERE rd.defect_id = $1 ORDER BY r.id`,
    [defectId],
  );
  const byId = new Map(releases.map((release) => [release.id, release]));
  const byCommit = Map.groupBy(releases, commitOrTime);
  return rows.map(({ awaitsCommit: _, releasedNowAt, releaseId, ...row }) => {
    const own = releaseId === null ? undefined : byId.get(releaseId);
    const carrying = [...(byCommit.get(commitOrTime(row)) ?? []), ...(own ? [own] : [])];
    const carriedAt = carrying.map((release) => release.releasedAt);
    const isOnlyCarried = own !== undefined && !row.namesCommit;
    return {
      ...row,
      isCarried: releaseId !== null,
      releasedAt: inOrder(isOnlyCarried ? carriedAt : [row.releasedAt, releasedNowAt, ...carriedAt]),
    };
  });
}

const commitOrTime = ({ repoId, sha, releasedAt }: Pick<FixRow, 'repoId' | 'sha' | 'releasedAt'>): string =>
  `${repoId} ${sha ?? releasedAt?.getTime() ?? 'not released'}`;

const inOrder = (times: (Date | null)[]): Date[] =>
  [...new Set(times.flatMap((at) => (at === null ? [] : [at.getTime()])))]
    .toSorted((one, other) => one - other)
    .map((at) => new Date(at));
