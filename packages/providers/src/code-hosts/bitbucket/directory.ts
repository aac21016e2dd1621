import { BITBUCKET } from '@linescope/contract/vendors';
import type { z } from 'zod';
import { isProviderError, ProviderError } from '../../errors.ts';
import type { ProviderClient } from '../../pacing/provider-client.ts';
import { cloneUrlOf } from '../clone-url.ts';
import type { HostDirectory, HostOrganization, HostRepository } from '../code-host.ts';
import { pagesOf } from './client.ts';
import { accountSchema, emailsSchema, repositoriesSchema, type repositorySchema, workspacesSchema } from './schemas.ts';

export function toRepository(repo: z.output<typeof repositorySchema>): HostRepository {
  const [organizationSlug = '', slug = ''] = repo.full_name.split('/');
  const webUrl = repo.links.html?.href ?? `https://bitbucket.org/${repo.full_name}`;
  const clone = repo.links.clone?.find(({ name }) => name === 'https')?.href ?? `${webUrl}.git`;
  return {
    hostId: repo.uuid,
    path: repo.full_name,
    organizationSlug,
    slug,
    name: repo.name,
    defaultBranch: repo.mainbranch?.name ?? null,
    private: repo.is_private,
    archived: false,
    fork: repo.parent !== undefined && repo.parent !== null,
    webUrl,
    cloneUrl: cloneUrlOf(clone),
    lastActivityAt: repo.updated_on ? new Date(repo.updated_on) : null,
  };
}

export function bitbucketDirectory(client: ProviderClient): HostDirectory {
  async function optional<T>(ask: () => Promise<T>): Promise<T | null> {
    try {
      return await ask();
    } catch (error) {
      if (isProviderError(error, 'access_denied', 'not_found')) return null;
      throw error;
    }
  }

  async function* workspaces(): AsyncGenerator<HostOrganization[]> {
    const ask = (path: string) => pagesOf(client, { path, schema: workspacesSchema, query: { pagelen: 100 } });
    // The newer list first; a host that lacks it still has the older.
    let pages = ask('user/workspaces');
    let step = await optional(() => pages.next());
    if (step === null) {
      pages = ask('workspaces');
      step = await pages.next();
    }
    for (; !step.done; step = await pages.next()) {
      yield step.value.data.values.map(({ uuid, slug, name, links }) => ({
        hostId: uuid,
        path: slug,
        slug,
        name: name ?? slug,
        avatarUrl: links?.avatar?.href ?? null,
        personal: false,
      }));
    }
  }

  async function* repositoriesOf(workspace: string) {
    const query = { pagelen: 100, role: 'member', sort: 'full_name' };
    const path = `repositories/${encodeURIComponent(workspace)}`;
    for await (const page of pagesOf(client, { path, schema: repositoriesSchema, query })) {
      yield { items: page.data.values.map(toRepository) };
    }
  }

  return {
    host: BITBUCKET,

    async whoAmI() {
      const { data: me, headers } = await client.send({ path: 'user', schema: accountSchema });
      if (!me) throw new ProviderError('answer_malformed', { internal: 'the host returned no user' });
      const emails = await optional(() => client.send({ path: 'user/emails', schema: emailsSchema }));
      const primary = emails?.data.values.find((entry) => entry.is_primary && entry.is_confirmed);
      const hostId = me.account_id ?? me.uuid ?? '';
      return {
        hostId,
        userName: me.nickname ?? hostId,
        fullName: me.display_name ?? null,
        email: primary?.email ?? null,
        avatarUrl: me.links?.avatar?.href ?? null,
        tokenExpiresAt: null,
        tokenScopes: headers.get('x-oauth-scopes')?.split(/,\s*/) ?? null,
      };
    },

    async *listOrganizations() {
      for await (const items of workspaces()) yield { items };
    },

    /** The host no longer lists across workspaces. */
    async *listRepositories(organization) {
      if (organization !== undefined) return yield* repositoriesOf(organization);
      for await (const page of workspaces()) for (const { path } of page) yield* repositoriesOf(path);
    },
  };
}
