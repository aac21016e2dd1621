import { resolveScope, singleRepo } from '@linescope/chassis/scope/resolve-scope';
import { testService } from '@linescope/test-kit/test-service';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { identityService } from '../service.ts';
import { saveAwaitedImport } from '../store/awaited-imports.ts';
import { identityClient } from '../testing/identity-client.ts';
import { makeTenant, type Tenant } from '../testing/make-tenant.ts';

const start = async () => {
  const service = await testService(identityService);
  return { context: service.started.context, client: identityClient(service.started.grpcPort) };
};
let identity: Awaited<ReturnType<typeof start>>;
let acme: Tenant;
let globex: Tenant;
let operator: Tenant;
let externalId = 100;

const register = async (tenant: Tenant, organizationSlug: string, repoSlug: string, more = {}) => {
  const { repo } = await identity.client.registerRepo({
    entityId: tenant.principal.entityId,
    gitProviderEm: 'hostC',
    organizationSlug,
    repoSlug,
    externalId: String(externalId++),
    defaultBranch: 'main',
    htmlUrl: `https://git.example/${organizationSlug}/${repoSlug}`,
    ...more,
  });
  if (!repo) throw new Error('no repo');
  return repo;
};

const resolve = ({ principal }: Tenant, path?: string) => resolveScope(identity.client, principal, path);
const pathsOf = async (tenant: Tenant, path?: string) =>
  (await resolve(tenant, path)).repos.map((repo) => repo.path).sort();

beforeAll(async () => {
  identity = await start();
  acme = await makeTenant(identity.context, { slug: 'acme' });
  globex = await makeTenant(identity.context, { slug: 'globex' });
  operator = await makeTenant(identity.context, { slug: 'operations', role: 'super_admin' });
  await register(acme, 'Web', 'Shop');
  await register(acme, 'Web', '.github');
  await register(acme, 'platform', 'api');
  await register(globex, 'web', 'shop');
  await register(globex, 'lab', 'secret');
});

describe('a resource path', () => {
  test('that names an entity has all its repos in scope, and blank means the caller’s own', async () => {
    expect(await pathsOf(acme, 'acme')).toEqual(['Web/.github', 'Web/Shop', 'platform/api']);
    expect(await pathsOf(acme)).toEqual(['Web/.github', 'Web/Shop', 'platform/api']);
    expect((await resolve(acme)).resources).toEqual([{ kind: 'entity', id: acme.principal.entityId, path: 'acme' }]);
  });

  test('that names an organization has its repos in scope', async () => {
    expect(await pathsOf(acme, 'acme/web')).toEqual(['Web/.github', 'Web/Shop']);
  });

  test('that names a repo has just that one, in whatever case it is written', async () => {
    const scope = await resolve(acme, 'ACME/web/SHOP');
    expect(singleRepo(scope)).toMatchObject({ path: 'Web/Shop', gitProviderEm: 'hostC', defaultBranch: 'main' });
    expect(scope.resources).toMatchObject([{ kind: 'repo', path: 'acme/Web/Shop' }]);
  });

  test('that names several keeps their order and counts no repo twice', async () => {
    const scope = await resolve(acme, 'acme/platform/api, acme/web, acme/web/shop');
    expect(scope.resources.map((resource) => resource.path)).toEqual([
      'acme/platform/api',
      'acme/Web',
      'acme/Web/Shop',
    ]);
    expect(scope.repos.map((repo) => repo.path).sort()).toEqual(['Web/.github', 'Web/Shop', 'platform/api']);
  });

  test('that is unknown, another’s, broken or of two entities is the same: not found', async () => {
    const strangers = ['nowhere', 'acme/nowhere', 'acme/web/nowhere', 'globex', 'globex/lab/secret', 'acme/lab'];
    for (const path of [...strangers, 'acme/web,acme/nowhere', 'acme,globex', 'a/b/c/d', '../..', 'acme//api']) {
      await expect(resolve(acme, path)).rejects.toMatchObject({ responseEm: 'response_not_found' });
    }
  });

  test('of a repo whose import has not completed names the import and its status, to its entity alone', async () => {
    const { entityId } = acme.principal;
    const save = (version: number, importStatus: string, more: { errorDetail?: string; ended?: boolean } = {}) =>
      saveAwaitedImport(identity.context.postgres, {
        ...{ importId: 17, entityId, repoPath: 'Web/Queued', repoId: null, importStatus, version },
        ...{ errorDetail: '', ended: false, ...more },
      });
    await save(1, 'pending');
    const detail = 'No connection sees the repo.';
    await expect(resolve(acme, 'acme/web/queued')).rejects.toThrow('The status of its import, 17, is pending.');
    await save(3, 'unable_to_import_no_repo', { errorDetail: detail });
    await save(2, 'import_started');
    const failed = `The status of its import, 17, is unable_to_import_no_repo: ${detail}`;
    await expect(resolve(acme, 'acme/web/queued')).rejects.toThrow(failed);
    await expect(resolve(operator, 'acme/web/queued')).rejects.toThrow(failed);
    for (const [caller, path] of [
      [globex, 'acme/web/queued'],
      [acme, 'globex/web/queued'],
      [globex, 'globex/web/queued'],
      [acme, 'acme/web/queued,acme/web/other'],
    ] as const)
      await expect(resolve(caller, path)).rejects.toThrow('names nothing that you can see');
    await save(4, 'unable_to_import_no_repo', { ended: true });
    await save(3, 'pending');
    await expect(resolve(acme, 'acme/web/queued')).rejects.toThrow('names nothing that you can see');
  });

  test('of any entity is open to a super admin', async () => {
    expect(await pathsOf(operator, 'globex/lab')).toEqual(['lab/secret']);
  });

  test('never leads from one entity into another, however it is put together', async () => {
    const slug = fc.constantFrom('acme', 'globex', 'operations', 'web', 'lab', 'platform', 'shop', 'secret', 'api', '');
    const path = fc.array(slug, { minLength: 1, maxLength: 3 }).map((slugs) => slugs.join('/'));
    const paths = fc.array(path, { minLength: 1, maxLength: 3 }).map((several) => several.join(','));
    await fc.assert(
      fc.asyncProperty(paths, fc.boolean(), async (text, isAcme) => {
        const caller = isAcme ? acme : globex;
        const own = new Set((await resolve(caller)).repos.map((repo) => repo.id));
        const scope = await resolve(caller, text).catch(() => null);
        expect(scope?.entityId ?? caller.principal.entityId).toBe(caller.principal.entityId);
        expect(scope?.repos.filter((repo) => !own.has(repo.id)) ?? []).toEqual([]);
      }),
      { numRuns: 150 },
    );
  });
});

