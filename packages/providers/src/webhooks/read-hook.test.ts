import { AZURE_DEVOPS, BITBUCKET, BITBUCKET_SERVER, GITHUB, GITLAB } from '@linescope/contract/vendors';
import examples from '@octokit/webhooks-examples/api.github.com/index.json' with { type: 'json' };
import { expect, test } from 'vitest';
import { issueComment, pull, review, reviewComment, user } from '../code-hosts/github/fixtures.ts';
import { derive } from '../derive.ts';
import type { Fact } from '../facts.ts';
import type { CodeHostName } from '../provider-names.ts';
import { only } from '../testing/collect.ts';
import { deliveryOf, readHook } from './read-hook.ts';

function read(host: CodeHostName, headers: Record<string, string>, body: unknown): Fact[] {
  const page = readHook(host, { headers: new Headers(headers), body, organization: 'contoso' });
  if (page === null) return [];
  expect(derive(JSON.parse(JSON.stringify(page.payload)))).toEqual(page.facts);
  return page.facts;
}

const github = (event: string, body: object) =>
  read(GITHUB, { 'x-github-event': event }, { repository: { full_name: 'acme/web' }, ...body });

test('GitHub: the vendor’s own example messages are understood', () => {
  const received = new Map<string, number>();
  for (const { name, examples: messages } of examples) {
    if (
      !/^(push|pull_request|pull_request_review|pull_request_review_comment|pull_request_review_thread|issue_comment|release)$/.test(
        name,
      )
    )
      continue;
    for (const message of messages) {
      read(GITHUB, { 'x-github-event': name }, message);
      received.set(name, (received.get(name) ?? 0) + 1);
    }
  }
  expect([...received.values()].reduce((sum, count) => sum + count, 0)).toBeGreaterThan(60);
});

test('GitHub: a push names its branch, a pushed tag its commit, a deleted branch nothing', () => {
  const zeros = '0'.repeat(40);
  expect(github('push', { ref: 'refs/heads/main', before: 'a', after: 'b' })).toEqual([
    { fact: 'push', host: GITHUB, repoPath: 'acme/web', ref: 'refs/heads/main', beforeSha: 'a', afterSha: 'b' },
  ]);
  const tagged = {
    ref: 'refs/tags/v1',
    before: zeros,
    after: 'tag-object',
    head_commit: { id: 'c', timestamp: '2026-01-01T00:00:00Z' },
  };
  expect(only('tag', github('push', tagged))).toMatchObject([{ name: 'v1', sha: 'c' }]);
  expect(github('push', { ref: 'refs/heads/x', before: 'a', after: zeros })).toMatchObject([{ afterSha: null }]);
});

test('GitHub: a thread that is settled, or not any more, is given by its first comment', () => {
  const thread = { comments: [{ id: 701 }, { id: 702 }] };
  const pull_request = { number: 7, updated_at: '2026-01-02T00:00:00Z' };
  for (const [action, resolved] of [
    ['resolved', true],
    ['unresolved', false],
  ])
    expect(github('pull_request_review_thread', { action, thread, pull_request })).toMatchObject([
      { fact: 'comment_resolution', number: 7, commentId: 'review:701', resolved },
    ]);
});

test('GitHub: pull requests, reviews and comments are the same facts that a reading gives', () => {
  expect(github('pull_request', { action: 'closed', pull_request: pull(7) })).toMatchObject([
    { fact: 'pull_request', number: 7, state: 'merged', mergeSha: 'merge-7' },
  ]);
  const given = { ...review(9), state: 'approved' };
  expect(github('pull_request_review', { action: 'submitted', review: given, pull_request: pull(7) })).toMatchObject([
    { fact: 'review', number: 7, reviewId: '9', verdict: 'approved', updatedAt: '2026-01-01T00:17:00.000Z' },
  ]);
  const inline = { action: 'deleted', comment: reviewComment(4, 7) };
  expect(github('pull_request_review_comment', inline)).toMatchObject([
    { commentId: 'review:4', line: 12, deleted: true },
  ]);
  const plain = { action: 'created', comment: issueComment(5, 'pull/7'), issue: { number: 7, pull_request: {} } };
  expect(github('issue_comment', plain)).toMatchObject([{ commentId: 'issue:5', number: 7, deleted: false }]);
});

