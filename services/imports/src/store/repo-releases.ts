import type { Queryable } from '@linescope/chassis/postgres/postgres';

export interface RepoRelease {
  entityId: number;
  releaseId: number;
  repoId: number;
  releasedAt: string;
  removed: boolean;
  version: number;
}

/** A version that is not newer changes nothing. */
export const saveRelease = (db: Queryable, release: RepoRelease): Promise<number> =>
  db.run(
    `INSERT INTO repo_releases AS known (entity_id, release_id, repo_id, released_at, removed, version) VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT (release_id) DO UPDATE SET
       repo_id = excluded.repo_id, released_at = excluded.released_at, removed = excluded.removed, version = excluded.version
     WHERE known.version < excluded.version`,
    [release.entityId, release.releaseId, release.repoId, release.releasedAt, release.removed, release.version],
  );
