import { TEST_PRINCIPAL } from '@linescope/test-kit/test-service';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { type Imports, startImports } from '../testing/start-imports.ts';

let service: Imports;
beforeAll(async () => {
  service = await startImports();
});
beforeEach(() => {
  service.removals.length = 0;
});

const idRow = z.object({ id: z.number() });
const imported = async (path: string, fields: { repoId?: number; entityId?: number; leased?: boolean } = {}) => {
  const sql = `INSERT INTO imports (entity_id, repo_path, repo_id, import_status, lease_expires_at)
    VALUES ($1, $2, $3, 'unable_to_import_no_repo', CASE WHEN $4 THEN now() + interval '1 minute' END) RETURNING id`;
  const { entityId = 1, repoId = null, leased = false } = fields;
  return (await service.postgres.one(idRow, sql, [entityId, path, repoId, leased])).id;
};
const remove = (id: number, as = TEST_PRINCIPAL) => service.call('DELETE', `/imports/${id}`, { as });
const isListed = async (path: string) =>
  (await service.postgres.many(idRow, 'SELECT id FROM imports WHERE repo_path = $1', [path])).length > 0;

describe('removing a repo', () => {
  test('202: identity is told to have every service erase it; called again it answers the same', async () => {
    const id = await imported('web/app', { repoId: 11 });
    for (const _ of [1, 2]) {
      const answer = await remove(id);
      expect([answer.status, answer.body]).toMatchObject([
        202,
        {
          action_em: 'action_import_remove',
          id,
          repo_path: 'web/app',
          response_detail: expect.stringMatching('erased'),
        },
      ]);
    }
    expect(service.removals[0]).toMatchObject({ entityId: 1, repoId: 11, repoPath: 'web/app', actor: 'token:1' });
  });

  test('200: an import that never came to a repo is gone at once, and the trail says so', async () => {
    const id = await imported('web/mistyped');
    const answer = await remove(id);
    expect([answer.status, answer.body.response_detail]).toEqual([200, 'web/mistyped is removed.']);
    expect(await isListed('web/mistyped')).toBe(false);
    expect(service.notedRemovals).toMatchObject([{ entityId: 1, repoPath: 'web/mistyped', actor: 'token:1' }]);
    expect(service.removals).toEqual([]);
    expect((await remove(id)).status).toBe(404);
  });

  test('409: one that a worker looks up just now stays', async () => {
    const id = await imported('web/looked-up', { leased: true });
    const answer = await remove(id);
    expect([answer.status, answer.body.errors[0].param]).toEqual([409, 'id']);
    expect(await isListed('web/looked-up')).toBe(true);
    expect(service.removals).toEqual([]);
  });

  test('409: one whose repo is not among those of the entity any more says how it goes', async () => {
    const id = await imported('web/forgotten', { repoId: 77 });
    const { status, body } = await remove(id);
    expect([status, body.errors[0].param, body.response_detail]).toEqual([
      409,
      'id',
      'web/forgotten is no longer among the repos of your entity, though facts of it may be stored. Import it again, then remove it.',
    ]);
    expect(await isListed('web/forgotten')).toBe(true);
  });

  test("404: another entity's, in the words of one that does not exist", async () => {
    const theirs = await remove(await imported('web/app', { repoId: 91, entityId: 2 }));
    const none = await remove(999_999);
    expect([theirs.status, none.status]).toEqual([404, 404]);
    expect(theirs.body.response_detail).toBe(none.body.response_detail);
    expect(service.removals).toEqual([]);
  });

  test.each(['member', 'manager'] as const)('403: as a %s', async (role) => {
    const id = await imported(`web/${role}`);
    expect((await remove(id, { ...TEST_PRINCIPAL, role })).status).toBe(403);
    expect(await isListed(`web/${role}`)).toBe(true);
  });

  test('400: an id that is none', async () => {
    const answer = await service.call('DELETE', '/imports/app');
    expect([answer.status, answer.body.errors[0].param]).toEqual([400, 'id']);
  });

  test('503: identity cannot be reached, and nothing goes', async () => {
    const id = await imported('web/kept');
    service.identity.available = false;
    expect((await remove(id)).status).toBe(503);
    service.identity.available = true;
    expect(await isListed('web/kept')).toBe(true);
  });
});