test('GitHub: closing and reopening an issue are given as changes', () => {
  const issue = {
    id: 1,
    number: 4,
    title: 'x',
    state: 'open',
    created_at: '2026-01-01T00:00:00Z',
    updated_at: '2026-01-03T00:00:00Z',
    closed_at: null,
    html_url: '',
    user: user('ada'),
    assignee: null,
    labels: [],
  };
  expect(github('issues', { action: 'reopened', issue })).toMatchObject([
    { fact: 'issue', status: 'open' },
    { fact: 'issue_change', from: 'closed', to: 'open' },
  ]);
  const closed = { ...issue, state: 'closed', state_reason: 'completed', closed_at: '2026-01-02T00:00:00Z' };
  expect(github('issues', { action: 'closed', issue: closed })).toMatchObject([
    { status: 'completed' },
    { at: '2026-01-02T00:00:00.000Z', to: 'completed' },
  ]);
});

const gitlab = (event: string, body: object) =>
  read(
    GITLAB,
    { 'x-gitlab-event': event },
    { project: { path_with_namespace: 'acme/web' }, user: { id: 5, username: 'grace', name: 'Grace' }, ...body },
  );

const mergeRequest = {
  id: 1,
  iid: 7,
  title: 'Change',
  state: 'opened',
  action: 'open',
  draft: false,
  source_branch: 'topic',
  target_branch: 'main',
  author_id: 5,
  created_at: '2026-01-01 10:00:00 UTC',
  updated_at: '2026-01-02 10:00:00 UTC',
  last_commit: { id: 'head' },
  url: 'https://gitlab.com/x',
};

test('GitLab: a merge request gives its opening, merging and approvals', () => {
  expect(gitlab('Merge Request Hook', { object_attributes: mergeRequest })).toMatchObject([
    {
      fact: 'pull_request',
      number: 7,
      state: 'open',
      openedAt: '2026-01-01T10:00:00.000Z',
      author: { userName: 'grace' },
      headSha: 'head',
    },
  ]);
  const merged = { ...mergeRequest, state: 'merged', action: 'merge', merge_commit_sha: 'merge', author_id: 3 };
  expect(gitlab('Merge Request Hook', { object_attributes: merged })).toMatchObject([
    {
      state: 'merged',
      mergedAt: '2026-01-02T10:00:00.000Z',
      mergeSha: 'merge',
      author: { hostId: '3', userName: null },
    },
  ]);
  expect(gitlab('Merge Request Hook', { object_attributes: { ...mergeRequest, action: 'approved' } })).toMatchObject([
    { fact: 'review', reviewId: 'approval:5', verdict: 'approved' },
  ]);
});

test('GitLab: a message that cannot give when it was merged only says that it changed', () => {
  const relabelled = { ...mergeRequest, state: 'merged', action: 'update' };
  expect(gitlab('Merge Request Hook', { object_attributes: relabelled })).toEqual([
    {
      fact: 'pull_request_changed',
      host: GITLAB,
      repoPath: 'acme/web',
      number: 7,
      updatedAt: '2026-01-02T10:00:00.000Z',
    },
  ]);
});

test('GitLab: notes, issues, pushes and releases', () => {
  const position = { new_path: 'a.ts', old_path: 'a.ts', new_line: null, old_line: 3 };
  const note = {
    id: 9,
    created_at: '2026-01-01 10:00:00 UTC',
    updated_at: '2026-01-01 10:00:00 UTC',
    system: false,
    position,
  };
  expect(gitlab('Note Hook', { merge_request: { iid: 7 }, object_attributes: note })).toMatchObject([
    { commentId: '9', line: 3, side: 'old' },
  ]);
  expect(gitlab('Note Hook', { object_attributes: note })).toEqual([]);
  const issue = {
    id: 1,
    iid: 4,
    title: 'x',
    state: 'closed',
    type: 'Issue',
    author_id: 5,
    created_at: '2026-01-01 10:00:00 UTC',
    updated_at: '2026-01-02 10:00:00 UTC',
    closed_at: '2026-01-02 10:00:00 UTC',
  };
  expect(gitlab('Issue Hook', { labels: [{ title: 'bug' }], object_attributes: issue })).toMatchObject([
    { key: 'acme/web#4', type: 'Bug', statusCategory: 'done' },
  ]);
  expect(
    gitlab('Tag Push Hook', { ref: 'refs/tags/v1', before: '0000', after: 'tag', checkout_sha: 'c' }),
  ).toMatchObject([{ fact: 'push' }, { fact: 'tag', sha: 'c' }]);
  expect(
    gitlab('Release Hook', {
      id: 1,
      name: 'One',
      tag: 'v1',
      action: 'create',
      created_at: '2026-01-01 10:00:00 UTC',
      released_at: '2026-01-01 10:00:00 UTC',
    }),
  ).toMatchObject([{ fact: 'release', tagName: 'v1' }]);
});

