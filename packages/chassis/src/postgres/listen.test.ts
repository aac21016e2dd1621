import { eventually } from '@linescope/test-kit/eventually';
import { testPostgres } from '@linescope/test-kit/test-postgres';
import { expect, test } from 'vitest';
import { createPostgres } from './postgres.ts';

test('whoever listens is notified again after the connection was cut', async () => {
  const { url } = await testPostgres('listen');
  const postgres = createPostgres(url, 2);
  let notified = 0;
  const stop = await postgres.listen('news', () => {
    notified += 1;
  });
  await postgres.run('NOTIFY news');
  await eventually(() => notified === 1);
  const cut = await postgres.run(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN%' AND datname = current_database()`,
  );
  expect(cut).toBe(1);
  // Once for what may have been missed, and then for what is new.
  await eventually(() => notified === 2);
  await postgres.run('NOTIFY news');
  await eventually(() => notified === 3);
  await stop();
  await postgres.close();
});
