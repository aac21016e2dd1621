import { GITLAB } from '@linescope/contract/vendors';
import type { z } from 'zod';
import { isProviderError } from '../../errors.ts';
import { pagesOf } from '../../pacing/follow-links.ts';
import type { ProviderClient } from '../../pacing/provider-client.ts';
import { cloneUrlOf } from '../clone-url.ts';
import { type HostDirectory, type HostRepository, slugOfPath } from '../code-host.ts';
import { groupsSchema, type projectSchema, projectsSchema, tokenSchema, viewerSchema } from './schemas.ts';

export function toRepository(project: z.output<typeof projectSchema>): HostRepository {
  const namespace = project.path_with_namespace.slice(0, -(project.path.length + 1));
  return {
    hostId: project.id,
    path: project.path_with_namespace,
    organizationSlug: slugOfPath(namespace),
    slug: project.path,
    name: project.name,
    defaultBranch: project.default_branch ?? null,
    private: project.visibility !== 'public',
    archived: project.archived ?? false,
    fork: project.forked_from_project !== undefined && project.forked_from_project !== null,
    webUrl: project.web_url,
    cloneUrl: cloneUrlOf(project.http_url_to_repo),
    lastActivityAt: project.last_activity_at ? new Date(project.last_activity_at) : null,
  };
}

export function gitlabDirectory(client: ProviderClient): HostDirectory {
  const viewer = async () => (await client.send({ path: 'user', schema: viewerSchema })).data;

  /** Only personal, project and group tokens can be asked about themselves. */
  async function aboutToken() {
    try {
      return (await client.send({ path: 'personal_access_tokens/self', schema: tokenSchema })).data;
    } catch (error) {
      if (isProviderError(error, 'access_denied', 'not_found', 'request_rejected')) return null;
      throw error;
    }
  }

  return {
    host: GITLAB,

    async whoAmI() {
      const me = await viewer();
      const token = await aboutToken();
      return {
        hostId: me.id,
        userName: me.username,
        fullName: me.name,
        email: me.email ?? null,
        avatarUrl: me.avatar_url ?? null,
        tokenExpiresAt: token?.expires_at ? new Date(token.expires_at) : null,
        tokenScopes: token?.scopes ?? null,
      };
    },

    async *listOrganizations() {
      const me = await viewer();
      const own = { hostId: me.id, path: me.username, slug: me.username, name: me.name ?? me.username };
      yield { items: [{ ...own, avatarUrl: me.avatar_url ?? null, personal: true }] };
      const query = { min_access_level: 10, order_by: 'id' };
      for await (const page of pagesOf(client, { path: 'groups', schema: groupsSchema, query })) {
        const items = page.data.map((group) => ({
          hostId: group.id,
          path: group.full_path,
          slug: slugOfPath(group.full_path),
          name: group.name,
          avatarUrl: group.avatar_url ?? null,
          personal: false,
        }));
        yield { items };
      }
    },

    async *listRepositories(organization) {
      const schema = projectsSchema;
      const encoded = encodeURIComponent(organization ?? '');
      const personal = organization !== undefined && organization === (await viewer()).username;
      const ask =
        organization === undefined
          ? { path: 'projects', schema, query: { membership: true, order_by: 'id', pagination: 'keyset' } }
          : { path: personal ? `users/${encoded}/projects` : `groups/${encoded}/projects`, schema };
      for await (const page of pagesOf(client, ask)) yield { items: page.data.map(toRepository) };
    },
  };
}
