import type { Queryable } from '@linescope/chassis/postgres/postgres';
import { z } from 'zod';

const awaitedRow = z.object({ id: z.number(), status: z.string(), errorDetail: z.string() });
export type AwaitedImport = z.output<typeof awaitedRow>;

const SELECT_AWAITED =
  'SELECT import_id AS id, import_status AS status, error_detail AS "errorDetail" FROM awaited_imports WHERE NOT ended';

/** The import by which a path comes to its repo; null where it completed, or there is none. */
export const findAwaitedByPath = (db: Queryable, entityId: number, repoPath: string): Promise<AwaitedImport | null> =>
  db.maybe(
    awaitedRow,
    `${SELECT_AWAITED} AND entity_id = $1 AND lower(repo_path) = lower($2) ORDER BY import_id DESC LIMIT 1`,
    [entityId, repoPath],
  );

export const findAwaitedByRepo = (db: Queryable, entityId: number, repoId: number): Promise<AwaitedImport | null> =>
  db.maybe(awaitedRow, `${SELECT_AWAITED} AND entity_id = $1 AND repo_id = $2 ORDER BY import_id DESC LIMIT 1`, [
    entityId,
    repoId,
  ]);

interface PublishedImport {
  importId: number;
  entityId: number;
  repoPath: string;
  repoId: number | null;
  importStatus: string;
  errorDetail: string;
  ended: boolean;
  version: number;
}

/** Keeps what was published, unless something later is known or the entity is gone. Of one that ended nothing of its repo stays. */
export function saveAwaitedImport(db: Queryable, published: PublishedImport): Promise<number> {
  const awaited = published.ended ? { ...published, repoPath: '', repoId: null, errorDetail: '' } : published;
  return db.run(
    `INSERT INTO awaited_imports AS known (import_id, entity_id, repo_path, repo_id, import_status, error_detail, ended, version)
     SELECT $1, id, $3, $4, $5, $6, $7, $8 FROM entities WHERE id = $2
     ON CONFLICT (import_id) DO UPDATE SET repo_path = excluded.repo_path, repo_id = excluded.repo_id,
       import_status = excluded.import_status, error_detail = excluded.error_detail, ended = excluded.ended, version = excluded.version
     WHERE known.version < excluded.version`,
    [
      awaited.importId,
      awaited.entityId,
      awaited.repoPath,
      awaited.repoId,
      awaited.importStatus,
      awaited.errorDetail,
      awaited.ended,
      awaited.version,
    ],
  );
}
