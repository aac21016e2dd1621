import type { z } from 'zod';
import { ProviderError } from '../../errors.ts';
import type { ProviderClient } from '../../pacing/provider-client.ts';
import { cloneUrlOf } from '../clone-url.ts';
import { type HostConnection, type HostDirectory, type HostRepository, slugOfPath } from '../code-host.ts';
import { apiVersionOf } from './client.ts';
import { connectionSchema, projectsSchema, repositoriesSchema, type repositorySchema } from './schemas.ts';

/** Names may hold spaces here; slugs may not. */
export const devopsSlug = (path: string): string => slugOfPath(path).replaceAll(/\s+/g, '-');

/** The host answers a token that it does not know as this person. */
const nobody = 'aaaaaaaa-aaaa-aaaa-aaaa-aaaaaaaaaaaa';
const pageSize = 100;

export function toRepository(repo: z.output<typeof repositorySchema>, organization: string): HostRepository {
  const namespace = `${organization}/${repo.project.name}`;
  return {
    hostId: repo.id,
    path: `${namespace}/${repo.name}`,
    organizationSlug: devopsSlug(namespace),
    slug: devopsSlug(repo.name),
    name: repo.name,
    defaultBranch: repo.defaultBranch?.replace(/^refs\/heads\//, '') ?? null,
    private: repo.project.visibility !== 'public',
    archived: repo.isDisabled ?? false,
    fork: repo.isFork ?? false,
    webUrl: repo.webUrl ?? '',
    cloneUrl: repo.remoteUrl ? cloneUrlOf(repo.remoteUrl) : '',
    lastActivityAt: null,
  };
}

export function devopsDirectory(client: ProviderClient, connection: HostConnection): HostDirectory {
  const version = apiVersionOf(connection.host);
  const organization = connection.organization ?? '';

  return {
    host: connection.host,

    async whoAmI() {
      const query = { 'api-version': `${version}-preview` };
      const { data } = await client.send({ path: '_apis/connectionData', schema: connectionSchema, query });
      const { id, providerDisplayName, customDisplayName, properties } = data.authenticatedUser;
      if (id === nobody)
        throw new ProviderError('connection_invalid', { internal: 'the host took the token for nobody’s' });
      const account = properties?.Account?.$value ?? null;
      return {
        hostId: id,
        userName: account ?? id,
        fullName: customDisplayName ?? providerDisplayName ?? null,
        email: account?.includes('@') ? account : null,
        avatarUrl: null,
        tokenExpiresAt: connection.expiresAt,
        tokenScopes: null,
      };
    },

    /** A project of the organization is what other hosts call an organization. */
    async *listOrganizations() {
      const list = client.openList();
      for (let skip = 0; ; skip += pageSize) {
        const query = { 'api-version': version, $top: pageSize, $skip: skip };
        const { data } = await client.send({ path: '_apis/projects', schema: projectsSchema, query, list });
        const items = data.value.map(({ id, name }) => {
          const path = `${organization}/${name}`;
          return { hostId: id, path, slug: devopsSlug(path), name, avatarUrl: null, personal: false };
        });
        yield { items };
        if (data.value.length < pageSize) return;
      }
    },

    /** All of the organization come in one answer; a project is then chosen by its path or its slug. */
    async *listRepositories(path) {
      const ask = { path: '_apis/git/repositories', schema: repositoriesSchema, query: { 'api-version': version } };
      const { data } = await client.send(ask);
      const all = data.value.map((repo) => toRepository(repo, organization));
      const wanted = path === undefined ? null : devopsSlug(path).toLowerCase();
      yield { items: all.filter((repo) => wanted === null || repo.organizationSlug.toLowerCase() === wanted) };
    },
  };
}
