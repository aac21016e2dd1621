import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { migratePostgres } from '@linescope/chassis/postgres/migrate';
import { createPostgres, type Postgres } from '@linescope/chassis/postgres/postgres';
import { removeAfterFile } from '@linescope/test-kit/leave-nothing';
import { testPostgres } from '@linescope/test-kit/test-postgres';
import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { fixesOf, upsertFix } from './fixes.ts';

const migrations = new URL('../../migrations/', import.meta.url);
const at = (day: number) => new Date(Date.UTC(2026, 5, day));
const SHA = 'a'.repeat(40);
let postgres: Postgres;

beforeAll(async () => {
  postgres = createPostgres((await testPostgres('defects-releases')).url);
  removeAfterFile(() => postgres.close());
  await migratePostgres(postgres, fileURLToPath(migrations));
});

const idRow = z.object({ id: z.number() });

const defect = async (key: string, released: { first: Date; final: Date } | null = null): Promise<number> =>
  (
    await postgres.one(
      idRow,
      `INSERT INTO defects (entity_id, defect_key, detected_at, first_fix_released_at, final_fix_released_at, commits_linked)
       VALUES (1, $1, $2, $3, $4, true) RETURNING id`,
      [key, at(1), released?.first ?? null, released?.final ?? null],
    )
  ).id;

const release = async (defectId: number, name: string, day: number): Promise<void> => {
  const { id } = await postgres.one(
    idRow,
    `INSERT INTO releases (entity_id, organization_id, repo_id, repo_path, name, sha, released_at, triggered_by)
     VALUES (1, 1, 11, 'web/app', $1, $2, $3, 'api') RETURNING id`,
    [name, SHA, at(day)],
  );
  await postgres.run('INSERT INTO release_defects VALUES ($1, $2)', [id, defectId]);
};

/** As the version before 0010 records a fix by a commit. */
const recordAsBefore = (defectId: number, releasedAt: Date, authoredAt: Date | null): Promise<number> =>
  postgres.run(
    `INSERT INTO fixes AS known (entity_id, defect_id, repo_id, organization_id, repo_path, sha, released_at, authored_at, names_commit)
     VALUES (1, $1, 11, 1, 'web/app', $2, $3, $4, true)
     ON CONFLICT (defect_id, repo_id, sha) WHERE sha IS NOT NULL DO UPDATE SET
       authored_at = coalesce(excluded.authored_at, known.authored_at)`,
    [defectId, SHA, releasedAt, authoredAt],
  );

const recordNow = (defectId: number, authoredAt: Date | null, releasedNowAt: Date | null): Promise<boolean> =>
  postgres.transaction((tx) =>
    upsertFix(tx, {
      entityId: 1,
      defectId,
      repo: { id: 11, organizationId: 1, path: 'web/app' },
      sha: SHA,
      namesCommit: true,
      releasedAt: releasedNowAt ?? authoredAt,
      awaitsCommit: false,
      releasedNowAt,
      pushedAt: null,
      authoredAt,
      mergedAt: null,
      releaseId: null,
    }),
  );

const releasedAt = async (defectId: number) => (await fixesOf(postgres, defectId)).flatMap((fix) => fix.releasedAt);

test('an older version records fixes beside this one, and “now” that it wrote is kept as such', async () => {
  const id = await defect('OLDER-1');
  await recordAsBefore(id, at(6), at(2));
  await recordAsBefore(id, at(6), at(2));
  expect(await recordNow(id, at(2), at(7))).toBe(false);
  expect(await releasedAt(id)).toEqual([at(6)]);
  expect(await recordNow(id, at(2), null)).toBe(true);
  expect(await releasedAt(id)).toEqual([at(2), at(6)]);
  await recordAsBefore(id, at(2), at(2));
  expect(await recordNow(id, at(2), null)).toBe(false);
});

test('what an older version left out of a defect is told by its releases, and such defects are looked at again', async () => {
  const stale = await defect('STALE-1', { first: at(2), final: at(2) });
  await recordAsBefore(stale, at(2), at(2));
  await release(stale, 'v1', 4);
  await release(stale, 'v2', 8);
  expect(await releasedAt(stale)).toEqual([at(2), at(4), at(8)]);
  const right = await defect('RIGHT-1', { first: at(2), final: at(5) });
  await release(right, 'v3', 5);

  const sql = await readFile(new URL('0010_released_now.sql', migrations), 'utf8');
  await postgres.run(sql.slice(sql.indexOf('UPDATE defects')), []);
  const waiting = await postgres.many(idRow, 'SELECT id FROM defects WHERE NOT commits_linked ORDER BY id');
  expect(waiting).toEqual([{ id: stale }]);
});
