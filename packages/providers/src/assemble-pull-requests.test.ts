import { GITHUB } from '@linescope/contract/vendors';
import { expect, test } from 'vitest';
import { assemblePullRequests } from './assemble-pull-requests.ts';
import type { CommentFact, Fact, Person, PullRequestFact, ReviewFact } from './facts.ts';

const person = (userName: string, bot = false): Person => ({
  hostId: userName,
  userName,
  fullName: null,
  email: null,
  bot,
});
const where = { host: GITHUB, repoPath: 'acme/web', number: 7 } as const;

const pull: PullRequestFact = {
  fact: 'pull_request',
  ...where,
  hostId: '1',
  title: 'Change',
  sourceBranch: 'topic',
  targetBranch: 'main',
  author: person('ada'),
  state: 'merged',
  draft: false,
  openedAt: '2026-01-01T08:00:00.000Z',
  updatedAt: '2026-01-02T08:00:00.000Z',
  closedAt: '2026-01-02T07:00:00.000Z',
  mergedAt: '2026-01-02T07:00:00.000Z',
  mergeSha: 'merge',
  squashSha: null,
  headSha: 'head',
  url: null,
};

const review = (reviewId: string, reviewer: Person, at: string): ReviewFact => ({
  fact: 'review',
  ...where,
  reviewId,
  reviewer,
  verdict: 'approved',
  submittedAt: at,
  updatedAt: at,
  commitSha: null,
});

const comment = (commentId: string, author: Person, at: string, path: string | null = null): CommentFact => ({
  fact: 'comment',
  body: '',
  resolved: false,
  ...where,
  commentId,
  author,
  createdAt: at,
  updatedAt: at,
  path,
  line: null,
  side: null,
  commitSha: null,
  inReplyTo: null,
  deleted: false,
});

const commits = (headSha: string): Fact => ({
  fact: 'pull_request_commits',
  ...where,
  headSha,
  updatedAt: '2026-01-02T08:00:00.000Z',
  commits: [
    { sha: 'a', authoredAt: '2026-01-01T06:00:00.000Z' },
    { sha: 'b', authoredAt: '2026-01-01T05:00:00.000Z' },
  ],
});

test('first times are those of people other than the author', () => {
  const facts = [
    review('1', person('helper', true), '2026-01-01T08:01:00.000Z'),
    review('2', person('ada'), '2026-01-01T08:02:00.000Z'),
    comment('1', person('ada'), '2026-01-01T08:03:00.000Z'),
    comment('2', person('grace'), '2026-01-01T09:00:00.000Z'),
    comment('3', person('grace'), '2026-01-01T09:30:00.000Z', 'src/a.ts'),
    review('3', person('grace'), '2026-01-01T10:00:00.000Z'),
    commits('head'),
    pull,
  ];
  expect(assemblePullRequests(facts)).toMatchObject([
    {
      number: 7,
      commitShas: ['a', 'b'],
      commitsAuthoredAt: ['2026-01-01T06:00:00.000Z', '2026-01-01T05:00:00.000Z'],
      firstCommitAuthoredAt: '2026-01-01T05:00:00.000Z',
      firstCommentedAt: '2026-01-01T09:00:00.000Z',
      firstHumanReviewAt: '2026-01-01T09:30:00.000Z',
      humanReviewCount: 1,
      botReviewCount: 1,
      commentCount: 3,
    },
  ]);
});

test('when commits were authored is told of all or of none', () => {
  const known = commits('head');
  const untimed = {
    ...known,
    commits: [
      { sha: 'a', authoredAt: '2026-01-01T06:00:00.000Z' },
      { sha: 'b', authoredAt: null },
    ],
  };
  expect(assemblePullRequests([pull, untimed])).toMatchObject([{ commitShas: ['a', 'b'], commitsAuthoredAt: null }]);
});

test('commits of an older head are not taken for those of the present one', () => {
  expect(assemblePullRequests([pull, commits('older-head')])).toMatchObject([{ commitShas: null }]);
});

test('where the pull request does not carry its closing, the transition does', () => {
  const bare = { ...pull, closedAt: null, mergedAt: null };
  const transition: Fact = {
    fact: 'pull_request_transition',
    ...where,
    state: 'merged',
    at: '2026-01-02T06:00:00.000Z',
  };
  expect(assemblePullRequests([transition, bare])).toMatchObject([{ mergedAt: '2026-01-02T06:00:00.000Z' }]);
  expect(assemblePullRequests([bare])).toMatchObject([{ mergedAt: bare.updatedAt }]);
  expect(assemblePullRequests([transition, { ...bare, state: 'open' }])).toMatchObject([
    { closedAt: null, mergedAt: null },
  ]);
});

test('parts without their pull request wait for it', () => {
  expect(assemblePullRequests([commits('head'), review('1', person('grace'), '2026-01-01T10:00:00.000Z')])).toEqual([]);
});

test('where the host does not say when a request changed, the latest that happened to it counts, not when it was read', () => {
  const { closedAt: _closed, mergedAt: _merged, ...rest } = pull;
  const open: PullRequestFact = { ...rest, state: 'open', closedAt: null, mergedAt: null, isReadTime: true };
  expect(assemblePullRequests([open])).toMatchObject([{ updatedAt: '2026-01-01T08:00:00.000Z' }]);
  const reviewed = [open, review('1', person('grace'), '2026-01-01T10:00:00.000Z')];
  expect(assemblePullRequests(reviewed)).toMatchObject([{ updatedAt: '2026-01-01T10:00:00.000Z' }]);
});
