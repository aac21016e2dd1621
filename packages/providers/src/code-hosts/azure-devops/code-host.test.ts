import { AZURE_DEVOPS, AZURE_DEVOPS_SERVER } from '@linescope/contract/vendors';
import type * as Vendor from 'azure-devops-node-api/interfaces/GitInterfaces.js';
import { expect, test } from 'vitest';
import type { z } from 'zod';
import { allFacts, allItems, only } from '../../testing/collect.ts';
import { connectionTo } from '../../testing/connection.ts';
import type { Names } from '../../testing/fits.ts';
import { type Received, type Reply, startLocalHost, testRuntime } from '../../testing/local-host.ts';
import { devopsBaseUrl } from './client.ts';
import { azureDevopsCodeHost } from './code-host.ts';
import type * as schemas from './schemas.ts';

type ItemOf<S extends z.ZodType<{ value: readonly unknown[] }>> = z.output<S>['value'][number];
/** The vendor's own client has every field that we read; it keeps dates and states as values, so only names can be held against it. */
export type PublishedNames = [
  Names<Vendor.GitPullRequest, z.output<typeof schemas.pullSchema>>,
  Names<Vendor.GitRepository, z.output<typeof schemas.repositorySchema>>,
  Names<Vendor.GitPullRequestCommentThread, z.output<typeof schemas.threadSchema>>,
  Names<Vendor.GitCommitRef, ItemOf<typeof schemas.commitsSchema>>,
  Names<Vendor.GitRef, ItemOf<typeof schemas.refsSchema>>,
];

const repo = { path: 'contoso/Web Shop/site' };
const base = '/contoso/Web%20Shop/_apis/git/repositories/site';
const ada = { id: 'guid-ada', displayName: 'Ada', uniqueName: 'ada@contoso.example', descriptor: 'aad.x' };
const grace = { id: 'guid-grace', displayName: 'Grace', uniqueName: 'grace@contoso.example', descriptor: 'aad.y' };
const expiresAt = new Date('2026-12-01T00:00:00Z');

const pull = (pullRequestId: number, status: string, given = {}) => ({
  pullRequestId,
  codeReviewId: pullRequestId,
  title: `Change ${pullRequestId}`,
  status,
  isDraft: false,
  createdBy: ada,
  creationDate: '2026-01-01T08:00:00.1234567Z',
  ...(status === 'active' ? {} : { closedDate: '2026-01-02T08:00:00.1234567Z' }),
  sourceRefName: `refs/heads/topic-${pullRequestId}`,
  targetRefName: 'refs/heads/main',
  mergeStatus: 'succeeded',
  lastMergeSourceCommit: { commitId: `head-${pullRequestId}` },
  lastMergeCommit: { commitId: `merge-${pullRequestId}` },
  completionOptions: { mergeStrategy: 'squash' },
  reviewers: [],
  ...given,
});

const threads = [
  {
    id: 1,
    publishedDate: '2026-01-01T12:00:00Z',
    comments: [{ id: 1, author: grace, commentType: 'system', publishedDate: '2026-01-01T12:00:00Z' }],
    properties: {
      CodeReviewThreadType: { $type: 'System.String', $value: 'VoteUpdate' },
      CodeReviewVoteResult: { $type: 'System.String', $value: '10' },
      CodeReviewVotedByIdentity: { $type: 'System.String', $value: '1' },
    },
    identities: { '1': grace },
  },
  {
    id: 2,
    publishedDate: '2026-01-01T11:00:00Z',
    threadContext: {
      filePath: '/src/a.ts',
      rightFileStart: { line: 5, offset: 1 },
      rightFileEnd: { line: 5, offset: 9 },
    },
    comments: [
      { id: 1, parentCommentId: 0, author: grace, commentType: 'text', publishedDate: '2026-01-01T11:00:00Z' },
      { id: 2, parentCommentId: 1, author: ada, commentType: 'text', publishedDate: '2026-01-01T11:30:00Z' },
    ],
  },
];

const repository = {
  id: 'guid-repo',
  name: 'site',
  project: { id: 'guid-project', name: 'Web Shop', visibility: 'private' },
  defaultBranch: 'refs/heads/main',
  remoteUrl: 'https://contoso@dev.azure.com/contoso/Web%20Shop/_git/site',
  webUrl: 'https://dev.azure.com/contoso/Web%20Shop/_git/site',
  isDisabled: false,
};

