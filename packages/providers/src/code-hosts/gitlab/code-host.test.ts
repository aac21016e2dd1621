import type * as Vendor from '@gitbeaker/core';
import { GITLAB } from '@linescope/contract/vendors';
import { expect, test } from 'vitest';
import type { z } from 'zod';
import { allFacts, allItems, only } from '../../testing/collect.ts';
import { connectionTo } from '../../testing/connection.ts';
import { type Received, type Reply, startLocalHost, testRuntime } from '../../testing/local-host.ts';
import { gitlabBaseUrl } from './client.ts';
import { gitlabCodeHost } from './code-host.ts';
import type * as schemas from './schemas.ts';

/** Well-kept public types of this host must fit what we read: these lines fail to compile when they do not. */
type Fits<Published extends Read, Read> = Published;
export type PublishedFits = [
  Fits<Vendor.ExpandedUserSchema, z.input<typeof schemas.viewerSchema>>,
  Fits<Vendor.ProjectSchema, z.input<typeof schemas.projectSchema>>,
  Fits<Vendor.MergeRequestSchema, z.input<typeof schemas.mergeRequestSchema>>,
  Fits<Vendor.CommitSchema[], z.input<typeof schemas.commitsSchema>>,
  Fits<Vendor.PersonalAccessTokenSchema, z.input<typeof schemas.tokenSchema>>,
];

const repo = { path: 'acme/tools/web' };
const base = '/api/v4/projects/acme%2Ftools%2Fweb';
const ada = { id: 3, username: 'ada', name: 'Ada', state: 'active', avatar_url: '', web_url: '' };
const grace = { ...ada, id: 5, username: 'grace', name: 'Grace' };

const mergeRequest = (iid: number, given = {}) => ({
  id: 1_000 + iid,
  iid,
  title: `Change ${iid}`,
  state: 'merged',
  draft: false,
  source_branch: `topic-${iid}`,
  target_branch: 'main',
  author: ada,
  created_at: '2026-01-01T10:00:00.000+02:00',
  updated_at: '2026-01-02T10:00:00.000Z',
  merged_at: '2026-01-02T09:00:00.000Z',
  closed_at: null,
  sha: `head-${iid}`,
  merge_commit_sha: `merge-${iid}`,
  squash_commit_sha: null,
  web_url: `https://gitlab.com/acme/tools/web/-/merge_requests/${iid}`,
  ...given,
});

const project = {
  id: 9,
  name: 'Web',
  path: 'web',
  path_with_namespace: 'acme/tools/web',
  default_branch: 'main',
  visibility: 'private',
  archived: false,
  web_url: 'https://gitlab.com/acme/tools/web',
  http_url_to_repo: 'https://gitlab.com/acme/tools/web.git',
  last_activity_at: '2026-01-02T10:00:00.000Z',
};

const comment = {
  id: 70,
  action_name: 'commented on',
  target_type: 'DiffNote',
  target_iid: 70,
  created_at: '2026-01-01T12:00:00Z',
  author: grace,
  note: {
    id: 700,
    author: grace,
    system: false,
    created_at: '2026-01-01T12:00:00Z',
    updated_at: '2026-01-01T12:00:00Z',
    noteable_type: 'MergeRequest',
    noteable_iid: 1,
    position: { new_path: 'src/a.ts', old_path: 'src/a.ts', new_line: 12, old_line: null, head_sha: 'head-1' },
  },
};
const approval = {
  id: 71,
  action_name: 'approved',
  target_type: 'MergeRequest',
  target_iid: 1,
  created_at: '2026-01-01T13:00:00Z',
  author: grace,
};

const batch = ({ body }: Received): Reply => {
  const { variables } = JSON.parse(body);
  const nodes = variables.iids.map((iid: string) => ({
    iid,
    diffHeadSha: `head-${iid}`,
    updatedAt: '2026-01-02T10:00:00Z',
    commits: {
      pageInfo: { hasNextPage: false },
      nodes: [
        { sha: `b-${iid}`, authoredDate: '2026-01-01T07:00:00Z' },
        { sha: `a-${iid}`, authoredDate: '2026-01-01T06:00:00Z' },
      ],
    },
  }));
  return { body: { data: { project: { mergeRequests: { nodes } } } } };
};

