import { fileURLToPath } from 'node:url';
import { migratePostgres } from '@linescope/chassis/postgres/migrate';
import { createPostgres, type Postgres } from '@linescope/chassis/postgres/postgres';
import { removeAfterFile } from '@linescope/test-kit/leave-nothing';
import { testPostgres } from '@linescope/test-kit/test-postgres';
import { beforeAll, expect, test } from 'vitest';
import { takeReleasesWithoutCommit } from './awaiting.ts';
import { defectsNotLinked, noteLinkTried } from './fix-commits.ts';

const [CROWDED, SMALL] = [1, 2];
let postgres: Postgres;

beforeAll(async () => {
  postgres = createPostgres((await testPostgres('defects-releases')).url);
  removeAfterFile(() => postgres.close());
  await migratePostgres(postgres, fileURLToPath(new URL('../../migrations/', import.meta.url)));
  const releases = (entityId: number, count: number) =>
    postgres.run(
      `INSERT INTO releases (entity_id, organization_id, repo_id, repo_path, released_at, triggered_by)
       SELECT $1, 1, $1, 'web/app', now() - make_interval(secs => n), 'api' FROM generate_series(1, $2::integer) AS n`,
      [entityId, count],
    );
  const defects = (entityId: number, count: number) =>
    postgres.run(
      `INSERT INTO defects (entity_id, defect_key, detected_at)
       SELECT $1, 'D' || n, now() FROM generate_series(1, $2::integer) AS n`,
      [entityId, count],
    );
  await releases(SMALL, 1);
  await defects(SMALL, 1);
  await releases(CROWDED, 300);
  await defects(CROWDED, 300);
});

test("an entity's many releases without a commit do not keep another's one waiting", async () => {
  expect((await takeReleasesWithoutCommit(postgres, 200)).map(({ entityId }) => entityId)).toContain(SMALL);
  const seen = new Set<number>();
  for (let round = 0; round < 3; round += 1)
    for (const { id } of await takeReleasesWithoutCommit(postgres, 200)) seen.add(id);
  expect(seen.size).toBe(301);
});

test('nor do its many defects, and those that fail come last', async () => {
  const first = await defectsNotLinked(postgres, 100);
  expect(first.map(({ entityId }) => entityId)).toContain(SMALL);
  for (const { id } of first) await noteLinkTried(postgres, id);
  const next = await defectsNotLinked(postgres, 100);
  const isRepeated = next.filter(({ id, entityId }) => entityId === CROWDED && first.some((one) => one.id === id));
  expect(isRepeated).toEqual([]);
});