const list = (value: unknown[]): Reply => ({ body: { count: value.length, value } });

const works = ({ path, query }: Received): Reply => {
  if (path === base) return { body: repository };
  if (path === '/contoso/_apis/git/repositories') return list([repository]);
  if (path === `${base}/pullrequests`) {
    return list(query.get('searchCriteria.status') === 'completed' ? [pull(1, 'completed')] : []);
  }
  if (path.endsWith('/threads')) return list(threads);
  if (path.endsWith('/commits')) {
    return list([
      { commitId: 'b', author: { name: 'Ada', date: '2026-01-01T07:00:00Z' } },
      { commitId: 'a', author: { name: 'Ada', date: '2026-01-01T06:00:00Z' } },
    ]);
  }
  return list([]);
};

const given = { organization: 'contoso', tenantId: 'tenant', expiresAt };

async function open(answer: (request: Received, url: string) => Reply) {
  const local = await startLocalHost(answer);
  const host = azureDevopsCodeHost([connectionTo(AZURE_DEVOPS, local.url, given)], testRuntime());
  return { host, local, [Symbol.asyncDispose]: () => local[Symbol.asyncDispose]() };
}

test('a pull request comes with its commits, votes and threads of comments', async () => {
  await using world = await open(works);
  const facts = await allFacts(world.host.pullRequests(repo, { since: null }));
  expect(only('pull_request', facts)).toMatchObject([
    {
      host: AZURE_DEVOPS,
      repoPath: 'contoso/Web Shop/site',
      number: 1,
      state: 'merged',
      sourceBranch: 'topic-1',
      mergedAt: '2026-01-02T08:00:00.123Z',
      updatedAt: '2026-01-02T08:00:00.123Z',
      mergeSha: 'merge-1',
      squashSha: 'merge-1',
      author: { email: 'ada@contoso.example' },
    },
  ]);
  expect(only('pull_request_commits', facts)).toMatchObject([{ commits: [{ sha: 'a' }, { sha: 'b' }] }]);
  expect(only('review', facts)).toMatchObject([{ verdict: 'approved', reviewer: { fullName: 'Grace', bot: false } }]);
  expect(only('comment', facts)).toMatchObject([
    { commentId: '2.1', path: 'src/a.ts', line: 5, side: 'new', inReplyTo: null },
    { commentId: '2.2', inReplyTo: '2.1' },
  ]);
});

test('a refresh reads the open ones and those closed since', async () => {
  await using world = await open(works);
  await allFacts(world.host.pullRequests(repo, { since: new Date('2026-01-02T00:00:00Z'), headKnown: () => true }));
  const lists = world.local.log.filter(({ path }) => path.endsWith('/pullrequests'));
  expect(lists.map(({ query }) => [query.get('searchCriteria.status'), query.get('searchCriteria.minTime')])).toEqual([
    ['active', null],
    ['completed', '2026-01-02T00:00:00.000Z'],
    ['abandoned', '2026-01-02T00:00:00.000Z'],
  ]);
  expect(world.local.log).toHaveLength(4);
});

test('an open pull request is as new as its reading', async () => {
  await using world = await open((request) =>
    request.query.get('searchCriteria.status') === 'active' ? list([pull(2, 'active')]) : works(request),
  );
  const facts = await allFacts(world.host.pullRequests(repo, { since: null }));
  expect(only('pull_request', facts)[0]).toMatchObject({
    state: 'open',
    updatedAt: '2026-10-08T12:00:00.000Z',
    mergeSha: null,
  });
});

test('more than a page of pull requests is read to the end', async () => {
  const many = Array.from({ length: 150 }, (_, index) => pull(index, 'abandoned'));
  await using world = await open((request) => {
    if (request.query.get('searchCriteria.status') !== 'abandoned') return works(request);
    const skip = Number(request.query.get('$skip'));
    return list(many.slice(skip, skip + 100));
  });
  const facts = await allFacts(world.host.pullRequests(repo, { since: null, headKnown: () => true }));
  expect(only('pull_request', facts)).toHaveLength(151);
});

