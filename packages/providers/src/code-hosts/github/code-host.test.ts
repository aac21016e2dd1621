import { GITHUB } from '@linescope/contract/vendors';
import { expect, test } from 'vitest';
import { allFacts, allPages, only } from '../../testing/collect.ts';
import { connectionTo } from '../../testing/connection.ts';
import { type LocalHost, type Received, type Reply, startLocalHost, testRuntime } from '../../testing/local-host.ts';
import { githubCodeHost } from './code-host.ts';
import { githubDerivers } from './derive.ts';
import { commit, details, issue, issueComment, pull, review, reviewComment, user } from './fixtures.ts';

const repo = { path: 'acme/web' };
const base = '/api/v3/repos/acme/web';

type Route = (request: Received, url: string) => Reply;

/** A host with some routes; everything else in the repository is an empty list. */
async function open(routes: Record<string, Route>) {
  const local = await startLocalHost((request, url) => routes[request.path]?.(request, url) ?? { body: [] });
  const runtime = testRuntime();
  return {
    host: githubCodeHost([connectionTo(GITHUB, local.url)], runtime),
    local,
    runtime,
    [Symbol.asyncDispose]: () => local[Symbol.asyncDispose](),
  };
}

const detailsRoute: Route = ({ body }) => {
  const { variables } = JSON.parse(body);
  return { body: { data: { nodes: variables.ids.map((id: string) => details(Number(id.slice(3)))) } } };
};

/** A page of a list, with the link to the next as the vendor writes it. */
function page(items: unknown[], { query, path }: Received, url: string): Reply {
  const number = Number(query.get('page') ?? 1);
  const size = Number(query.get('per_page') ?? 30);
  const next = new URLSearchParams(query);
  next.set('page', String(number + 1));
  const more = items.length > number * size;
  const headers: Record<string, string> = more ? { link: `<${url}${path}?${next}>; rel="next"` } : {};
  return { body: items.slice((number - 1) * size, number * size), headers };
}

const repository = {
  id: 1,
  name: 'web',
  full_name: 'acme/web',
  owner: { login: 'acme' },
  private: true,
  fork: false,
  default_branch: 'trunk',
  html_url: 'https://github.com/acme/web',
  clone_url: 'https://github.com/acme/web.git',
};

const callsTo = (local: LocalHost, path: string) => local.log.filter((call) => call.path === path).length;

test('a pull request comes with its commits, reviews and comments', async () => {
  await using world = await open({
    [`${base}/pulls`]: () => ({ body: [pull(7)] }),
    '/api/graphql': detailsRoute,
    [`${base}/pulls/comments`]: () => ({ body: [reviewComment(1, 7)] }),
    [`${base}/issues/comments`]: () => ({
      body: [issueComment(2, 'pull/7'), issueComment(3, 'issues/9'), issueComment(4, 'issues/7')],
    }),
  });
  const facts = await allFacts(world.host.pullRequests(repo, { since: null }));

  expect(only('pull_request', facts)).toEqual([
    {
      fact: 'pull_request',
      host: GITHUB,
      repoPath: 'acme/web',
      number: 7,
      hostId: '10007',
      title: 'Change 7',
      sourceBranch: 'topic-7',
      targetBranch: 'main',
      author: {
        hostId: '3',
        userName: 'ada',
        fullName: null,
        email: null,
        avatarUrl: 'https://avatars.example/ada',
        bot: false,
      },
      state: 'merged',
      draft: false,
      openedAt: '2026-01-01T00:07:00.000Z',
      updatedAt: '2026-01-01T00:17:00.000Z',
      closedAt: '2026-01-01T00:17:00.000Z',
      mergedAt: '2026-01-01T00:17:00.000Z',
      mergeSha: 'merge-7',
      squashSha: null,
      headSha: 'head-7',
      url: 'https://github.com/acme/web/pull/7',
    },
  ]);
  expect(only('pull_request_commits', facts)).toMatchObject([
    { number: 7, headSha: 'head-7', commits: [{ sha: 'commit-7-0' }, { sha: 'commit-7-1' }] },
  ]);
  expect(only('review', facts)).toMatchObject([
    { number: 7, reviewId: '7000', verdict: 'approved', reviewer: { userName: 'grace', bot: false } },
  ]);
  expect(only('comment', facts)).toMatchObject([
    { number: 7, commentId: 'review:1', path: 'src/index.ts', line: 12, side: 'new' },
    { number: 7, commentId: 'issue:2', path: null, line: null },
    { number: 7, commentId: 'issue:4' },
  ]);
});

test('stored payloads give the same facts again without asking the host', async () => {
  await using world = await open({
    [`${base}/pulls`]: () => ({ body: [pull(7), pull(8)] }),
    '/api/graphql': detailsRoute,
  });
  const pages = await allPages(world.host.pullRequests(repo, { since: null }));
  for (const { payload, facts } of pages) {
    const stored = JSON.parse(JSON.stringify(payload));
    expect(githubDerivers[payload.kind]?.(stored)).toEqual(facts);
  }
});

