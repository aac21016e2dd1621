import type { IdentityCalls } from '@linescope/chassis/scope/resolve-scope';
import type { Principal } from '@linescope/contract/principal';

export const admin: Principal = { userId: 1, entityId: 1, entitySlug: 'acme', role: 'admin', tokenId: 1 };

export const repoAt = (path: string, id: number) => ({
  id,
  organizationId: 10,
  path,
  organizationSlug: 'web',
  slug: 'app',
  gitProviderEm: 'hostC',
  defaultBranch: 'main',
  htmlUrl: '',
  externalId: '',
});

/** An identity that knows some repos, and notes what it is asked; `world` may be changed between questions. */
export function createAskedIdentity(world: { found: boolean; repos: ReturnType<typeof repoAt>[] }) {
  const asked: string[] = [];
  const identity: Pick<IdentityCalls, 'resolveResourcePath'> = {
    resolveResourcePath: async ({ resourcePath = '', callerEntityId = 0 }) => {
      asked.push(`${callerEntityId} ${resourcePath}`);
      const [{ id } = { id: 0 }] = world.repos;
      return {
        found: world.found,
        entityId: Number(callerEntityId),
        entitySlug: 'acme',
        resources: [{ kind: 'repo', id, path: resourcePath }],
        repos: world.repos,
        awaitedImport: null,
      };
    },
  };
  return { asked, identity };
}