describe('a repo', () => {
  test('keeps its id when it is renamed or moved at the host', async () => {
    const before = await register(acme, 'moves', 'old-name', { externalId: 'r1' });
    const after = await register(acme, 'elsewhere', 'new-name', { externalId: 'r1', defaultBranch: 'trunk' });
    expect(after).toMatchObject({ id: before.id, path: 'elsewhere/new-name', defaultBranch: 'trunk' });
    await expect(resolve(acme, 'acme/moves/old-name')).rejects.toMatchObject({ responseEm: 'response_not_found' });
  });

  test('gives its name up to the repo that has it at the host now', async () => {
    const first = await register(acme, 'swap', 'name', { externalId: 's1' });
    const second = await register(acme, 'swap', 'name', { externalId: 's2' });
    expect(second.id).not.toBe(first.id);
    expect(singleRepo(await resolve(acme, 'acme/swap/name')).id).toBe(second.id);
    expect(singleRepo(await resolve(acme, `acme/swap/name-former-${first.id}`)).id).toBe(first.id);
  });

  test('registered again is the same repo, also by many workers at once', async () => {
    const repos = await Promise.all(
      Array.from({ length: 8 }, () => register(acme, 'busy', 'one', { externalId: 'b1' })),
    );
    expect(new Set(repos.map((repo) => repo.id)).size).toBe(1);
  });

  test('of another host with the same organization goes to an organization with the host in its name', async () => {
    await register(acme, 'twin', 'same');
    const other = await register(acme, 'twin', 'same', { gitProviderEm: 'hostD', htmlUrl: 'https://lab.example/twin' });
    expect(other.path).toBe('twin-hostD/same');
    const deep = await register(acme, 'group/sub/team', 'deep', { gitProviderEm: 'hostD' });
    expect(deep.path).toBe('group--sub--team/deep');
  });

  test('is listed for its entity only', async () => {
    const { repos } = await identity.client.listRepos({
      entityId: globex.principal.entityId,
      repoPaths: ['LAB/secret', 'Web/.github', 'lab/none'],
    });
    expect(repos.map((repo) => repo.path)).toEqual(['lab/secret']);
    const all = await identity.client.listRepos({ entityId: globex.principal.entityId });
    expect(all.repos.map((repo) => repo.path)).toEqual(['web/shop', 'lab/secret']);
  });
});