const ada = { type: 'user', account_id: 'acc', nickname: 'ada', display_name: 'Ada' };
const bitbucket = (event: string, body: object) =>
  read(BITBUCKET, { 'x-event-key': event }, { repository: { full_name: 'acme/web' }, actor: ada, ...body });
const cloudPull = {
  id: 7,
  title: 'Change',
  state: 'MERGED',
  author: ada,
  source: { branch: { name: 'topic' }, commit: { hash: 'head' } },
  destination: { branch: { name: 'main' } },
  merge_commit: { hash: 'merge' },
  created_on: '2026-01-01T10:00:00+00:00',
  updated_on: '2026-01-02T10:00:00+00:00',
};

test('Bitbucket: pull requests, verdicts, comments and pushes', () => {
  expect(bitbucket('pullrequest:fulfilled', { pullrequest: cloudPull })).toMatchObject([
    { fact: 'pull_request', state: 'merged', mergeSha: 'merge' },
    { fact: 'pull_request_transition', state: 'merged', at: '2026-01-02T10:00:00.000Z' },
  ]);
  const approval = { date: '2026-01-01T12:00:00+00:00', user: ada };
  expect(bitbucket('pullrequest:approved', { pullrequest: cloudPull, approval })).toMatchObject([
    { fact: 'review', reviewId: 'approved:acc' },
  ]);
  expect(
    bitbucket('pullrequest:changes_request_created', { pullrequest: cloudPull, changes_request: approval }),
  ).toMatchObject([{ verdict: 'changes_requested' }]);
  const comment = { id: 3, user: ada, created_on: '2026-01-01T11:00:00+00:00', inline: { path: 'a.ts', to: 4 } };
  expect(bitbucket('pullrequest:comment_deleted', { pullrequest: cloudPull, comment })).toMatchObject([
    { commentId: '3', line: 4, deleted: true },
  ]);
  const changes = [
    { old: null, new: { type: 'tag', name: 'v1', target: { hash: 'c', date: '2026-01-01T00:00:00Z' } } },
  ];
  expect(bitbucket('repo:push', { push: { changes } })).toMatchObject([
    { fact: 'push', ref: 'refs/tags/v1' },
    { fact: 'tag', sha: 'c' },
  ]);
});

const repository = { slug: 'web', project: { key: 'PRJ' } };
const serverPull = {
  id: 7,
  title: 'Change',
  state: 'MERGED',
  createdDate: 1_767_261_600_000,
  updatedDate: 1_767_348_000_000,
  closedDate: 1_767_348_000_000,
  fromRef: { displayId: 'topic', latestCommit: 'head' },
  toRef: { displayId: 'main', latestCommit: 'base', repository },
  author: { user: { id: 3, name: 'ada' } },
  properties: { mergeCommit: { id: 'merge' } },
};
const bitbucketServer = (event: string, body: object) =>
  read(BITBUCKET_SERVER, { 'x-event-key': event }, { date: '2026-01-01T12:00:00+1000', ...body });

test('Bitbucket Data Center: pull requests, verdicts, comments and pushes', () => {
  expect(bitbucketServer('pr:merged', { pullRequest: serverPull })).toMatchObject([
    { repoPath: 'PRJ/web', state: 'merged', mergeSha: 'merge', mergedAt: '2026-01-02T10:00:00.000Z' },
  ]);
  const participant = { user: { id: 5, name: 'grace' } };
  expect(bitbucketServer('pr:reviewer:approved', { pullRequest: serverPull, participant })).toMatchObject([
    { reviewId: 'approved:5', submittedAt: '2026-01-01T02:00:00.000Z' },
  ]);
  const comment = {
    id: 3,
    author: { id: 5, name: 'grace' },
    createdDate: 1_767_261_600_000,
    anchor: { path: 'a.ts', line: 4, fileType: 'FROM' },
  };
  expect(bitbucketServer('pr:comment:added', { pullRequest: serverPull, comment, commentParentId: 2 })).toMatchObject([
    { commentId: '3', path: 'a.ts', line: 4, side: 'old', inReplyTo: '2' },
  ]);
  expect(
    bitbucketServer('repo:refs_changed', {
      repository,
      changes: [{ refId: 'refs/heads/main', fromHash: 'a', toHash: 'b' }],
    }),
  ).toMatchObject([{ fact: 'push', afterSha: 'b' }]);
});