test('a token gives its owner, with the expiry that its owner gave', async () => {
  await using world = await open(() => ({
    body: {
      authenticatedUser: {
        id: 'guid-ada',
        providerDisplayName: 'Ada',
        properties: { Account: { $type: 'System.String', $value: 'ada@contoso.example' } },
      },
    },
  }));
  expect(await world.host.whoAmI()).toMatchObject({
    hostId: 'guid-ada',
    userName: 'ada@contoso.example',
    tokenExpiresAt: expiresAt,
  });
  expect(world.local.log[0]?.headers.get('authorization')).toBe(`Basic ${btoa(':token-of-connection-1')}`);
});

test('a host that takes a token for nobody’s refuses it', async () => {
  const authenticatedUser = { id: 'aaaaaaaa-aaaa-aaaa-aaaa-aaaaaaaaaaaa', providerDisplayName: 'Anonymous' };
  await using world = await open(() => ({ body: { authenticatedUser } }));
  await expect(world.host.whoAmI()).rejects.toMatchObject({ code: 'connection_invalid' });
});

test('projects are organizations, with the organization before them in the slug', async () => {
  await using world = await open(({ path }) =>
    path.endsWith('/projects') ? list([{ id: 'guid-project', name: 'Web Shop' }]) : list([repository]),
  );
  expect(await allItems(world.host.listOrganizations())).toMatchObject([
    { slug: 'contoso--Web-Shop', path: 'contoso/Web Shop' },
  ]);
  expect(await allItems(world.host.listRepositories('contoso/Other'))).toEqual([]);
  expect(await allItems(world.host.listRepositories('contoso/Web-Shop'))).toHaveLength(1);
  expect(await allItems(world.host.listRepositories('contoso/Web Shop'))).toMatchObject([
    {
      path: 'contoso/Web Shop/site',
      organizationSlug: 'contoso--Web-Shop',
      defaultBranch: 'main',
      cloneUrl: 'https://dev.azure.com/contoso/Web%20Shop/_git/site',
    },
  ]);
});

test('work items come two hundred a call', async () => {
  const workItems = Array.from({ length: 201 }, (_, index) => ({ id: index + 1 }));
  const item = (id: number) => ({
    id,
    fields: {
      'System.Title': 'Broken',
      'System.WorkItemType': 'Bug',
      'System.State': 'Closed',
      'System.CreatedDate': '2026-01-01T00:00:00Z',
      'System.ChangedDate': '2026-01-03T00:00:00Z',
      'System.CreatedBy': ada,
      'System.AssignedTo': grace,
      'System.Tags': 'one; two',
      'Microsoft.VSTS.Common.Priority': 1,
      'Microsoft.VSTS.Common.ActivatedDate': '2026-01-02T00:00:00Z',
      'Microsoft.VSTS.Common.ClosedDate': '2026-01-03T00:00:00Z',
    },
  });
  await using world = await open(({ path, body }) =>
    path.endsWith('/wiql') ? { body: { workItems } } : list(JSON.parse(body).ids.map(item)),
  );
  const facts = await allFacts(world.host.issues(repo, new Date('2026-01-01T00:00:00Z')));
  expect(only('issue', facts)).toHaveLength(201);
  expect(only('issue', facts)[0]).toMatchObject({
    key: 'AB#1',
    type: 'Bug',
    priority: '1',
    labels: ['one', 'two'],
    resolvedAt: '2026-01-03T00:00:00.000Z',
  });
  expect(world.local.log).toHaveLength(3);
});

test('tags name the commit, not the tag’s own object', async () => {
  await using world = await open(() =>
    list([{ name: 'refs/tags/v1', objectId: 'tag-object', peeledObjectId: 'commit' }]),
  );
  expect(await allFacts(world.host.tags(repo))).toMatchObject([{ name: 'v1', sha: 'commit' }]);
});

test('the organization stands once in the address', () => {
  const connection = connectionTo(AZURE_DEVOPS, 'https://x.example', { endpoint: null, organization: 'contoso' });
  expect(devopsBaseUrl(connection)).toBe('https://dev.azure.com/contoso');
  const onPrem = {
    ...connection,
    host: AZURE_DEVOPS_SERVER,
    endpoint: 'https://tfs.acme.example/tfs/Contoso/',
  } as const;
  expect(devopsBaseUrl(onPrem)).toBe('https://tfs.acme.example/tfs/Contoso');
  expect(() => devopsBaseUrl({ ...onPrem, endpoint: null })).toThrow(
    expect.objectContaining({ code: 'endpoint_refused' }),
  );
});
