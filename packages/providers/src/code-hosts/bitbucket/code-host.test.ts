import type { OpenApi } from '@coderabbitai/bitbucket/cloud';
import { BITBUCKET } from '@linescope/contract/vendors';
import { expect, test } from 'vitest';
import type { z } from 'zod';
import { allFacts, allItems, only } from '../../testing/collect.ts';
import { connectionTo } from '../../testing/connection.ts';
import type { Fits, Present } from '../../testing/fits.ts';
import { type Received, type Reply, startLocalHost, testRuntime } from '../../testing/local-host.ts';
import { bitbucketCodeHost } from './code-host.ts';
import type * as schemas from './schemas.ts';

type Vendor = OpenApi.components['schemas'];
type Shape<T, K extends keyof T> = Present<Pick<T, K>>;
export type PublishedFits = [
  Fits<
    Shape<
      Vendor['pullrequest'],
      'id' | 'title' | 'state' | 'source' | 'destination' | 'merge_commit' | 'created_on' | 'updated_on'
    >,
    Omit<z.input<typeof schemas.pullSchema>, 'author' | 'links' | 'draft'>
  >,
  Fits<
    Shape<Vendor['comment'], 'id' | 'created_on' | 'updated_on' | 'deleted' | 'inline'>,
    Omit<z.input<typeof schemas.commentSchema>, 'user' | 'parent'>
  >,
  Fits<
    Shape<Vendor['repository'], 'uuid' | 'name' | 'full_name' | 'is_private' | 'links'>,
    Omit<z.input<typeof schemas.repositorySchema>, 'mainbranch'>
  >,
];

const repo = { path: 'acme/web' };
const base = '/2.0/repositories/acme/web';
const ada = { type: 'user', uuid: '{a}', account_id: 'acc-ada', nickname: 'ada', display_name: 'Ada' };
const grace = { ...ada, uuid: '{g}', account_id: 'acc-grace', nickname: 'grace' };

const pull = (id: number, given = {}) => ({
  type: 'pullrequest',
  id,
  title: `Change ${id}`,
  state: 'MERGED',
  draft: false,
  author: ada,
  source: { branch: { name: `topic-${id}` }, commit: { hash: `head-${id}` } },
  destination: { branch: { name: 'main' }, commit: { hash: 'base' } },
  merge_commit: { hash: `merge-${id}` },
  created_on: '2026-01-01T08:00:00.000000+00:00',
  updated_on: '2026-01-02T08:00:00.000000+00:00',
  links: { html: { href: `https://bitbucket.org/acme/web/pull-requests/${id}` } },
  ...given,
});

const repository = {
  type: 'repository',
  uuid: '{w}',
  name: 'Web',
  full_name: 'acme/web',
  is_private: true,
  mainbranch: { name: 'main' },
  updated_on: '2026-01-02T08:00:00Z',
  links: {
    html: { href: 'https://bitbucket.org/acme/web' },
    clone: [
      { name: 'https', href: 'https://ada@bitbucket.org/acme/web.git' },
      { name: 'ssh', href: 'git@bitbucket.org:acme/web.git' },
    ],
  },
};

const activity = [
  { pull_request: { id: 1 }, update: { state: 'MERGED', date: '2026-01-02T07:00:00Z', author: ada } },
  { pull_request: { id: 1 }, approval: { date: '2026-01-01T12:00:00Z', user: grace } },
  {
    pull_request: { id: 1 },
    comment: {
      id: 9,
      user: grace,
      created_on: '2026-01-01T11:00:00Z',
      updated_on: '2026-01-01T11:00:00Z',
      deleted: false,
      inline: { path: 'a.ts', from: null, to: 4 },
    },
  },
  { pull_request: { id: 1 }, update: { state: 'OPEN', date: '2026-01-01T08:00:00Z', author: ada } },
];

const works = ({ path }: Received): Reply => {
  if (path === base) return { body: repository };
  if (path === `${base}/pullrequests`) return { body: { values: [pull(1)], pagelen: 50 } };
  if (path === `${base}/pullrequests/activity`) return { body: { values: activity } };
  if (path.endsWith('/commits')) {
    return {
      body: {
        values: [
          { hash: 'b', date: '2026-01-01T07:00:00Z' },
          { hash: 'a', date: '2026-01-01T06:00:00Z' },
        ],
      },
    };
  }
  return { body: { values: [] } };
};

async function open(answer: (request: Received, url: string) => Reply, given = {}) {
  const local = await startLocalHost(answer);
  const host = bitbucketCodeHost([connectionTo(BITBUCKET, local.url, given)], testRuntime());
  return { host, local, [Symbol.asyncDispose]: () => local[Symbol.asyncDispose]() };
}

