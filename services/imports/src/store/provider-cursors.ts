import type { Queryable } from '@linescope/chassis/postgres/postgres';
import { z } from 'zod';
import type { RepoKey } from './provider-state.ts';

const cursorRow = z.object({
  read_from: z.date(),
  window_start: z.date(),
  tips: z.array(z.string()).nullable(),
});

export const findCursor = (db: Queryable, { entityId, repoId }: RepoKey, kind: string) =>
  db.maybe(
    cursorRow,
    'SELECT read_from, window_start, tips FROM provider_cursors WHERE entity_id = $1 AND repo_id = $2 AND kind = $3',
    [entityId, repoId, kind],
  );

/** Written only when a reading came to its end; a narrower window never shrinks what was read. */
export const saveCursor = (
  db: Queryable,
  { entityId, repoId }: RepoKey,
  kind: string,
  readFrom: Date,
  windowStart: Date,
  tips: readonly string[] | null = null,
): Promise<number> =>
  db.run(
    `INSERT INTO provider_cursors AS held (entity_id, repo_id, kind, read_from, window_start, tips) VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT (entity_id, repo_id, kind) DO UPDATE SET
       read_from = excluded.read_from, window_start = least(held.window_start, excluded.window_start), tips = excluded.tips`,
    [entityId, repoId, kind, readFrom, windowStart, tips && JSON.stringify(tips)],
  );
