import type { Queryable } from '@linescope/chassis/postgres/postgres';

export const REPOS = 40;

/** The ids that forty repos and their four organizations begin with. */
export interface Places {
  repo: number;
  organization: number;
}

const FROM_ONE: Places = { repo: 1, organization: 1 };

/** Defects of an entity over twenty years: a third open, most with fixes in one or two of forty repos, some of an organization. */
export async function fillDefects(
  db: Queryable,
  entityId: number,
  count: number,
  from: Places = FROM_ONE,
): Promise<void> {
  await db.run(
    `INSERT INTO defects (entity_id, defect_key, organization_id, repo_id, repo_path, detected_at, final_fix_released_at)
     SELECT $1, 'D-' || n, $4::bigint + n % 4, CASE WHEN n % 10 > 0 THEN $3::bigint + n % ${REPOS} END,
       CASE WHEN n % 10 > 0 THEN 'org/repo-' || n % ${REPOS} END, detected,
       CASE WHEN n % 3 > 0 THEN detected + n % 400 * interval '1 hour' END
     FROM generate_series(1, $2::int) AS n,
       LATERAL (SELECT timestamptz '2006-01-01' + n * 7919 % 7300 * interval '1 day' + n % 977 * interval '1 minute' AS detected) AS at`,
    [entityId, count, from.repo, from.organization],
  );
  await db.run(
    `INSERT INTO fixes (entity_id, defect_id, repo_id, organization_id, repo_path, released_at)
     SELECT d.entity_id, d.id, repo.id, $3::bigint + (repo.id - $2) % 4, 'org/repo-' || repo.id, d.final_fix_released_at
     FROM defects d, LATERAL (SELECT DISTINCT $2::bigint + (d.id * step) % ${REPOS} AS id FROM generate_series(1, 1 + d.id % 2) AS step) AS repo
     WHERE d.entity_id = $1 AND d.final_fix_released_at IS NOT NULL`,
    [entityId, from.repo, from.organization],
  );
  await db.run(
    `INSERT INTO defect_places
     SELECT DISTINCT entity_id, defect_id, 'repo', repo_id FROM fixes WHERE entity_id = $1
     UNION ALL
     SELECT entity_id, id, CASE WHEN repo_id IS NULL THEN 'organization' ELSE 'repo' END, coalesce(repo_id, organization_id)
     FROM defects WHERE entity_id = $1 AND final_fix_released_at IS NULL`,
    [entityId],
  );
  await db.run('ANALYZE defects, fixes, defect_places');
}

/** Releases of forty repos over twenty years. */
export async function fillReleases(
  db: Queryable,
  entityId: number,
  count: number,
  from: Places = FROM_ONE,
): Promise<void> {
  await db.run(
    `INSERT INTO releases (entity_id, organization_id, repo_id, repo_path, name, sha, released_at, triggered_by)
     SELECT $1, $4::bigint + n % 4, $3::bigint + n % ${REPOS}, 'org/repo-' || n % ${REPOS}, 'v' || n, lpad(to_hex(n), 40, '0'),
       timestamptz '2006-01-01' + n * 104729 % 10512000 * interval '1 minute', 'api'
     FROM generate_series(1, $2::bigint) AS n`,
    [entityId, count, from.repo, from.organization],
  );
  await db.run('ANALYZE releases');
}
