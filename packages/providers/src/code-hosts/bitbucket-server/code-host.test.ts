import type { OpenApi } from '@coderabbitai/bitbucket/server';
import { BITBUCKET_SERVER } from '@linescope/contract/vendors';
import { expect, test } from 'vitest';
import type { z } from 'zod';
import { allFacts, allItems, only } from '../../testing/collect.ts';
import { connectionTo } from '../../testing/connection.ts';
import type { Fits, Present } from '../../testing/fits.ts';
import { type Received, type Reply, startLocalHost, testRuntime } from '../../testing/local-host.ts';
import { bitbucketServerCodeHost } from './code-host.ts';
import type * as schemas from './schemas.ts';

type Vendor = OpenApi.components['schemas'];
type Shape<T, K extends keyof T> = Present<Pick<T, K>>;
export type PublishedFits = [
  Fits<
    Shape<
      Vendor['RestPullRequest'],
      'id' | 'title' | 'state' | 'createdDate' | 'updatedDate' | 'closedDate' | 'fromRef' | 'toRef'
    >,
    Omit<z.input<typeof schemas.pullSchema>, 'author' | 'properties' | 'links' | 'draft'>
  >,
  Fits<
    Shape<Vendor['RestPullRequestActivity'], 'id' | 'action' | 'createdDate' | 'user'>,
    Pick<z.input<typeof schemas.activitySchema>, 'id' | 'action' | 'createdDate' | 'user'>
  >,
  Fits<Shape<Vendor['RestTag'], 'displayId' | 'latestCommit'>, z.input<typeof schemas.tagsSchema>['values'][number]>,
];

const repo = { path: 'PRJ/web' };
const base = '/rest/api/1.0/projects/PRJ/repos/web';
const at = (hour: number) => Date.parse('2026-01-01T00:00:00Z') + hour * 3_600_000;
const ada = { id: 3, name: 'ada', slug: 'ada', displayName: 'Ada', emailAddress: 'ada@example.com', type: 'NORMAL' };
const grace = { ...ada, id: 5, name: 'grace', slug: 'grace' };
const whole = (values: unknown[]): Reply => ({ body: { values, isLastPage: true, size: values.length, start: 0 } });

const pull = (id: number, state: string, given = {}) => ({
  id,
  version: 1,
  title: `Change ${id}`,
  state,
  createdDate: at(8),
  updatedDate: at(20),
  ...(state === 'OPEN' ? {} : { closedDate: at(20) }),
  fromRef: { id: `refs/heads/topic-${id}`, displayId: `topic-${id}`, latestCommit: `head-${id}` },
  toRef: { id: 'refs/heads/main', displayId: 'main', latestCommit: 'base' },
  author: { user: ada, role: 'AUTHOR' },
  properties: state === 'MERGED' ? { mergeCommit: { id: `merge-${id}` } } : {},
  links: { self: [{ href: `https://bitbucket.acme.example/projects/PRJ/repos/web/pull-requests/${id}` }] },
  ...given,
});

const activities = [
  { id: 90, action: 'MERGED', createdDate: at(20), user: ada, commit: { id: 'merge-1' } },
  { id: 89, action: 'APPROVED', createdDate: at(12), user: grace },
  {
    id: 88,
    action: 'COMMENTED',
    createdDate: at(11),
    user: grace,
    comment: {
      id: 40,
      author: grace,
      createdDate: at(11),
      updatedDate: at(11),
      comments: [{ id: 41, author: ada, createdDate: at(12), updatedDate: at(12), comments: [] }],
    },
    commentAnchor: { path: 'src/a.ts', line: 7, fileType: 'TO', toHash: 'head-1' },
  },
];

const repository = {
  id: 9,
  slug: 'web',
  name: 'Web',
  public: false,
  archived: false,
  project: { key: 'PRJ' },
  links: {
    clone: [{ name: 'http', href: 'https://ada@bitbucket.acme.example/scm/prj/web.git' }],
    self: [{ href: 'https://bitbucket.acme.example/projects/PRJ/repos/web/browse' }],
  },
};

const works = ({ path, query }: Received): Reply => {
  if (path.endsWith('/application-properties')) return { body: {}, headers: { 'x-ausername': 'ada' } };
  if (path === base) return { body: repository };
  if (path === `${base}/pull-requests`) return whole(query.get('state') === 'MERGED' ? [pull(1, 'MERGED')] : []);
  if (path.endsWith('/activities')) return whole(activities);
  if (path.endsWith('/commits'))
    return whole([
      { id: 'b', authorTimestamp: at(7) },
      { id: 'a', authorTimestamp: at(6) },
    ]);
  return whole([]);
};

