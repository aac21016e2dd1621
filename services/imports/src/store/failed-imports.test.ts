import { beforeAll, beforeEach, expect, test } from 'vitest';
import { type Imports, startImports } from '../testing/start-imports.ts';
import { takeFailedImports } from './imports.ts';

let service: Imports;
beforeAll(async () => {
  service = await startImports();
});
beforeEach(async () => {
  await service.postgres.run('DELETE FROM imports');
});

const HOUR = 60;

async function failed(status: string, minutesAgo: number, { stored }: { stored: boolean }): Promise<void> {
  await service.call('POST', '/imports', { form: { resource_path: 'acme', repo_path: 'web/app' } });
  await service.postgres.run(
    `UPDATE imports SET import_status = $1, error_em = 'no_quota', error_detail = 'Why.', attempts = 5, paused_since = now(),
       stored_tips = $2, updated_at = now() - make_interval(mins => $3)`,
    [status, stored ? '{}' : null, minutesAgo],
  );
}
const taken = () => service.postgres.transaction((tx) => takeFailedImports(tx, HOUR, 100));

test.each(['unable_to_import_too_many_attempts', 'unable_to_import_no_quota'])(
  'a repo whose refresh ended with %s is read again with the next, from the beginning of its attempts',
  async (status) => {
    await failed(status, 59, { stored: true });
    expect(await taken()).toEqual([]);
    await failed(status, 61, { stored: true });
    expect(await taken()).toMatchObject([{ import_status: 'pending', attempts: 0, paused_since: null }]);
    expect(await taken()).toEqual([]);
  },
);

test.each(['unable_to_acquire_connection', 'unable_to_import_no_repo', 'could_not_determine_default_branch'])(
  'one that somebody must mend (%s) is tried once a day',
  async (status) => {
    await failed(status, 23 * HOUR, { stored: true });
    expect(await taken()).toEqual([]);
    await failed(status, 25 * HOUR, { stored: true });
    expect(await taken()).toHaveLength(1);
  },
);

test('one that was never imported waits for whoever queued it', async () => {
  await failed('unable_to_import_too_many_attempts', 25 * HOUR, { stored: false });
  expect(await taken()).toEqual([]);
});
