import { unavailable } from '@linescope/contract/fault';
import type { Handlers } from '@linescope/proto/calls';
import { type IdentityDefinition, identityRpc } from '@linescope/proto/services';
import { fakeRpc } from './fake-rpc.ts';

export interface FakeEntity {
  id: number;
  slug: string;
  repos: { id: number; organizationId: number; path: string }[];
  settings?: Record<string, unknown>;
}

export interface FakeIdentity {
  address: string;
  /** While false, every call is answered as by a service that cannot be reached. */
  available: boolean;
}

/** identity over the given entities: paths, settings and repos; `more` adds methods. */
export async function fakeIdentity(
  entities: readonly FakeEntity[],
  more: Partial<Handlers<IdentityDefinition>> = {},
): Promise<FakeIdentity> {
  const fake: FakeIdentity = { address: '', available: true };
  fake.address = await fakeRpc(identityRpc, {
    async resolveResourcePath({ resourcePath, callerEntityId }) {
      if (!fake.available) throw unavailable();
      const caller = entities.find(({ id }) => id === callerEntityId);
      return caller ? resolvePath(caller, resourcePath || caller.slug) : { found: false };
    },
    async getEntitySettings({ entityId }) {
      const entity = entities.find(({ id }) => id === entityId);
      return { found: entity !== undefined, settingsJson: JSON.stringify(entity?.settings ?? {}) };
    },
    listRepos: async ({ entityId }) => ({
      repos: entities.find(({ id }) => id === entityId)?.repos.map(wholeRepo) ?? [],
    }),
    ...more,
  });
  return fake;
}

function resolvePath(entity: FakeEntity, path: string) {
  const [slug, organization, repo, ...rest] = path.split('/');
  const repos = entity.repos.filter(
    (one) =>
      (organization === undefined || one.path.split('/')[0] === organization) &&
      (repo === undefined || one.path.split('/')[1] === repo),
  );
  if (slug !== entity.slug || rest.length > 0 || (organization !== undefined && repos.length === 0))
    return { found: false };
  const [first] = repos;
  const resource =
    organization === undefined
      ? { kind: 'entity', id: entity.id }
      : repo === undefined
        ? { kind: 'organization', id: first?.organizationId ?? 0 }
        : { kind: 'repo', id: first?.id ?? 0 };
  return {
    found: true,
    entityId: entity.id,
    entitySlug: entity.slug,
    resources: [{ ...resource, path }],
    repos: repos.map(wholeRepo),
  };
}

function wholeRepo(repo: FakeEntity['repos'][number]) {
  const [organizationSlug = '', slug = ''] = repo.path.split('/');
  return { ...repo, organizationSlug, slug, gitProviderEm: 'hostC' };
}