test('a server that is too old for the batch is asked one by one from then on', async () => {
  const errors = [
    { message: "Field 'reviewThreads' doesn't exist on type 'PullRequest'", extensions: { code: 'undefinedField' } },
  ];
  await using world = await open({
    [`${base}/pulls`]: () => ({ body: [pull(7), pull(8), pull(9)] }),
    '/api/graphql': () => ({ body: { errors } }),
    [`${base}/pulls/7/commits`]: () => ({ body: [commit('a')] }),
    [`${base}/pulls/8/commits`]: () => ({ body: [commit('b')] }),
    [`${base}/pulls/9/commits`]: () => ({ body: [commit('c')] }),
  });
  const facts = await allFacts(world.host.pullRequests(repo, { since: null }));
  expect(only('pull_request_commits', facts)).toHaveLength(3);
  expect(callsTo(world.local, '/api/graphql')).toBe(1);
});

test('an open pull request has no merge commit, though the host names a trial one', async () => {
  const open_ = pull(1, { state: 'open', closed_at: null, merged_at: null });
  await using world = await open({ [`${base}/pulls`]: () => ({ body: [open_] }), '/api/graphql': detailsRoute });
  const facts = await allFacts(world.host.pullRequests(repo, { since: null }));
  expect(only('pull_request', facts)).toMatchObject([{ state: 'open', mergeSha: null, mergedAt: null }]);
});

test('5,000 pull requests cost 150 calls and their comments’ pages; ten changed ones cost four', async () => {
  const pulls = Array.from({ length: 5_000 }, (_, index) => pull(5_000 - index));
  const comments = Array.from({ length: 2_500 }, (_, index) => reviewComment(index, index + 1));
  await using world = await open({
    [`${base}/pulls`]: (request, url) => page(pulls, request, url),
    '/api/graphql': detailsRoute,
    [`${base}/pulls/comments`]: (request, url) => page(request.query.has('since') ? [] : comments, request, url),
  });
  const facts = await allFacts(world.host.pullRequests(repo, { since: null }));
  expect(only('pull_request', facts)).toHaveLength(5_000);
  expect(only('pull_request_commits', facts)).toHaveLength(5_000);
  const counts = {
    pulls: callsTo(world.local, `${base}/pulls`),
    details: callsTo(world.local, '/api/graphql'),
    reviewComments: callsTo(world.local, `${base}/pulls/comments`),
    issueComments: callsTo(world.local, `${base}/issues/comments`),
  };
  console.log(`5,000 pull requests: ${world.local.log.length} calls`, counts);
  expect(counts).toEqual({ pulls: 50, details: 100, reviewComments: 25, issueComments: 1 });

  const since = new Date('2026-06-01T00:00:00Z');
  for (const [index, changed] of pulls.slice(0, 10).entries()) changed.updated_at = `2026-06-02T00:00:0${index % 10}Z`;
  world.local.log.length = 0;
  const refreshed = await allFacts(world.host.pullRequests(repo, { since }));
  console.log(`10 changed ones: ${world.local.log.length} calls`);
  expect(only('pull_request_commits', refreshed)).toHaveLength(10);
  expect(world.local.log).toHaveLength(4);
});

test('a pull request with more commits or reviews than a batch gives is completed page by page', async () => {
  await using world = await open({
    [`${base}/pulls`]: () => ({ body: [pull(1)] }),
    '/api/graphql': () => ({ body: { data: { nodes: [details(1, 150, 60)] } } }),
    [`${base}/pulls/1/commits`]: (request, url) =>
      page(
        Array.from({ length: 150 }, (_, index) => commit(`sha-${index}`)),
        request,
        url,
      ),
    [`${base}/pulls/1/reviews`]: (request, url) =>
      page(
        Array.from({ length: 60 }, (_, index) => review(index)),
        request,
        url,
      ),
  });
  const facts = await allFacts(world.host.pullRequests(repo, { since: null }));
  const commits = only('pull_request_commits', facts);
  expect(commits).toHaveLength(1);
  expect(commits[0]?.commits).toHaveLength(150);
  expect(new Set(only('review', facts).map((fact) => fact.reviewId)).size).toBeGreaterThanOrEqual(60);
});

test('a host that knows no batches is asked pull request by pull request', async () => {
  await using world = await open({
    [`${base}/pulls`]: () => ({ body: [pull(2), pull(1)] }),
    '/api/graphql': () => ({ status: 404 }),
    [`${base}/pulls/1/commits`]: () => ({ body: [commit('a')] }),
    [`${base}/pulls/2/commits`]: () => ({ body: [commit('b')] }),
    [`${base}/pulls/2/reviews`]: () => ({
      body: [review(1, { state: 'CHANGES_REQUESTED' }), review(2, { user: null, state: 'PENDING' })],
    }),
  });
  const facts = await allFacts(world.host.pullRequests(repo, { since: null }));
  expect(only('pull_request_commits', facts).map((fact) => fact.number)).toEqual([2, 1]);
  expect(only('review', facts)).toMatchObject([{ number: 2, verdict: 'changes_requested' }]);
  expect(callsTo(world.local, '/api/graphql')).toBe(1);
});

