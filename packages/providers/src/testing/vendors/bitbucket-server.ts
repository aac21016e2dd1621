import type { OpenApi } from '@coderabbitai/bitbucket/server';
import type { AnswerOf } from '../fits.ts';
import type { Received, Reply } from '../local-host.ts';
import { denied, type Story, unknown, type Vendor } from './story.ts';

type Published = OpenApi.components['schemas'];

const ada = { id: 3, name: 'ada', slug: 'ada', displayName: 'Ada', emailAddress: 'ada@example.com', type: 'NORMAL' };
const grace = { ...ada, id: 5, name: 'grace', slug: 'grace', displayName: 'Grace', emailAddress: 'grace@example.com' };

/** Bitbucket Data Center, REST 1.0. */
export function bitbucketServerVendor({ token, cloneUrl, sha, onDay }: Story): Vendor {
  const base = '/rest/api/1.0/projects/ACME/repos/sums';
  const at = (day: number) => Date.parse(onDay(day));
  const all = (values: unknown[]): Reply => ({ body: { values, isLastPage: true, size: values.length, start: 0 } });
  const repository = {
    id: 9,
    slug: 'sums',
    name: 'Sums',
    public: false,
    archived: false,
    project: { key: 'ACME' },
    links: {
      clone: [{ name: 'http', href: cloneUrl }],
      self: [{ href: 'https://bitbucket.acme.example/projects/ACME/repos/sums/browse' }],
    },
  } satisfies AnswerOf<Published['RestRepository']>;
  /** The vendor's description leaves out who opened a pull request and the commit that it ended in; its examples have both. */
  const pull = (id: number, opened: number, head: number) => ({
    ...({
      id,
      version: 1,
      title: `Change ${id}`,
      description: id === 1 ? 'Closes SUM-4' : '',
      state: 'OPEN',
      createdDate: at(opened),
      updatedDate: at(opened),
      fromRef: { id: `refs/heads/topic-${id}`, displayId: `topic-${id}`, latestCommit: sha(head), repository },
      toRef: { id: 'refs/heads/main', displayId: 'main', latestCommit: sha(0), repository },
      links: { self: [{ href: `https://bitbucket.acme.example/projects/ACME/repos/sums/pull-requests/${id}` }] },
    } satisfies AnswerOf<Published['RestPullRequest']>),
    author: { user: ada, role: 'AUTHOR' },
    properties: {},
  });
  const merged = {
    ...pull(1, 2, 2),
    ...({ state: 'MERGED', updatedDate: at(3), closedDate: at(3) } satisfies AnswerOf<Published['RestPullRequest']>),
    properties: { mergeCommit: { id: sha(3) } },
  };
  const commit = (index: number) =>
    ({ id: sha(index), authorTimestamp: at(index) }) satisfies AnswerOf<Published['RestCommit']>;
  type Action = NonNullable<Published['RestPullRequestActivity']['action']>;
  const activity = (id: number, action: Action, user: AnswerOf<Published['RestApplicationUser']>) =>
    ({ id, action, createdDate: at(3), user }) satisfies AnswerOf<Published['RestPullRequestActivity']>;
  const activities = [
    { ...activity(90, 'MERGED', ada), commit: commit(3) },
    activity(89, 'APPROVED', grace),
    {
      ...activity(88, 'COMMENTED', grace),
      comment: {
        id: 700,
        author: grace,
        text: 'Why three?',
        createdDate: at(3),
        updatedDate: at(3),
        comments: [],
      } satisfies AnswerOf<Published['RestComment']>,
      commentAnchor: {
        path: 'src/sum.ts',
        line: 3,
        fileType: 'TO',
        toHash: sha(2),
      } satisfies AnswerOf<Omit<Published['RestCommentThreadDiffAnchor'], 'path'>> & { path: string },
    },
  ];
  const tag = {
    id: 'refs/tags/v1.0.0',
    displayId: 'v1.0.0',
    latestCommit: sha(3),
  } satisfies AnswerOf<Published['RestTag']>;
  const answers: Record<string, (request: Received) => Reply> = {
    '/rest/api/1.0/application-properties': () => ({ body: {}, headers: { 'x-ausername': 'ada' } }),
    '/rest/api/1.0/users': () => all([ada, grace]),
    '/rest/api/1.0/projects': () => all([{ id: 1, key: 'ACME', name: 'Acme' }]),
    '/rest/api/1.0/repos': () => all([repository]),
    [base]: () => ({ body: repository }),
    [`${base}/pull-requests`]: ({ query }) => {
      const state = query.get('state');
      return all(state === 'OPEN' ? [pull(3, 7, 7)] : state === 'MERGED' ? [merged] : []);
    },
    [`${base}/pull-requests/1/activities`]: () => all(activities),
    [`${base}/pull-requests/3/activities`]: () => all([]),
    [`${base}/pull-requests/1/commits`]: () => all([commit(2), commit(1)]),
    [`${base}/pull-requests/3/commits`]: () => all([commit(7)]),
    [`${base}/commits`]: () =>
      all([
        { ...commit(9), author: { name: 'Nobody', emailAddress: 'nobody@example.com' } },
        { ...commit(1), author: { ...ada, emailAddress: 'ada@example.com' } },
      ]),
    [`${base}/tags`]: () => all([tag]),
  };
  return {
    repoPath: 'ACME/sums',
    organizations: 1,
    answer: (asked) =>
      asked.headers.get('authorization') === `Bearer ${token}` ? (answers[asked.path]?.(asked) ?? unknown) : denied,
    pullMessage: (title, changed) => ({
      headers: { 'x-event-key': 'pr:modified', 'x-request-id': changed },
      body: {
        eventKey: 'pr:modified',
        date: changed,
        actor: ada,
        pullRequest: { ...pull(3, 7, 7), title, updatedDate: Date.parse(changed) },
      },
    }),
  };
}
