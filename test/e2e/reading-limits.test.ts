import { eventually } from '@linescope/test-kit/eventually';
import { removeAfterFile } from '@linescope/test-kit/leave-nothing';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { makeManyPullRequests, manyPeople } from '../support/many-pull-requests.ts';
import { startStack } from '../support/start-stack.ts';

test('of a list that is longer than its bound, what was read is stored, and the import says so', async () => {
  const stack = await startStack({ IMPORT_OFFERS: 'false', PROVIDER_MAX_PAGES: '2' });
  await stack.startWorker();
  const many = await makeManyPullRequests(250);
  removeAfterFile(many.repo.remove);
  stack.codeHost.putOrganizationRecord(manyPeople('busy'));
  await stack.codeHost.addRepository({ org: 'busy', name: 'pulls', gitDir: many.repo.gitDir });
  stack.codeHost.putRepositoryRecord('busy', 'pulls', many.record);
  const tenant = await stack.tenant('busy');
  await stack.connect(tenant);
  const as = tenant.principal;
  await stack.imports.call('POST', '/imports', { as, form: { resource_path: 'busy', repo_path: 'busy/pulls' } });
  const found = await eventually(async () => {
    const { body } = await stack.imports.call('GET', '/imports?resource_path=busy', { as });
    return /completed|unable|could_not/.test(body.repos[0]?.import_status ?? '') && body.repos[0];
  }, 60_000);
  expect(found).toMatchObject({
    import_status: 'processing_completed',
    error_em: 'reading_too_large',
    error_detail: expect.stringContaining('more pull requests and issues than are read at once'),
    pull_request_processed_count: 200,
  });
  const stored = await stack.clickHouse.query({
    name: 'test',
    sql: `SELECT count() AS pulls FROM pull_requests FINAL WHERE entity_id = ${as.entityId}`,
    row: z.object({ pulls: z.number() }),
  });
  expect(stored).toEqual([{ pulls: 200 }]);
});
