import { beforeAll, describe, expect, test } from 'vitest';
import { type Imports, startImports } from '../testing/start-imports.ts';

let service: Imports;
const list = (query = '') => service.call('GET', `/resources?${query}`);

beforeAll(async () => {
  service = await startImports();
  await service.call('POST', '/imports', { form: { resource_path: 'acme', repo_path: 'web/app' } });
  await service.postgres.run(
    "UPDATE imports SET repo_id = 11, days_with_commit = '{2026-10-03,2026-10-07,2026-10-05}' WHERE repo_path = 'web/app'",
  );
});

describe('GET /resources', () => {
  test('200: the organizations and repos of the entity, each with the path that names it', async () => {
    const answer = await list();
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      action_em: 'action_resource_list',
      organizations: [{ slug: 'web', resource_path: 'acme/web', repo_count: 2 }],
    });
    expect(answer.body.repos).toMatchObject([
      { path: 'web/app', resource_path: 'acme/web/app', import_status: 'pending', last_commit_on: '2026-10-07' },
      { path: 'web/site', resource_path: 'acme/web/site', import_status: null, last_commit_on: null },
    ]);
  });

  test('200: what is below a path', async () => {
    const answer = await list('resource_path=acme/web/site');
    expect(answer.body.repos.map((repo: { path: string }) => repo.path)).toEqual(['web/site']);
  });

  test('401: without a principal', async () => {
    expect((await service.call('GET', '/resources', { headers: { 'x-linescope-principal': '' } })).status).toBe(401);
  });

  test('404: a path that the caller cannot see', async () => {
    for (const path of ['globex', 'acme/none']) expect((await list(`resource_path=${path}`)).status).toBe(404);
  });

  test('503: identity cannot be reached', async () => {
    service.identity.available = false;
    expect((await list()).status).toBe(503);
    service.identity.available = true;
  });
});