test.each<[string, Reply]>([
  ['fails', { status: 502 }],
  ['gives nothing', { body: { data: null, errors: [{ type: 'MAX_NODE_LIMIT_EXCEEDED', message: 'too heavy' }] } }],
])('a batch that is too heavy for the host, which %s, is asked for in halves', async (_how, heavy) => {
  const pulls = Array.from({ length: 40 }, (_, index) => pull(40 - index));
  await using world = await open({
    [`${base}/pulls`]: () => ({ body: pulls }),
    '/api/graphql': (request, url) =>
      JSON.parse(request.body).variables.ids.length > 10 ? heavy : detailsRoute(request, url),
  });
  const facts = await allFacts(world.host.pullRequests(repo, { since: null }));
  expect(only('pull_request_commits', facts)).toHaveLength(40);
  expect(world.local.log.filter(({ path }) => path.endsWith('/commits'))).toHaveLength(0);
});

test('a batch refused for quota waits and goes on', async () => {
  let asked = 0;
  await using world = await open({
    [`${base}/pulls`]: () => ({ body: [pull(1)] }),
    '/api/graphql': (request, url) =>
      asked++ === 0
        ? { body: { data: null, errors: [{ type: 'RATE_LIMITED', message: 'API rate limit exceeded' }] } }
        : detailsRoute(request, url),
  });
  const facts = await allFacts(world.host.pullRequests(repo, { since: null }));
  expect(only('pull_request_commits', facts)).toHaveLength(1);
  expect(world.runtime.time.slept).toEqual([60_000]);
});

test('reviews of bots are distinguished from those of people', async () => {
  await using world = await open({
    [`${base}/pulls`]: () => ({ body: [pull(1)] }),
    '/api/graphql': () => ({ status: 404 }),
    [`${base}/pulls/1/reviews`]: () => ({ body: [{ ...review(1), user: user('review-helper[bot]', 'Bot') }] }),
  });
  const facts = await allFacts(world.host.pullRequests(repo, { since: null }));
  expect(only('review', facts)).toMatchObject([{ reviewer: { bot: true } }]);
});

test('the commits of a year are counted in one call', async () => {
  await using world = await open({
    [`${base}/commits`]: ({ query }, url) => ({
      body: [commit('a')],
      headers: { link: `<${url}${base}/commits?since=${query.get('since')}&per_page=1&page=4321>; rel="last"` },
    }),
  });
  expect(await world.host.commitCountSince(repo, new Date('2025-10-08T00:00:00Z'))).toBe(4_321);
});

test('an empty repository has no commits', async () => {
  await using world = await open({
    [`${base}/commits`]: () => ({ status: 409, body: { message: 'Git Repository is empty.' } }),
  });
  expect(await world.host.commitCountSince(repo, new Date('2025-10-08T00:00:00Z'))).toBe(0);
});

test('the default branch is the repository’s own', async () => {
  await using world = await open({ [base]: () => ({ body: repository }) });
  expect(await world.host.defaultBranch(repo)).toBe('trunk');
});

test('a path that would leave the repository’s own address is refused before any call', async () => {
  await using world = await open({});
  await expect(world.host.defaultBranch({ path: '../user' })).rejects.toMatchObject({ code: 'not_found' });
  await expect(world.host.defaultBranch({ path: 'acme/web/../../x' })).rejects.toMatchObject({ code: 'not_found' });
  expect(world.local.log).toHaveLength(0);
});

test('issues give type, priority and closing, and pull requests among them are left out', async () => {
  const bug = issue(4, {
    state: 'closed',
    state_reason: 'completed',
    closed_at: '2026-02-01T00:00:00Z',
    labels: [{ name: 'bug' }, { name: 'priority: highest' }],
  });
  await using world = await open({
    [`${base}/issues`]: () => ({ body: [bug, { ...issue(5), pull_request: { url: 'https://x.example' } }] }),
  });
  const facts = await allFacts(world.host.issues(repo, null));
  expect(only('issue', facts)).toMatchObject([
    {
      key: 'acme/web#4',
      type: 'Bug',
      priority: 'highest',
      status: 'completed',
      statusCategory: 'done',
      resolvedAt: '2026-02-01T00:00:00.000Z',
    },
  ]);
  expect(only('issue_change', facts)).toMatchObject([{ field: 'status', from: 'open', to: 'completed' }]);
});

test('a repository with issues switched off has none', async () => {
  await using world = await open({
    [`${base}/issues`]: () => ({ status: 410, body: { message: 'Issues are disabled' } }),
  });
  expect(await allFacts(world.host.issues(repo, null))).toEqual([]);
});

test('tags name their commits', async () => {
  await using world = await open({
    [`${base}/tags`]: () => ({ body: [{ name: 'v1.0', commit: { sha: 'abc', url: '' } }] }),
  });
  expect(await allFacts(world.host.tags(repo))).toMatchObject([{ fact: 'tag', name: 'v1.0', sha: 'abc' }]);
});