async function open(answer: (request: Received, url: string) => Reply) {
  const local = await startLocalHost(answer);
  const host = bitbucketServerCodeHost([connectionTo(BITBUCKET_SERVER, local.url)], testRuntime());
  return { host, local, [Symbol.asyncDispose]: () => local[Symbol.asyncDispose]() };
}

test('a pull request comes with its commits, approvals and threads of comments', async () => {
  await using world = await open(works);
  const facts = await allFacts(world.host.pullRequests(repo, { since: null }));
  expect(only('pull_request', facts)).toMatchObject([
    { repoPath: 'PRJ/web', number: 1, state: 'merged', mergedAt: '2026-01-01T20:00:00.000Z', mergeSha: 'merge-1' },
  ]);
  expect(only('pull_request_commits', facts)).toMatchObject([{ commits: [{ sha: 'a' }, { sha: 'b' }] }]);
  expect(only('review', facts)).toMatchObject([{ verdict: 'approved', reviewer: { userName: 'grace' } }]);
  expect(only('comment', facts)).toMatchObject([
    { commentId: '40', path: 'src/a.ts', line: 7, side: 'new', inReplyTo: null },
    { commentId: '41', path: 'src/a.ts', line: 7, inReplyTo: '40', author: { userName: 'ada' } },
  ]);
});

test('a refresh reads open ones, and closed ones back to the cursor', async () => {
  await using world = await open((request) => {
    if (request.path !== `${base}/pull-requests`) return works(request);
    if (request.query.get('state') === 'OPEN') return whole([pull(3, 'OPEN', { updatedDate: at(1) })]);
    if (request.query.get('state') === 'DECLINED') return whole([]);
    const start = Number(request.query.get('start'));
    const values = [pull(2 - start, 'MERGED', { closedDate: start === 0 ? at(30) : at(2) })];
    return { body: { values, isLastPage: false, nextPageStart: start + 1 } };
  });
  await allFacts(world.host.pullRequests(repo, { since: new Date(at(10)), headKnown: () => true }));
  expect(world.local.log.map(({ path }) => path.slice(base.length))).toEqual([
    '/pull-requests',
    '/pull-requests',
    '/pull-requests/2/activities',
    '/pull-requests',
    '/pull-requests',
  ]);
});

test('a token gives its owner in a header, and a host that takes it for nobody’s refuses it', async () => {
  await using world = await open((request) => (request.path.endsWith('/users') ? whole([grace, ada]) : works(request)));
  expect(await world.host.whoAmI()).toMatchObject({ hostId: '3', userName: 'ada', email: 'ada@example.com' });
  await using nobody = await open(() => ({ body: {} }));
  await expect(nobody.host.whoAmI()).rejects.toMatchObject({ code: 'connection_invalid' });
});

test('projects are organizations, a person’s own among them', async () => {
  await using world = await open(({ path }) =>
    path.endsWith('/projects')
      ? whole([
          { id: 1, key: 'PRJ', name: 'Project' },
          { id: 2, key: '~ada', name: 'Ada' },
        ])
      : whole([repository]),
  );
  expect(await allItems(world.host.listOrganizations())).toMatchObject([
    { slug: 'PRJ', personal: false },
    { slug: '~ada', personal: true },
  ]);
  expect(await allItems(world.host.listRepositories('PRJ'))).toMatchObject([
    { path: 'PRJ/web', cloneUrl: 'https://bitbucket.acme.example/scm/prj/web.git' },
  ]);
});

test('the default branch is found at its older address too, and is none while a repository is empty', async () => {
  await using old = await open(({ path }) =>
    path.endsWith('/branches/default') ? { body: { id: 'refs/heads/main', displayId: 'main' } } : { status: 404 },
  );
  expect(await old.host.defaultBranch(repo)).toBe('main');
  await using empty = await open(() => ({ status: 204, body: '' }));
  expect(await empty.host.defaultBranch(repo)).toBeNull();
});

test('tags name their commits, and there are no issues', async () => {
  await using world = await open(() => whole([{ id: 'refs/tags/v1', displayId: 'v1', latestCommit: 'abc' }]));
  expect(await allFacts(world.host.tags(repo))).toMatchObject([{ name: 'v1', sha: 'abc' }]);
  expect(await allFacts(world.host.issues(repo, null))).toEqual([]);
});
