import { testService } from '@linescope/test-kit/test-service';
import { beforeAll, describe, expect, test } from 'vitest';
import { identityService } from '../../service.ts';
import { identityClient } from '../../testing/identity-client.ts';
import { makeTenant, type Tenant } from '../../testing/make-tenant.ts';

const start = async () => {
  const service = await testService(identityService);
  return { ...service, context: service.started.context, client: identityClient(service.started.grpcPort) };
};
let identity: Awaited<ReturnType<typeof start>>;
beforeAll(async () => {
  identity = await start();
});

async function entityWithRepo(slug: string) {
  const admin = await makeTenant(identity.context, { slug });
  const { repo } = await identity.client.registerRepo({
    entityId: admin.principal.entityId,
    gitProviderEm: 'hostC',
    organizationSlug: 'web',
    repoSlug: 'app',
    externalId: '1',
  });
  return { admin, repoId: repo?.id ?? 0 };
}
const remove = ({ principal }: Tenant, repoId: number) =>
  identity.client.removeRepo({
    entityId: principal.entityId,
    repoId,
    repoPath: 'web/app',
    actor: `token:${principal.tokenId}`,
  });
const list = (as: Tenant) => identity.call('GET', '/repo_removals', { as: as.principal });
const trail = async (as: Tenant) => (await identity.call('GET', '/audit_trail', { as: as.principal })).body.entries;

describe('repos that are removed', () => {
  test('leave the tree at once and are listed with how far they are; asked for again, the removal stays one', async () => {
    const { admin, repoId } = await entityWithRepo('removing');
    expect((await remove(admin, repoId)).found).toBe(true);
    expect((await remove(admin, repoId)).found).toBe(true);
    expect((await identity.client.listRepos({ entityId: admin.principal.entityId })).repos).toEqual([]);
    const { body } = await list(admin);
    expect(body).toMatchObject({ total_count: 1, removals: [{ id: repoId, repo_path: 'web/app', removed_at: null }] });
    const requests = (await trail(admin)).filter(({ act }: { act: string }) => act.startsWith('repo_'));
    expect(requests).toMatchObject([
      { act: 'repo_removal_requested', actor_email: 'admin@removing.example', detail: { repo_path: 'web/app' } },
    ]);
  });

  test('an import that never came to a repo is in the trail alone', async () => {
    const admin = await makeTenant(identity.context, { slug: 'dead' });
    const { entityId, tokenId } = admin.principal;
    await identity.client.noteImportRemoval({ entityId, repoPath: 'web/mistyped', actor: `token:${tokenId}` });
    expect((await list(admin)).body.removals).toEqual([]);
    expect((await trail(admin))[0]).toMatchObject({ act: 'import_removed', detail: { repo_path: 'web/mistyped' } });
  });

  test('of another entity are neither removed nor listed; 403: for who is no admin', async () => {
    const { admin, repoId } = await entityWithRepo('ours');
    const { admin: stranger } = await entityWithRepo('theirs');
    expect((await remove(stranger, repoId)).found).toBe(false);
    expect((await identity.client.listRepos({ entityId: admin.principal.entityId })).repos).toHaveLength(1);
    await remove(admin, repoId);
    expect((await remove(stranger, repoId)).found).toBe(false);
    expect((await list(stranger)).body.removals).toEqual([]);
    const manager = await makeTenant(identity.context, { slug: 'ours', role: 'manager' });
    expect((await list(manager)).status).toBe(403);
  });
});
