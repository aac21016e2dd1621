import type { components } from '@octokit/openapi-types';

/** Payloads shaped by the vendor's published types: a field that is misnamed or mistyped here does not compile. */
type Vendor = components['schemas'];
type Some<T, K extends keyof T> = Pick<T, K>;

export const user = (login: string, type = 'User') =>
  ({ id: login.length, login, type, avatar_url: `https://avatars.example/${login}` }) satisfies Partial<
    Vendor['simple-user']
  >;

const at = (minute: number) => new Date(Date.parse('2026-01-01T00:00:00Z') + minute * 60_000).toISOString();

type PullFields =
  | 'id'
  | 'node_id'
  | 'number'
  | 'title'
  | 'state'
  | 'draft'
  | 'created_at'
  | 'updated_at'
  | 'closed_at'
  | 'merged_at'
  | 'merge_commit_sha'
  | 'html_url';

/** Pull request n, opened at minute n and merged ten minutes later by default. */
export const pull = (number: number, given: Partial<Some<Vendor['pull-request-simple'], PullFields>> = {}) => ({
  ...({
    id: 10_000 + number,
    node_id: `PR_${number}`,
    number,
    title: `Change ${number}`,
    state: 'closed',
    draft: false,
    created_at: at(number),
    updated_at: at(number + 10),
    closed_at: at(number + 10),
    merged_at: at(number + 10),
    merge_commit_sha: `merge-${number}`,
    html_url: `https://github.com/acme/web/pull/${number}`,
  } satisfies Some<Vendor['pull-request-simple'], PullFields>),
  user: user('ada'),
  head: { ref: `topic-${number}`, sha: `head-${number}` },
  base: { ref: 'main', sha: 'base' },
  ...given,
});

export const details = (number: number, commits = 2, reviews = 1) => ({
  number,
  headRefOid: `head-${number}`,
  updatedAt: at(number + 10),
  commits: {
    totalCount: commits,
    nodes: Array.from({ length: Math.min(commits, 100) }, (_, index) => ({
      commit: { oid: `commit-${number}-${index}`, authoredDate: at(number - 5 + index) },
    })),
  },
  reviews: {
    totalCount: reviews,
    nodes: Array.from({ length: Math.min(reviews, 50) }, (_, index) => ({
      fullDatabaseId: String(number * 1_000 + index),
      state: 'APPROVED',
      submittedAt: at(number + 5),
      author: { __typename: 'User', login: 'grace', databaseId: 5 },
      commit: { oid: `head-${number}` },
    })),
  },
});

export const review = (id: number, given: Partial<Vendor['pull-request-review']> = {}) => ({
  id,
  user: user('grace'),
  state: 'APPROVED',
  submitted_at: at(6),
  commit_id: 'head-1',
  ...given,
});

export const reviewComment = (id: number, number: number) => ({
  ...({
    id,
    created_at: at(7),
    updated_at: at(7),
    path: 'src/index.ts',
    line: 12,
    original_line: 10,
    side: 'RIGHT',
    original_commit_id: `head-${number}`,
    pull_request_url: `https://api.github.com/repos/acme/web/pulls/${number}`,
  } satisfies Partial<Vendor['pull-request-review-comment']>),
  user: user('grace'),
});

export const issueComment = (id: number, page: string) => ({
  ...({
    id,
    created_at: at(8),
    updated_at: at(9),
    html_url: `https://github.com/acme/web/${page}#issuecomment-${id}`,
    issue_url: `https://api.github.com/repos/acme/web/issues/${page.split('/')[1]}`,
  } satisfies Partial<Vendor['issue-comment']>),
  user: user('linus'),
});

export const commit = (sha: string) => ({
  sha,
  commit: { author: { name: 'Ada', email: 'ada@example.com', date: at(0) } },
});

export const issue = (number: number, given: Partial<Vendor['issue']> = {}) => ({
  ...({
    id: 500 + number,
    number,
    title: `Trouble ${number}`,
    state: 'open',
    created_at: at(1),
    updated_at: at(2),
    closed_at: null,
    html_url: `https://github.com/acme/web/issues/${number}`,
    labels: [],
  } satisfies Partial<Vendor['issue']>),
  user: user('ada'),
  assignee: null,
  ...given,
});
