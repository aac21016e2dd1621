import type { PullRequest, PullRequestReview } from '@octokit/graphql-schema';
import type { components } from '@octokit/openapi-types';
import type { AnswerOf } from '../fits.ts';
import type { Received, Reply } from '../local-host.ts';
import { denied, type Story, unknown, type Vendor } from './story.ts';

type Published = components['schemas'];

const ada = { id: 3, login: 'ada', type: 'User', avatar_url: 'https://avatars.example/ada' };
const grace = { ...ada, id: 5, login: 'grace' };

/** GitHub's REST API as an Enterprise Server serves it, and the GraphQL batch. */
export function githubVendor({ token, email, cloneUrl, sha, onDay }: Story): Vendor {
  const base = '/api/v3/repos/acme/sums';
  const repository = {
    id: 9,
    name: 'sums',
    full_name: 'acme/sums',
    owner: { login: 'acme' },
    default_branch: 'main',
    private: true,
    archived: false,
    fork: false,
    html_url: 'https://github.example/acme/sums',
    clone_url: cloneUrl,
    pushed_at: onDay(12),
  } satisfies AnswerOf<Published['repository']>;
  const pull = (number: number, opened: number, head: number) =>
    ({
      id: 1_000 + number,
      node_id: `PR_${number}`,
      number,
      title: `Change ${number}`,
      body: number === 1 ? 'Closes #21' : null,
      state: 'open',
      draft: false,
      user: ada,
      head: { ref: `topic-${number}`, sha: sha(head) },
      base: { ref: 'main', sha: sha(0) },
      created_at: onDay(opened),
      updated_at: onDay(opened),
      closed_at: null,
      merged_at: null,
      merge_commit_sha: null,
      html_url: `https://github.example/acme/sums/pull/${number}`,
    }) satisfies AnswerOf<Published['pull-request-simple']>;
  const merged = {
    state: 'closed',
    updated_at: onDay(3),
    closed_at: onDay(3),
    merged_at: onDay(3),
    merge_commit_sha: sha(3),
  } satisfies AnswerOf<Published['pull-request-simple']>;
  const comment = {
    id: 700,
    user: grace,
    body: 'Why three?',
    created_at: onDay(3),
    updated_at: onDay(3),
    path: 'src/sum.ts',
    line: 3,
    side: 'RIGHT',
    original_commit_id: sha(2),
    pull_request_url: 'https://github.example/api/v3/repos/acme/sums/pulls/1',
  } satisfies AnswerOf<Published['pull-request-review-comment']>;
  const issue = (number: number) =>
    ({
      id: 2_000 + number,
      number,
      title: 'Too short',
      state: 'closed',
      user: grace,
      assignee: ada,
      labels: ['bug'],
      created_at: onDay(1),
      updated_at: onDay(3),
      closed_at: onDay(3),
      html_url: `https://github.example/acme/sums/issues/${number}`,
    }) satisfies AnswerOf<Published['issue']>;
  const tag = (name: string) => ({ name, commit: { sha: sha(3) } }) satisfies AnswerOf<Published['tag']>;
  const commit = (index: number) => ({
    commit: {
      oid: sha(index),
      authoredDate: onDay(index),
      author: { name: 'Ada', email, user: { databaseId: ada.id, login: ada.login } },
    },
  });
  const approval = {
    fullDatabaseId: '600',
    state: 'APPROVED',
    submittedAt: onDay(3),
    author: { __typename: 'User', login: grace.login, databaseId: grace.id },
    commit: { oid: sha(2) },
  } satisfies AnswerOf<PullRequestReview>;
  const details = [
    {
      number: 1,
      headRefOid: sha(2),
      updatedAt: onDay(3),
      commits: { totalCount: 2, nodes: [commit(1), commit(2)] },
      reviews: { totalCount: 1, nodes: [approval] },
      reviewThreads: { nodes: [{ isResolved: true, comments: { nodes: [{ fullDatabaseId: '700' }] } }] },
    },
    {
      number: 3,
      headRefOid: sha(7),
      updatedAt: onDay(7),
      commits: { totalCount: 1, nodes: [commit(7)] },
      reviews: { totalCount: 0, nodes: [] },
      reviewThreads: { nodes: [] },
    },
  ] satisfies AnswerOf<PullRequest>[];
  const authorsIn = (query: string) =>
    Object.fromEntries(
      [...query.matchAll(/(c\d+): object\(oid: "(\w+)"\)/g)].map(([, name = '', oid]) => [
        name,
        oid === sha(1) ? { author: commit(1).commit.author } : null,
      ]),
    );
  const answers: Record<string, (request: Received) => Reply> = {
    '/api/v3/user': () => ({ body: ada, headers: { 'x-oauth-scopes': 'repo' } }),
    '/api/v3/user/emails': () => ({ body: [{ email, primary: true, verified: true, visibility: 'private' }] }),
    '/api/v3/user/orgs': () => ({ body: [{ id: 8, login: 'acme', avatar_url: 'https://avatars.example/acme' }] }),
    '/api/v3/orgs/acme/repos': () => ({ body: [repository] }),
    [base]: () => ({ body: repository }),
    [`${base}/pulls`]: () => ({ body: [pull(3, 7, 7), { ...pull(1, 2, 2), ...merged }] }),
    [`${base}/pulls/comments`]: () => ({ body: [comment] }),
    [`${base}/issues/comments`]: () => ({ body: [] }),
    [`${base}/issues`]: () => ({ body: [issue(21), issue(22)] }),
    [`${base}/tags`]: () => ({ body: [tag('v1.0.0'), tag('v1.0.1')] }),
    '/api/graphql': ({ body }) => {
      const { query, variables } = JSON.parse(body);
      if (variables.owner === 'acme') return { body: { data: { repository: authorsIn(query) } } };
      const { ids } = variables;
      return { body: { data: { nodes: details.filter(({ number }) => ids.includes(`PR_${number}`)) } } };
    },
  };
  return {
    repoPath: 'acme/sums',
    organizations: 2,
    answer: (asked) =>
      asked.headers.get('authorization') === `Bearer ${token}` ? (answers[asked.path]?.(asked) ?? unknown) : denied,
    pullMessage: (title, at) => ({
      headers: { 'x-github-event': 'pull_request' },
      body: { action: 'edited', repository, pull_request: { ...pull(3, 7, 7), title, updated_at: at } },
    }),
  };
}
