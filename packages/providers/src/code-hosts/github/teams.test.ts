import { GITHUB } from '@linescope/contract/vendors';
import { expect, test } from 'vitest';
import { allItems } from '../../testing/collect.ts';
import { connectionTo } from '../../testing/connection.ts';
import { startLocalHost, testRuntime } from '../../testing/local-host.ts';
import { openDirectory } from '../open-code-host.ts';

const base = '/api/v3/orgs/acme/teams';
const team = (id: number, slug: string, parent: number | null) => ({
  id,
  name: `Team ${slug}`,
  slug,
  parent: parent === null ? null : { id: parent, name: 'above', slug: 'above' },
});

test('an organization gives its teams with parents, members and repos, page by page', async () => {
  await using local = await startLocalHost(({ path, query }, url) => {
    if (path === base && query.get('page') === null)
      return { body: [team(1, 'top', null)], headers: { link: `<${url}${base}?page=2>; rel="next"` } };
    if (path === base) return { body: [team(2, 'below', 1)] };
    if (path === `${base}/top/members`)
      return {
        body: [
          { id: 7, login: 'ada' },
          { id: 8, login: 'bob' },
        ],
      };
    if (path === `${base}/below/members`) return { body: [{ id: 8, login: 'bob' }] };
    return { body: path === `${base}/top/repos` ? [{ full_name: 'acme/web' }] : [] };
  });
  const host = openDirectory(connectionTo(GITHUB, local.url), testRuntime());
  expect(await allItems(host.listTeams?.('acme') ?? none())).toEqual([
    { hostId: '1', name: 'Team top', parentHostId: null, members: ['7', '8'], repoPaths: ['acme/web'] },
    { hostId: '2', name: 'Team below', parentHostId: '1', members: ['8'], repoPaths: [] },
  ]);
});

test("a user's own namespace has no teams; a token that may not read them is an error", async () => {
  await using local = await startLocalHost(({ path }) => ({ status: path.includes('/secret/') ? 403 : 404 }));
  const host = openDirectory(connectionTo(GITHUB, local.url), testRuntime());
  expect(await allItems(host.listTeams?.('octocat') ?? none())).toEqual([]);
  await expect(allItems(host.listTeams?.('secret') ?? none())).rejects.toMatchObject({ code: 'access_denied' });
});

async function* none(): AsyncGenerator<{ items: never[] }> {}
