import { tamperedCursors } from '@linescope/test-kit/tampered-cursors';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Imports, startImports } from '../testing/start-imports.ts';

let service: Imports;
const list = (query: string) => service.call('GET', `/imports?${query}`);
const pathsOf = (answer: Awaited<ReturnType<typeof list>>) =>
  answer.body.repos.map((repo: { repo_path: string }) => repo.repo_path);

beforeAll(async () => {
  service = await startImports();
  for (const path of ['web/app', 'web/site', 'web/unregistered'])
    await service.call('POST', '/imports', { form: { resource_path: 'acme', repo_path: path } });
  await service.postgres.run("UPDATE imports SET repo_id = 11 WHERE repo_path = 'web/app'");
});

describe('listing imports', () => {
  test('200: all of an entity, with their progress', async () => {
    const answer = await list('resource_path=acme');
    expect([answer.status, pathsOf(answer)]).toEqual([200, ['web/app', 'web/site', 'web/unregistered']]);
    expect(answer.body).toMatchObject({ action_em: 'action_import_list', response_detail: '3 imports listed.' });
    expect(answer.body.repos[0]).toMatchObject({
      import_status: 'pending',
      percent_complete: 0,
      commits_complete_count: 0,
      error_em: null,
      error_detail: '',
      last_processed_at: null,
    });
  });

  test('200: of an organization or a repo, those that are registered or have its path', async () => {
    expect(pathsOf(await list('resource_path=acme/web'))).toEqual(['web/app', 'web/site']);
    expect(pathsOf(await list('resource_path=acme/web/site'))).toEqual(['web/site']);
  });

  test('200: by page, and past the last one nothing', async () => {
    const first = await list('resource_path=acme&page=1');
    expect(pathsOf(first)).toHaveLength(3);
    const second = await list('resource_path=acme&page=2');
    expect(pathsOf(second)).toEqual([]);
    for (const [page, answer] of [first, second].entries())
      expect(answer.body).toMatchObject({ page: page + 1, per_page: 50, page_count: 1, total_count: 3 });
  });

  test('200: by cursor, each once, although one that was shown is removed', async () => {
    const first = await list('resource_path=acme&per_page=2');
    await service.postgres.run("DELETE FROM imports WHERE repo_path = 'web/site'");
    const rest = await list(`cursor=${first.body.next_cursor}`);
    expect([pathsOf(first), pathsOf(rest)]).toEqual([['web/app', 'web/site'], ['web/unregistered']]);
    await service.call('POST', '/imports', { form: { resource_path: 'acme', repo_path: 'web/site' } });
  });

  test('400: a cursor that the list did not give', async () => {
    for (const cursor of tamperedCursors('/imports', { resource_path: 'acme' })) {
      const { status, body } = await list(`cursor=${cursor}`);
      expect([cursor, status, body.errors?.[0].param]).toEqual([cursor, 400, 'cursor']);
    }
  });

  test('400: a page that is none', async () => {
    const answer = await list('resource_path=acme&page=0');
    expect([answer.status, answer.body.errors[0].param]).toEqual([400, 'page']);
  });

  test('401: without a principal', async () => {
    expect((await service.call('GET', '/imports', { headers: { 'x-linescope-principal': '' } })).status).toBe(401);
  });

  test('404: a resource that the caller cannot see', async () => {
    for (const path of ['globex', 'acme/none', 'acme/web/none'])
      expect((await list(`resource_path=${path}`)).status).toBe(404);
  });

  test('503: identity cannot be reached', async () => {
    service.identity.available = false;
    expect((await list('resource_path=acme')).status).toBe(503);
    service.identity.available = true;
  });
});
