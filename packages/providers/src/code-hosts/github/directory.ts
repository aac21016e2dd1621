import { GITHUB } from '@linescope/contract/vendors';
import type { z } from 'zod';
import { isProviderError } from '../../errors.ts';
import { pagesOf } from '../../pacing/follow-links.ts';
import type { ProviderClient } from '../../pacing/provider-client.ts';
import { cloneUrlOf } from '../clone-url.ts';
import type { HostDirectory, HostOrganization, HostRepository } from '../code-host.ts';
import {
  emailsSchema,
  organizationsSchema,
  repositoriesSchema,
  type repositorySchema,
  viewerSchema,
} from './schemas.ts';
import { githubTeams } from './teams.ts';

/** The header reads "2026-12-01 10:00:00 UTC", or with a numeric offset. */
function tokenExpiry(headers: Headers): Date | null {
  const text = headers.get('github-authentication-token-expiration');
  const at = Date.parse(text?.replace(' UTC', 'Z').replace(' ', 'T').replace(' ', '') ?? '');
  return Number.isNaN(at) ? null : new Date(at);
}

function tokenScopes(headers: Headers): string[] | null {
  return (
    headers
      .get('x-oauth-scopes')
      ?.split(',')
      .map((scope) => scope.trim())
      .filter((scope) => scope !== '') ?? null
  );
}

export function toRepository(repo: z.output<typeof repositorySchema>): HostRepository {
  return {
    hostId: repo.id,
    path: repo.full_name,
    organizationSlug: repo.owner.login,
    slug: repo.name,
    name: repo.name,
    defaultBranch: repo.default_branch ?? null,
    private: repo.private,
    archived: repo.archived ?? false,
    fork: repo.fork,
    webUrl: repo.html_url,
    cloneUrl: cloneUrlOf(repo.clone_url ?? `${repo.html_url}.git`),
    lastActivityAt: repo.pushed_at ? new Date(repo.pushed_at) : null,
  };
}

export function githubDirectory(client: ProviderClient): HostDirectory {
  const viewer = () => client.send({ path: 'user', schema: viewerSchema });

  /** The profile may hide the address; the list of addresses wants a scope that the token may lack. */
  async function primaryEmail(): Promise<string | null> {
    try {
      const { data } = await client.send({ path: 'user/emails', schema: emailsSchema });
      return data.find((entry) => entry.primary && entry.verified)?.email ?? null;
    } catch (error) {
      if (isProviderError(error, 'access_denied', 'not_found')) return null;
      throw error;
    }
  }

  return {
    host: GITHUB,

    async whoAmI() {
      const { data, headers } = await viewer();
      return {
        hostId: data.id,
        userName: data.login,
        fullName: data.name ?? null,
        email: data.email ?? (await primaryEmail()),
        avatarUrl: data.avatar_url ?? null,
        tokenExpiresAt: tokenExpiry(headers),
        tokenScopes: tokenScopes(headers),
      };
    },

    async *listOrganizations() {
      const { data: me } = await viewer();
      const own: HostOrganization = {
        hostId: me.id,
        path: me.login,
        slug: me.login,
        name: me.name ?? me.login,
        avatarUrl: me.avatar_url ?? null,
        personal: true,
      };
      yield { items: [own] };
      for await (const page of pagesOf(client, { path: 'user/orgs', schema: organizationsSchema })) {
        const items = page.data.map((organization) => ({
          hostId: organization.id,
          path: organization.login,
          slug: organization.login,
          name: organization.login,
          avatarUrl: organization.avatar_url ?? null,
          personal: false,
        }));
        yield { items };
      }
    },

    listTeams: (organization) => githubTeams(client, organization),

    async *listRepositories(organization) {
      const everything = { path: 'user/repos', schema: repositoriesSchema, query: { sort: 'full_name' } };
      const wanted = organization?.toLowerCase();
      const { data: me } = wanted === undefined ? { data: null } : await viewer();
      const own = wanted === undefined || me?.login.toLowerCase() === wanted;
      const ask = own
        ? { ...everything, query: { ...everything.query, affiliation: wanted === undefined ? undefined : 'owner' } }
        : { path: `orgs/${encodeURIComponent(organization ?? '')}/repos`, schema: repositoriesSchema, query: {} };
      for await (const page of pagesOf(client, ask)) yield { items: page.data.map(toRepository) };
    },
  };
}