const suiteRepo = { name: 'site', project: { name: 'Web Shop' } };
const suite = (eventType: string, resource: object) =>
  read(AZURE_DEVOPS, {}, { id: 'delivery', eventType, createdDate: '2026-01-03T00:00:00Z', resource });

test('Azure DevOps: pull requests, pushes, comments and work items', () => {
  const given = {
    pullRequestId: 7,
    title: 'Change',
    status: 'completed',
    creationDate: '2026-01-01T10:00:00Z',
    closedDate: '2026-01-02T10:00:00Z',
    sourceRefName: 'refs/heads/topic',
    targetRefName: 'refs/heads/main',
    lastMergeCommit: { commitId: 'merge' },
    repository: suiteRepo,
  };
  expect(suite('git.pullrequest.merged', given)).toMatchObject([
    { repoPath: 'contoso/Web Shop/site', state: 'merged', mergeSha: 'merge' },
  ]);
  const refUpdates = [{ name: 'refs/heads/main', oldObjectId: 'a', newObjectId: 'b' }];
  expect(suite('git.push', { repository: suiteRepo, refUpdates })).toMatchObject([{ fact: 'push', beforeSha: 'a' }]);
  const comment = { id: 1, publishedDate: '2026-01-01T11:00:00Z' };
  expect(suite('ms.vss-code.git-pullrequest-comment-event', { comment, pullRequest: given })).toMatchObject([
    { fact: 'pull_request_changed', number: 7 },
  ]);
  const fields = {
    'System.Title': 'x',
    'System.WorkItemType': 'Bug',
    'System.State': 'New',
    'System.CreatedDate': '2026-01-01T00:00:00Z',
    'System.ChangedDate': '2026-01-01T00:00:00Z',
    'System.AssignedTo': 'Ada <ada@contoso.example>',
  };
  expect(suite('workitem.updated', { id: 2, workItemId: 12, revision: { id: 12, fields } })).toMatchObject([
    { key: 'AB#12', assignee: { fullName: 'Ada', email: 'ada@contoso.example' } },
  ]);
});

test('Azure DevOps: a work item belongs to every repo of its project', () => {
  const fields = {
    'System.Title': 'x',
    'System.WorkItemType': 'Bug',
    'System.State': 'New',
    'System.TeamProject': 'Web Shop',
    'System.CreatedDate': '2026-01-01T00:00:00Z',
    'System.ChangedDate': '2026-01-01T00:00:00Z',
  };
  const scopeOf = (resource: object) => {
    const body = { eventType: 'workitem.updated', createdDate: '2026-01-03T00:00:00Z', resource };
    return readHook(AZURE_DEVOPS, { headers: new Headers(), body, organization: 'contoso' })?.payload.scope;
  };
  expect(scopeOf({ id: 12, fields })).toBe('contoso/Web Shop/');
  const changes = { 'System.State': { oldValue: 'Active', newValue: 'New' } };
  expect(scopeOf({ id: 2, fields: changes, revision: { id: 12, fields } })).toBe('contoso/Web Shop/');
});

test('a message of a kind that says nothing to us gives nothing, and one of the wrong shape is refused', () => {
  expect(readHook(GITHUB, { headers: new Headers({ 'x-github-event': 'star' }), body: {} })).toBeNull();
  expect(readHook(GITHUB, { headers: new Headers(), body: {} })).toBeNull();
  expect(readHook(BITBUCKET, { headers: new Headers({ 'x-event-key': 'constructor' }), body: {} })).toBeNull();
  for (const body of [null, 7, 'x', [], {}, { repository: { full_name: 1 } }]) {
    const hook = { headers: new Headers({ 'x-github-event': 'pull_request' }), body };
    expect(() => readHook(GITHUB, hook)).toThrow(expect.objectContaining({ code: 'answer_malformed' }));
  }
});

test('a delivery is known by the host’s own name for it', () => {
  expect(deliveryOf(GITHUB, { headers: new Headers({ 'x-github-delivery': 'uuid' }), body: {} })).toBe('uuid');
  expect(deliveryOf(AZURE_DEVOPS, { headers: new Headers(), body: { id: 'delivery' } })).toBe('delivery');
});