test('a pull request comes with its commits, approvals, comments and the time of its merge', async () => {
  await using world = await open(works);
  const facts = await allFacts(world.host.pullRequests(repo, { since: null }));
  expect(only('pull_request', facts)).toMatchObject([
    {
      number: 1,
      state: 'merged',
      mergeSha: 'merge-1',
      headSha: 'head-1',
      author: { hostId: 'acc-ada', userName: 'ada' },
    },
  ]);
  expect(only('pull_request_transition', facts)).toMatchObject([
    { number: 1, state: 'merged', at: '2026-01-02T07:00:00.000Z' },
  ]);
  expect(only('pull_request_commits', facts)).toMatchObject([{ commits: [{ sha: 'a' }, { sha: 'b' }] }]);
  expect(only('review', facts)).toMatchObject([{ verdict: 'approved', reviewer: { userName: 'grace' } }]);
  expect(only('comment', facts)).toMatchObject([{ commentId: '9', path: 'a.ts', line: 4, side: 'new' }]);
  expect(world.local.log).toHaveLength(3);
});

test('a refresh asks only for what changed, and for no commits that are stored', async () => {
  await using world = await open((request, url) => {
    if (request.path !== `${base}/pullrequests/activity`) return works(request);
    return { body: { values: activity, next: `${url}${base}/pullrequests/activity?page=2` } };
  });
  const since = new Date('2026-01-02T00:00:00Z');
  await allFacts(world.host.pullRequests(repo, { since, headKnown: () => true }));
  expect(world.local.log).toHaveLength(2);
  expect(world.local.log[0]?.query.get('q')).toBe('updated_on >= 2026-01-02T00:00:00.000Z');
  expect(world.local.log[0]?.query.getAll('state')).toHaveLength(4);
});

test('pages are followed to the last', async () => {
  await using world = await open(({ path, query }, url) =>
    query.get('page') === '2'
      ? { body: { values: [{ name: 'v1', target: { hash: 'a', date: '2026-01-01T00:00:00Z' } }] } }
      : { body: { values: [{ name: 'v2', target: { hash: 'b' } }], next: `${url}${path}?page=2` } },
  );
  expect(only('tag', await allFacts(world.host.tags(repo))).map((tag) => tag.name)).toEqual(['v2', 'v1']);
});

test('commits whose source is gone are left out, not an error', async () => {
  await using world = await open((request) => (request.path.endsWith('/commits') ? { status: 404 } : works(request)));
  const facts = await allFacts(world.host.pullRequests(repo, { since: null }));
  expect(only('pull_request', facts)).toHaveLength(1);
  expect(only('pull_request_commits', facts)).toHaveLength(0);
});

test('a person’s token signs in with the person’s email', async () => {
  await using world = await open(
    ({ path, headers }) => {
      expect(headers.get('authorization')).toBe(`Basic ${btoa('ada@example.com:token-of-connection-1')}`);
      return path === '/2.0/user'
        ? { body: ada, headers: { 'x-oauth-scopes': 'account, repository' } }
        : { body: { values: [{ email: 'ada@example.com', is_primary: true, is_confirmed: true }] } };
    },
    { email: 'ada@example.com' },
  );
  expect(await world.host.whoAmI()).toMatchObject({
    hostId: 'acc-ada',
    userName: 'ada',
    email: 'ada@example.com',
    tokenScopes: ['account', 'repository'],
  });
});

test('an access token of a workspace goes alone, whoever’s connection it is', async () => {
  await using world = await open(
    ({ headers }) => {
      expect(headers.get('authorization')).toBe('Bearer ATCTT-workspace');
      return { body: repository };
    },
    { email: 'ada@example.com', token: 'ATCTT-workspace' },
  );
  const found = await world.host.findRepository('acme', 'web');
  expect(found && (await world.host.cloneAccess(found))).toMatchObject({ username: 'x-token-auth' });
});

test.each([
  ['the newer list', true],
  ['the older list where the newer is missing', false],
])('workspaces come from %s', async (_name, newer) => {
  const workspace = { uuid: '{1}', slug: 'acme', name: 'Acme' };
  await using world = await open(({ path }) => {
    if (path === '/2.0/user/workspaces')
      return newer ? { body: { values: [{ administrator: true, workspace }] } } : { status: 404 };
    return path === '/2.0/workspaces' ? { body: { values: [workspace] } } : { body: { values: [repository] } };
  });
  expect(await allItems(world.host.listOrganizations())).toMatchObject([{ slug: 'acme', name: 'Acme' }]);
  expect(await allItems(world.host.listRepositories())).toMatchObject([
    { path: 'acme/web', cloneUrl: 'https://bitbucket.org/acme/web.git', defaultBranch: 'main' },
  ]);
});

test('a repository without a tracker has no issues', async () => {
  await using world = await open(() => ({ status: 404 }));
  expect(await allFacts(world.host.issues(repo, null))).toEqual([]);
});
