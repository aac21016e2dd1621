import { BITBUCKET_SERVER } from '@linescope/contract/vendors';
import { z } from 'zod';
import { ProviderError } from '../../errors.ts';
import type { ProviderClient } from '../../pacing/provider-client.ts';
import { cloneUrlOf } from '../clone-url.ts';
import type { HostDirectory, HostRepository } from '../code-host.ts';
import { pagesOf } from './client.ts';
import { projectsSchema, repositoriesSchema, type repositorySchema, usersSchema } from './schemas.ts';

export function toRepository(repo: z.output<typeof repositorySchema>): HostRepository {
  const webUrl = repo.links.self?.[0]?.href ?? '';
  const clone = repo.links.clone?.find(({ name }) => name === 'http' || name === 'https')?.href ?? webUrl;
  return {
    hostId: repo.id,
    path: `${repo.project.key}/${repo.slug}`,
    organizationSlug: repo.project.key,
    slug: repo.slug,
    name: repo.name,
    defaultBranch: null,
    private: !(repo.public ?? false),
    archived: repo.archived ?? false,
    fork: repo.origin !== undefined && repo.origin !== null,
    webUrl,
    cloneUrl: cloneUrlOf(clone),
    lastActivityAt: null,
  };
}

/** The host says who one is only in a header, and only to a token that it knows. */
export async function signedInAs(client: ProviderClient): Promise<string> {
  const { headers } = await client.send({ path: 'application-properties', schema: z.object({}) });
  const name = headers.get('x-ausername');
  if (name === null)
    throw new ProviderError('connection_invalid', { internal: 'the host took the token for nobody’s' });
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

export function bitbucketServerDirectory(client: ProviderClient): HostDirectory {
  return {
    host: BITBUCKET_SERVER,

    async whoAmI() {
      const userName = await signedInAs(client);
      const { data } = await client.send({
        path: 'users',
        schema: usersSchema,
        query: { filter: userName, limit: 100 },
      });
      const me = data.values.find((user) => user?.name?.toLowerCase() === userName.toLowerCase());
      return {
        hostId: me?.id ?? userName,
        userName,
        fullName: me?.displayName ?? null,
        email: me?.emailAddress ?? null,
        avatarUrl: null,
        tokenExpiresAt: null,
        tokenScopes: null,
      };
    },

    async *listOrganizations() {
      for await (const page of pagesOf(client, { path: 'projects', schema: projectsSchema })) {
        const items = page.data.values.map(({ id, key, name }) => ({
          hostId: id ?? key,
          path: key,
          slug: key,
          name: name ?? key,
          avatarUrl: null,
          personal: key.startsWith('~'),
        }));
        yield { items };
      }
    },

    async *listRepositories(organization) {
      const path = organization === undefined ? 'repos' : `projects/${encodeURIComponent(organization)}/repos`;
      for await (const page of pagesOf(client, { path, schema: repositoriesSchema })) {
        yield { items: page.data.values.map(toRepository) };
      }
    },
  };
}
