import { fileURLToPath } from 'node:url';
import { migratePostgres } from '@linescope/chassis/postgres/migrate';
import { createPostgres } from '@linescope/chassis/postgres/postgres';
import { removeAfterFile } from '@linescope/test-kit/leave-nothing';
import { testPostgres } from '@linescope/test-kit/test-postgres';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { clearStaleRepo, markReleasesStale, postponeStaleRepo, takeStaleRepo } from '../store/stale-releases.ts';

const postgres = createPostgres((await testPostgres('analytics')).url);
removeAfterFile(() => postgres.close());
await migratePostgres(postgres, fileURLToPath(new URL('../../migrations/postgres/', import.meta.url)));

const take = () =>
  postgres.transaction(async (tx) => {
    const stale = await takeStaleRepo(tx, { urgent: true });
    if (stale) await clearStaleRepo(tx, stale);
    return stale;
  });

test('a repo whose refresh fails every time waits longer each time, and others have their turn', async () => {
  await markReleasesStale(postgres, 1, 10, { urgent: true });
  await markReleasesStale(postgres, 2, 20, { urgent: true });
  const failing = { entityId: 1, repoId: 10 };
  for (let time = 0; time < 20; time += 1) await postponeStaleRepo(postgres, failing);
  expect(await take()).toMatchObject({ entityId: 2, repoId: 20 });
  expect(await take()).toBeNull();
  const { seconds } = await postgres.one(
    z.object({ seconds: z.coerce.number() }),
    'SELECT extract(epoch FROM retry_at - now()) AS seconds FROM stale_releases',
  );
  expect(seconds).toBeGreaterThan(3_000);
  expect(seconds).toBeLessThanOrEqual(3_600);
});

test('a repo is marked again while it is refreshed, by more than there are connections, and no mark is lost', async () => {
  await markReleasesStale(postgres, 3, 30, { urgent: true });
  await postgres.transaction(async (tx) => {
    const stale = await takeStaleRepo(tx, { urgent: true });
    expect(stale).toMatchObject({ entityId: 3, repoId: 30 });
    // More than the pool has; the refresh needs a connection beside them.
    await Promise.all(Array.from({ length: 20 }, () => markReleasesStale(postgres, 3, 30, { urgent: true })));
    await postgres.run('SELECT 1');
    expect(await take()).toBeNull();
    if (stale) await clearStaleRepo(tx, stale);
  });
  expect(await take()).toBeNull();
  await postgres.run("UPDATE stale_releases SET retry_at = now() - interval '1 second' WHERE entity_id = 3");
  expect(await take()).toMatchObject({ entityId: 3, repoId: 30 });
  expect(await take()).toBeNull();
});