const works = (request: Received): Reply => {
  if (request.path === base) return { body: project };
  if (request.path === '/api/graphql') return batch(request);
  if (request.path === `${base}/merge_requests`) return { body: [mergeRequest(1)] };
  if (request.path === `${base}/events`) {
    return { body: request.query.get('action') === 'approved' ? [approval] : [comment] };
  }
  return { body: [] };
};

async function open(answer: (request: Received, url: string) => Reply) {
  const local = await startLocalHost(answer);
  const host = gitlabCodeHost([connectionTo(GITLAB, local.url)], testRuntime());
  return { host, local, [Symbol.asyncDispose]: () => local[Symbol.asyncDispose]() };
}

test('a merge request comes with its commits, approvals and comments', async () => {
  await using world = await open(works);
  const facts = await allFacts(world.host.pullRequests(repo, { since: new Date('2026-01-01T00:00:00Z') }));
  expect(only('pull_request', facts)).toMatchObject([
    {
      repoPath: 'acme/tools/web',
      number: 1,
      state: 'merged',
      openedAt: '2026-01-01T08:00:00.000Z',
      mergedAt: '2026-01-02T09:00:00.000Z',
      mergeSha: 'merge-1',
      author: { hostId: '3', userName: 'ada', bot: false },
    },
  ]);
  expect(only('pull_request_commits', facts)).toMatchObject([
    { number: 1, headSha: 'head-1', commits: [{ sha: 'a-1' }, { sha: 'b-1' }] },
  ]);
  expect(only('review', facts)).toMatchObject([{ number: 1, verdict: 'approved', reviewer: { userName: 'grace' } }]);
  expect(only('comment', facts)).toMatchObject([{ number: 1, path: 'src/a.ts', line: 12, side: 'new' }]);
  expect(world.local.log).toHaveLength(4);
  expect(world.local.log.at(-1)?.query.get('after')).toBe('2025-12-31');
});

test('a thousand merge requests cost thirty calls and the events’ pages', async () => {
  const many = Array.from({ length: 1_000 }, (_, index) => mergeRequest(index + 1));
  await using world = await open((request, url) => {
    if (request.path !== `${base}/merge_requests`) return works(request);
    const page = Number(request.query.get('page') ?? 1);
    const link = `<${url}${base}/merge_requests?per_page=100&page=${page + 1}>; rel="next"`;
    return { body: many.slice((page - 1) * 100, page * 100), headers: page < 10 ? { link } : {} };
  });
  const facts = await allFacts(world.host.pullRequests(repo, { since: null }));
  expect(only('pull_request_commits', facts)).toHaveLength(1_000);
  expect(world.local.log).toHaveLength(32);
});

test('a squash names its own commit, and a fast-forward lands the head', async () => {
  const squash = mergeRequest(1, { merge_commit_sha: null, squash_commit_sha: 'squash-1' });
  const fastForward = mergeRequest(2, { merge_commit_sha: null });
  await using world = await open((request) =>
    request.path === `${base}/merge_requests` ? { body: [squash, fastForward] } : works(request),
  );
  const facts = await allFacts(world.host.pullRequests(repo, { since: null }));
  expect(only('pull_request', facts)).toMatchObject([
    { mergeSha: 'squash-1', squashSha: 'squash-1' },
    { mergeSha: 'head-2', squashSha: null },
  ]);
});

