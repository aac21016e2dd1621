import type { OpenApi } from '@coderabbitai/bitbucket/cloud';
import type { AnswerOf } from '../fits.ts';
import type { Received, Reply } from '../local-host.ts';
import { basic, denied, type Story, unknown, type Vendor } from './story.ts';

type Published = OpenApi.components['schemas'];

const ada = { type: 'user', uuid: '{a}', account_id: 'acc-ada', nickname: 'ada', display_name: 'Ada' };
const grace = { ...ada, uuid: '{g}', account_id: 'acc-grace', nickname: 'grace', display_name: 'Grace' };

/** Bitbucket Cloud 2.0. */
export function bitbucketVendor({ token, email, cloneUrl, sha, onDay }: Story): Vendor {
  const base = '/2.0/repositories/acme/sums';
  const all = (values: unknown[]): Reply => ({ body: { values, pagelen: 100 } });
  const pull = (id: number, opened: number, head: number) =>
    ({
      type: 'pullrequest',
      id,
      title: `Change ${id}`,
      summary: { raw: id === 1 ? 'Closes #21' : '', markup: 'markdown', html: '' },
      state: 'OPEN',
      draft: false,
      author: ada,
      source: { branch: { name: `topic-${id}` }, commit: { hash: sha(head) } },
      destination: { branch: { name: 'main' }, commit: { hash: sha(0) } },
      created_on: onDay(opened),
      updated_on: onDay(opened),
      links: { html: { href: `https://bitbucket.example/acme/sums/pull-requests/${id}` } },
    }) satisfies AnswerOf<Published['pullrequest']>;
  const commit = (index: number) =>
    ({
      type: 'commit',
      hash: sha(index),
      date: onDay(index),
      author: { type: 'author', raw: 'Ada <ada@example.com>', user: ada },
    }) satisfies AnswerOf<Published['commit']>;
  const merged = {
    state: 'MERGED',
    updated_on: onDay(3),
    merge_commit: { hash: sha(3) },
  } satisfies AnswerOf<Published['pullrequest']>;
  const repository = {
    type: 'repository',
    uuid: '{w}',
    name: 'Sums',
    full_name: 'acme/sums',
    is_private: true,
    mainbranch: { name: 'main' },
    updated_on: onDay(12),
    links: {
      html: { href: 'https://bitbucket.example/acme/sums' },
      clone: [{ name: 'https', href: cloneUrl.replace('://', '://ada@') }],
    },
  } satisfies AnswerOf<Published['repository']>;
  const comment = {
    id: 700,
    user: grace,
    content: { raw: 'Why three?' },
    created_on: onDay(3),
    updated_on: onDay(3),
    deleted: false,
    inline: { path: 'src/sum.ts', to: 3 },
  } satisfies AnswerOf<Published['pullrequest_comment']>;
  const activity = [
    { pull_request: { id: 1 }, update: { state: 'MERGED', date: onDay(3), author: ada } },
    { pull_request: { id: 1 }, approval: { date: onDay(3), user: grace } },
    { pull_request: { id: 1 }, comment },
  ];
  const issue = {
    id: 21,
    title: 'Too short',
    state: 'resolved',
    kind: 'bug',
    priority: 'blocker',
    reporter: grace,
    assignee: ada,
    created_on: onDay(1),
    updated_on: onDay(3),
  } satisfies AnswerOf<Published['issue']>;
  const tag = { type: 'tag', name: 'v1.0.0', target: { hash: sha(3), date: onDay(3) } } satisfies AnswerOf<
    Published['tag']
  >;
  const answers: Record<string, (request: Received) => Reply> = {
    '/2.0/user': () => ({ body: ada, headers: { 'x-oauth-scopes': 'account, repository' } }),
    '/2.0/user/emails': () => all([{ email, is_primary: true, is_confirmed: true }]),
    '/2.0/user/workspaces': () => all([{ workspace: { uuid: '{1}', slug: 'acme', name: 'Acme' } }]),
    '/2.0/repositories/acme': () => all([repository]),
    [base]: () => ({ body: repository }),
    [`${base}/pullrequests`]: () => all([pull(3, 7, 7), { ...pull(1, 2, 2), ...merged }]),
    [`${base}/pullrequests/activity`]: () => all(activity),
    [`${base}/pullrequests/1/commits`]: () => all([commit(2), commit(1)]),
    [`${base}/pullrequests/3/commits`]: () => all([commit(7)]),
    [`${base}/commits`]: () => all([commit(7), commit(2), commit(1)]),
    [`${base}/refs/tags`]: () => all([tag]),
    [`${base}/issues`]: () => all([issue]),
  };
  return {
    repoPath: 'acme/sums',
    organizations: 1,
    answer: (asked) =>
      asked.headers.get('authorization') === basic(email, token) ? (answers[asked.path]?.(asked) ?? unknown) : denied,
    pullMessage: (title, at) => ({
      headers: { 'x-event-key': 'pullrequest:updated', 'x-request-uuid': at },
      body: { actor: ada, repository, pullrequest: { ...pull(3, 7, 7), title, updated_on: at } },
    }),
  };
}
