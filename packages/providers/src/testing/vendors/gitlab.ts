import type {
  EventSchema,
  IssueSchema,
  MergeRequestNoteSchema,
  MergeRequestSchema,
  ProjectSchema,
  TagSchema,
} from '@gitbeaker/core';
import type { AnswerOf } from '../fits.ts';
import type { Received, Reply } from '../local-host.ts';
import { denied, type Story, unknown, type Vendor } from './story.ts';

const ada = { id: 3, username: 'ada', name: 'Ada', state: 'active', avatar_url: '', web_url: '', created_at: '' };
const grace = { ...ada, id: 5, username: 'grace', name: 'Grace' };

/** GitLab, REST v4 and the GraphQL batch. */
export function gitlabVendor({ token, cloneUrl, sha, onDay }: Story): Vendor {
  const base = '/api/v4/projects/acme%2Fsums';
  const project = {
    id: 9,
    name: 'Sums',
    path: 'sums',
    path_with_namespace: 'acme/sums',
    default_branch: 'main',
    visibility: 'private',
    archived: false,
    web_url: 'https://gitlab.example/acme/sums',
    http_url_to_repo: cloneUrl,
    last_activity_at: onDay(12),
  } satisfies AnswerOf<ProjectSchema>;
  const request = (iid: number, opened: number, head: number) =>
    ({
      id: 1_000 + iid,
      iid,
      title: `Change ${iid}`,
      description: iid === 1 ? 'Closes #21' : '',
      state: 'opened',
      draft: false,
      source_branch: `topic-${iid}`,
      target_branch: 'main',
      author: ada,
      created_at: onDay(opened),
      updated_at: onDay(opened),
      sha: sha(head),
      web_url: `https://gitlab.example/acme/sums/-/merge_requests/${iid}`,
    }) satisfies AnswerOf<MergeRequestSchema>;
  const open = { merged_at: null, closed_at: null, merge_commit_sha: null, squash_commit_sha: null };
  const merged = { state: 'merged', updated_at: onDay(3), merged_at: onDay(3), merge_commit_sha: sha(3) };
  const requests = [
    { ...request(1, 2, 2), ...open, ...merged },
    { ...request(3, 7, 7), ...open },
  ];
  const commit = (index: number) => ({
    sha: sha(index),
    authoredDate: onDay(index),
    authorName: 'Ada',
    authorEmail: 'ada@example.com',
    author: { id: 'gid://gitlab/User/3', username: 'ada' },
  });
  const commits: Record<string, ReturnType<typeof commit>[]> = { 1: [commit(2), commit(1)], 3: [commit(7)] };
  const note = {
    id: 700,
    author: grace,
    body: 'Why three?',
    system: false,
    created_at: onDay(3),
    updated_at: onDay(3),
    noteable_type: 'MergeRequest',
    noteable_iid: 1,
    position: { new_path: 'src/sum.ts', old_path: 'src/sum.ts', new_line: 3, old_line: null, head_sha: sha(2) },
  } satisfies AnswerOf<MergeRequestNoteSchema>;
  const event = { created_at: onDay(3), author: grace };
  const events = {
    commented: [{ id: 70, action_name: 'commented on', target_type: 'DiffNote', target_iid: 700, ...event, note }],
    approved: [{ id: 71, action_name: 'approved', target_type: 'MergeRequest', target_iid: 1, ...event }],
  } satisfies Record<string, AnswerOf<EventSchema>[]>;
  const issue = {
    id: 2_021,
    iid: 21,
    title: 'Too short',
    state: 'closed',
    issue_type: 'issue',
    labels: ['type::bug'],
    author: grace,
    assignees: [ada],
    created_at: onDay(1),
    updated_at: onDay(3),
    closed_at: onDay(3),
    web_url: 'https://gitlab.example/acme/sums/-/issues/21',
  } satisfies AnswerOf<IssueSchema>;
  const treesIn = (query: string) =>
    Object.fromEntries(
      [...query.matchAll(/(c\d+): tree\(ref: "(\w+)"\)/g)].map(([, name = '', ref]) => [
        name,
        ref === sha(1) ? { lastCommit: commit(1) } : null,
      ]),
    );
  const batch = ({ body }: Received): Reply => {
    const { query, variables } = JSON.parse(body);
    if (query.startsWith('query CommitAuthors')) return { body: { data: { project: { repository: treesIn(query) } } } };
    const { iids } = variables;
    const nodes = requests
      .filter(({ iid }) => iids.includes(String(iid)))
      .map(({ iid, sha: diffHeadSha, updated_at: updatedAt }) => ({
        iid: String(iid),
        diffHeadSha,
        updatedAt,
        commits: { pageInfo: { hasNextPage: false }, nodes: commits[iid] ?? [] },
      }));
    return { body: { data: { project: { mergeRequests: { nodes } } } } };
  };
  const answers: Record<string, (request: Received) => Reply> = {
    '/api/v4/user': () => ({ body: { ...ada, email: 'ada@example.com' } }),
    '/api/v4/personal_access_tokens/self': () => ({ body: { scopes: ['read_api'], expires_at: '2199-01-01' } }),
    '/api/v4/groups': () => ({ body: [{ id: 8, full_path: 'acme', name: 'Acme' }] }),
    '/api/v4/projects': () => ({ body: [project] }),
    [base]: () => ({ body: project }),
    '/api/graphql': batch,
    [`${base}/merge_requests`]: () => ({ body: requests }),
    [`${base}/events`]: ({ query }) => ({
      body: query.get('action') === 'approved' ? events.approved : events.commented,
    }),
    [`${base}/repository/tags`]: () => ({
      body: [{ name: 'v1.0.0', commit: { id: sha(3), committed_date: onDay(3) } }] satisfies AnswerOf<TagSchema>[],
    }),
    [`${base}/issues`]: () => ({ body: [issue] }),
  };
  return {
    repoPath: 'acme/sums',
    organizations: 2,
    answer: (asked) =>
      asked.headers.get('authorization') === `Bearer ${token}` ? (answers[asked.path]?.(asked) ?? unknown) : denied,
    pullMessage: (title, at) => ({
      headers: { 'x-gitlab-event': 'Merge Request Hook' },
      body: {
        object_kind: 'merge_request',
        user: ada,
        project: { id: 9, path_with_namespace: 'acme/sums' },
        object_attributes: {
          ...request(3, 7, 7),
          title,
          updated_at: at,
          author_id: ada.id,
          action: 'update',
          last_commit: { id: sha(7) },
          url: 'https://gitlab.example/acme/sums/-/merge_requests/3',
        },
      },
    }),
  };
}