test('a server without batches is asked one by one, and not at all for heads already stored', async () => {
  await using world = await open((request) => {
    if (request.path === '/api/graphql') return { body: { errors: [{ message: "Field 'commits' doesn't exist" }] } };
    if (request.path === `${base}/merge_requests`) return { body: [1, 2, 3].map((iid) => mergeRequest(iid)) };
    if (request.path.endsWith('/commits')) return { body: [{ id: 'x', authored_date: '2026-01-01T06:00:00Z' }] };
    return { body: [] };
  });
  const headKnown = (_number: number, headSha: string) => headSha === 'head-2';
  const facts = await allFacts(world.host.pullRequests(repo, { since: null, headKnown }));
  expect(only('pull_request_commits', facts).map((fact) => fact.number)).toEqual([1, 3]);
});

test('a token gives its scopes and expiry; a token that cannot is still someone’s', async () => {
  const me = { id: 3, username: 'ada', name: 'Ada', email: 'ada@example.com', avatar_url: 'https://a.example' };
  await using world = await open(({ path }) =>
    path === '/api/v4/user' ? { body: me } : { body: { scopes: ['read_api'], expires_at: '2026-12-01' } },
  );
  expect(await world.host.whoAmI()).toMatchObject({
    userName: 'ada',
    email: 'ada@example.com',
    tokenScopes: ['read_api'],
    tokenExpiresAt: new Date('2026-12-01T00:00:00Z'),
  });
  await using other = await open(({ path }) => (path === '/api/v4/user' ? { body: me } : { status: 400, body: {} }));
  expect(await other.host.whoAmI()).toMatchObject({ hostId: '3', tokenScopes: null });
});

test('groups are organizations, deeper ones joined into one slug', async () => {
  await using world = await open(({ path }) =>
    path === '/api/v4/user'
      ? { body: { id: 3, username: 'ada', name: 'Ada' } }
      : { body: [{ id: 8, full_path: 'acme/tools', name: 'Tools' }] },
  );
  expect(await allItems(world.host.listOrganizations())).toMatchObject([
    { slug: 'ada', personal: true },
    { slug: 'acme--tools', path: 'acme/tools', personal: false },
  ]);
});

test('repositories of a group carry its slug', async () => {
  await using world = await open(({ path }) =>
    path === '/api/v4/user' ? { body: { id: 3, username: 'ada', name: 'Ada' } } : { body: [project] },
  );
  expect(await allItems(world.host.listRepositories('acme/tools'))).toMatchObject([
    { organizationSlug: 'acme--tools', slug: 'web', path: 'acme/tools/web', private: true, fork: false },
  ]);
  expect(world.local.log.at(-1)?.path).toBe('/api/v4/groups/acme%2Ftools/projects');
});

test('issues carry scoped labels as type and priority, and weight as points', async () => {
  const issue = {
    id: 50,
    iid: 4,
    title: 'Broken',
    state: 'closed',
    issue_type: 'issue',
    weight: 3,
    labels: ['type::bug', 'priority::1'],
    author: ada,
    assignees: [grace],
    created_at: '2026-01-01T00:00:00Z',
    updated_at: '2026-01-03T00:00:00Z',
    closed_at: '2026-01-03T00:00:00Z',
    web_url: 'https://gitlab.com/acme/tools/web/-/issues/4',
  };
  await using world = await open(() => ({ body: [issue] }));
  expect(await allFacts(world.host.issues(repo, null))).toMatchObject([
    {
      key: 'acme/tools/web#4',
      type: 'bug',
      priority: '1',
      storyPoints: 3,
      statusCategory: 'done',
      assignee: { userName: 'grace' },
    },
  ]);
});

test('tags carry their own time, or their commit’s', async () => {
  const commit = { id: 'abc', committed_date: '2026-01-01T00:00:00Z' };
  await using world = await open(() => ({ body: [{ name: 'v1', commit, created_at: null }] }));
  expect(await allFacts(world.host.tags(repo))).toMatchObject([
    { name: 'v1', sha: 'abc', taggedAt: '2026-01-01T00:00:00.000Z' },
  ]);
});

test('a self-managed server may stand under a path', () => {
  expect(gitlabBaseUrl(null)).toBe('https://gitlab.com/api/v4');
  expect(gitlabBaseUrl('https://acme.example/gitlab/')).toBe('https://acme.example/gitlab/api/v4');
});
