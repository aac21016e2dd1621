import { TEST_PRINCIPAL } from '@linescope/test-kit/test-service';
import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { type Imports, startImports } from '../testing/start-imports.ts';

let service: Imports;
beforeAll(async () => {
  service = await startImports();
});

const queue = (fields: Record<string, string>) =>
  service.call('POST', '/imports', { form: { resource_path: 'acme', ...fields } });
const setStatus = (path: string, status: string) =>
  service.postgres.run('UPDATE imports SET import_status = $2 WHERE repo_path = $1', [path, status]);
const runOf = async (path: string) =>
  (await service.postgres.one(z.object({ run: z.number() }), 'SELECT run FROM imports WHERE repo_path = $1', [path]))
    .run;

describe('queueing an import', () => {
  test('202: a repo that is new', async () => {
    const answer = await queue({ repo_path: 'web/app', window: '30' });
    expect([answer.status, answer.body]).toMatchObject([
      202,
      { action_em: 'action_import_queued', response_detail: 'The import was queued.', imported: true, errors: null },
    ]);
  });

  test('202: one that is under way stays as it is', async () => {
    await queue({ repo_path: 'web/busy' });
    for (const status of ['pending', 'repo_processing_underway', 'processing_in_progress']) {
      await setStatus('web/busy', status);
      const answer = await queue({ repo_path: 'web/busy' });
      expect([answer.status, answer.body.response_detail]).toEqual([202, 'The repo is being imported already.']);
    }
    expect(await runOf('web/busy')).toBe(1);
  });

  test.each([
    'processing_completed',
    'offered_pending_acceptance',
    'could_not_determine_default_branch',
    'unable_to_acquire_connection',
    'unable_to_import_no_quota',
    'unable_to_import_no_repo',
    'unable_to_import_too_many_attempts',
  ])('202: one that ended as %s runs again', async (status) => {
    const path = `again/${status}`;
    await queue({ repo_path: path });
    await setStatus(path, status);
    const answer = await queue({ repo_path: path });
    expect([answer.status, answer.body.response_detail]).toEqual([202, 'The repo was queued again.']);
    expect(await runOf(path)).toBe(2);
  });

  test('400: every faulty parameter is named, and nothing is imported', async () => {
    const answer = await queue({ repo_path: 'app', window: 'a while' });
    expect([answer.status, answer.body.imported]).toEqual([400, false]);
    expect(answer.body.errors.map((error: { param: string }) => error.param).sort()).toEqual(['repo_path', 'window']);
  });

  test('400: a resource that is no entity', async () => {
    const answer = await queue({ resource_path: 'acme/web', repo_path: 'web/app' });
    expect([answer.status, answer.body.errors[0].param]).toEqual([400, 'resource_path']);
  });

  test('401: without a principal; 403: as a member', async () => {
    const form = { resource_path: 'acme', repo_path: 'web/app' };
    expect((await service.call('POST', '/imports', { form, headers: { 'x-linescope-principal': '' } })).status).toBe(
      401,
    );
    const member = { ...TEST_PRINCIPAL, role: 'member' as const };
    expect((await service.call('POST', '/imports', { form, as: member })).status).toBe(403);
  });

  test('404: an entity that the caller cannot see', async () => {
    expect((await queue({ resource_path: 'globex', repo_path: 'web/app' })).status).toBe(404);
  });

  test('503: identity cannot be reached', async () => {
    service.identity.available = false;
    expect((await queue({ repo_path: 'web/app' })).status).toBe(503);
    service.identity.available = true;
  });
});
