import { GITHUB } from '@linescope/contract/vendors';
import type { components } from '@octokit/openapi-types';
import { expect, test } from 'vitest';
import { allItems } from '../../testing/collect.ts';
import { connectionTo } from '../../testing/connection.ts';
import { type Received, type Reply, startLocalHost, testRuntime } from '../../testing/local-host.ts';
import type { HostDirectory } from '../code-host.ts';
import { openDirectory } from '../open-code-host.ts';
import { githubBaseUrl } from './client.ts';

type Vendor = components['schemas'];

const viewer = {
  id: 1,
  login: 'octocat',
  name: 'The Octocat',
  email: null,
  avatar_url: 'https://avatars.example/1',
} satisfies Partial<Vendor['public-user']>;

const repository = (id: number, owner: string) => ({
  id,
  name: `repo-${id}`,
  full_name: `${owner}/repo-${id}`,
  owner: { login: owner },
  default_branch: 'main',
  private: true,
  archived: false,
  fork: false,
  html_url: `https://github.com/${owner}/repo-${id}`,
  clone_url: `https://github.com/${owner}/repo-${id}.git`,
  pushed_at: '2026-10-01T00:00:00Z',
});

const token = 'ghp_secretsecretsecret';

async function withHost(
  answer: (request: Received, url: string) => Reply,
  run: (host: HostDirectory) => Promise<void>,
) {
  await using local = await startLocalHost(answer);
  await run(openDirectory(connectionTo(GITHUB, local.url, { token }), testRuntime()));
}

test('a token gives its owner, scopes and expiry', async () => {
  await withHost(
    ({ path, headers }) => {
      expect(headers.get('authorization')).toBe(`Bearer ${token}`);
      if (path === '/api/v3/user/emails') {
        return { body: [{ email: 'octocat@example.com', primary: true, verified: true, visibility: 'private' }] };
      }
      return {
        body: viewer,
        headers: {
          'x-oauth-scopes': 'repo, read:org',
          'github-authentication-token-expiration': '2026-12-01 10:00:00 UTC',
        },
      };
    },
    async (host) => {
      expect(await host.whoAmI()).toEqual({
        hostId: '1',
        userName: 'octocat',
        fullName: 'The Octocat',
        email: 'octocat@example.com',
        avatarUrl: 'https://avatars.example/1',
        tokenExpiresAt: new Date('2026-12-01T10:00:00Z'),
        tokenScopes: ['repo', 'read:org'],
      });
    },
  );
});

test('an address that the token may not see is unknown, not an error', async () => {
  await withHost(
    ({ path }) => (path.endsWith('/emails') ? { status: 404, body: { message: 'Not Found' } } : { body: viewer }),
    async (host) => {
      expect(await host.whoAmI()).toMatchObject({ email: null, tokenScopes: null, tokenExpiresAt: null });
    },
  );
});

test('a revoked token is a refused connection, and the error does not hold the token', async () => {
  await withHost(
    () => ({ status: 401, body: { message: `Bad credentials ${token}` } }),
    async (host) => {
      const error = await host.whoAmI().catch((caught: unknown) => caught);
      expect(error).toMatchObject({ code: 'connection_invalid', status: 401, connectionId: 'connection-1' });
      expect(JSON.stringify(error) + String(error)).not.toContain(token);
    },
  );
});

test('organizations are the shared ones and one’s own', async () => {
  await withHost(
    ({ path }) =>
      path === '/api/v3/user'
        ? { body: viewer }
        : { body: [{ id: 7, login: 'acme', avatar_url: 'https://a.example' }] },
    async (host) => {
      const organizations = await allItems(host.listOrganizations());
      expect(organizations.map(({ slug, personal }) => [slug, personal])).toEqual([
        ['octocat', true],
        ['acme', false],
      ]);
    },
  );
});

test('repositories of an organization come page by page', async () => {
  await withHost(
    ({ path, query }, url) => {
      if (path === '/api/v3/user') return { body: viewer };
      expect(path).toBe('/api/v3/orgs/acme/repos');
      expect(query.get('per_page')).toBe('100');
      const page = Number(query.get('page') ?? 1);
      const link = `<${url}${path}?per_page=100&page=${page + 1}>; rel="next", <${url}${path}?page=3>; rel="last"`;
      return { body: [repository(page, 'acme')], headers: page < 3 ? { link } : {} };
    },
    async (host) => {
      const repositories = await allItems(host.listRepositories('acme'));
      expect(repositories.map((repo) => repo.path)).toEqual(['acme/repo-1', 'acme/repo-2', 'acme/repo-3']);
      expect(repositories[0]).toMatchObject({ organizationSlug: 'acme', slug: 'repo-1', defaultBranch: 'main' });
    },
  );
});

test('one’s own repositories are asked for as the owner', async () => {
  await withHost(
    ({ path, query }) => {
      if (path === '/api/v3/user') return { body: viewer };
      expect([path, query.get('affiliation')]).toEqual(['/api/v3/user/repos', 'owner']);
      return { body: [repository(1, 'octocat')] };
    },
    async (host) => {
      expect(await allItems(host.listRepositories('Octocat'))).toHaveLength(1);
    },
  );
});

test('a next page on another host is not followed, since the token would go with it', async () => {
  await withHost(
    ({ path }) =>
      path === '/api/v3/user'
        ? { body: viewer }
        : { body: [], headers: { link: '<https://evil.example/user/orgs>; rel="next"' } },
    async (host) => {
      await expect(allItems(host.listOrganizations())).rejects.toMatchObject({ code: 'endpoint_refused' });
    },
  );
});

test('a self-managed server is reached by its API path', () => {
  expect(githubBaseUrl(null)).toBe('https://api.github.com');
  expect(githubBaseUrl('https://git.acme.example')).toBe('https://git.acme.example/api/v3');
  expect(githubBaseUrl('https://git.acme.example/api/v3/')).toBe('https://git.acme.example/api/v3');
  expect(githubBaseUrl('https://api.acme.ghe.com')).toBe('https://api.acme.ghe.com');
});
