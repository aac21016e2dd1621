import type { TeamProjectReference } from 'azure-devops-node-api/interfaces/CoreInterfaces.js';
import type {
  GitCommitRef,
  GitPullRequest,
  GitPullRequestCommentThread,
  GitRef,
  GitRepository,
} from 'azure-devops-node-api/interfaces/GitInterfaces.js';
import type { WorkItem } from 'azure-devops-node-api/interfaces/WorkItemTrackingInterfaces.js';
import type { AnswerOf } from '../fits.ts';
import type { Received, Reply } from '../local-host.ts';
import { basic, denied, type Story, unknown, type Vendor } from './story.ts';

const ada = { id: 'guid-ada', displayName: 'Ada', uniqueName: 'ada@example.com', descriptor: 'aad.x' };
const grace = { id: 'guid-grace', displayName: 'Grace', uniqueName: 'grace@example.com', descriptor: 'aad.y' };

/** Azure DevOps 7.x; in the cloud and on a server of one's own it answers alike under its organization or collection. */
export function devopsVendor({ token, cloneUrl, sha, onDay }: Story): Vendor {
  const base = '/contoso/Web%20Shop/_apis/git/repositories/sums';
  const all = (value: unknown[]): Reply => ({ body: { count: value.length, value } });
  const repository = {
    id: 'guid-repo',
    name: 'sums',
    project: { id: 'guid-project', name: 'Web Shop', visibility: 'private' },
    defaultBranch: 'refs/heads/main',
    remoteUrl: cloneUrl.replace('://', '://contoso@'),
    webUrl: 'https://dev.azure.example/contoso/Web%20Shop/_git/sums',
    isDisabled: false,
  } satisfies AnswerOf<GitRepository>;
  const pull = (pullRequestId: number, opened: number, head: number) =>
    ({
      pullRequestId,
      codeReviewId: pullRequestId,
      repository,
      title: `Change ${pullRequestId}`,
      description: pullRequestId === 1 ? 'Fixes AB#21' : '',
      status: 'active',
      isDraft: false,
      createdBy: ada,
      creationDate: onDay(opened),
      sourceRefName: `refs/heads/topic-${pullRequestId}`,
      targetRefName: 'refs/heads/main',
      mergeStatus: 'succeeded',
      lastMergeSourceCommit: { commitId: sha(head) },
      reviewers: [],
    }) satisfies AnswerOf<GitPullRequest>;
  const merged = {
    ...pull(1, 2, 2),
    status: 'completed',
    closedDate: onDay(3),
    lastMergeCommit: { commitId: sha(3) },
    completionOptions: { mergeStrategy: 'noFastForward' },
  } satisfies AnswerOf<GitPullRequest>;
  const system = (name: string) => ({ $type: 'System.String', $value: name });
  const threads = [
    {
      id: 1,
      publishedDate: onDay(3),
      comments: [{ id: 1, author: grace, commentType: 'system', publishedDate: onDay(3) }],
      properties: {
        CodeReviewThreadType: system('VoteUpdate'),
        CodeReviewVoteResult: system('10'),
        CodeReviewVotedByIdentity: system('1'),
      },
      identities: { '1': grace },
    },
    {
      id: 2,
      publishedDate: onDay(3),
      threadContext: { filePath: '/src/sum.ts', rightFileStart: { line: 3, offset: 1 } },
      comments: [
        {
          id: 1,
          parentCommentId: 0,
          author: grace,
          content: 'Why three?',
          commentType: 'text',
          publishedDate: onDay(3),
        },
      ],
    },
  ] satisfies AnswerOf<GitPullRequestCommentThread>[];
  const commit = (index: number) =>
    ({ commitId: sha(index), author: { name: 'Ada', date: onDay(index) } }) satisfies AnswerOf<GitCommitRef>;
  const workItem = {
    id: 21,
    fields: {
      'System.Title': 'Too short',
      'System.WorkItemType': 'Bug',
      'System.State': 'Closed',
      'System.TeamProject': 'Web Shop',
      'System.CreatedDate': onDay(1),
      'System.ChangedDate': onDay(3),
      'System.CreatedBy': grace,
      'System.AssignedTo': ada,
      'Microsoft.VSTS.Common.Priority': 1,
      'Microsoft.VSTS.Common.ClosedDate': onDay(3),
    },
  } satisfies AnswerOf<WorkItem>;
  const answers: Record<string, (request: Received) => Reply> = {
    '/contoso/_apis/connectionData': () => ({
      body: {
        authenticatedUser: {
          id: ada.id,
          providerDisplayName: 'Ada',
          properties: { Account: { $value: ada.uniqueName } },
        },
      },
    }),
    '/contoso/_apis/projects': () =>
      all([{ id: 'guid-project', name: 'Web Shop', visibility: 'private' } satisfies AnswerOf<TeamProjectReference>]),
    '/contoso/_apis/git/repositories': () => all([repository]),
    [base]: () => ({ body: repository }),
    [`${base}/pullrequests`]: ({ query }) => {
      const status = query.get('searchCriteria.status');
      return all(status === 'active' ? [pull(3, 7, 7)] : status === 'completed' ? [merged] : []);
    },
    [`${base}/pullRequests/1/threads`]: () => all(threads),
    [`${base}/pullRequests/3/threads`]: () => all([]),
    [`${base}/pullRequests/1/commits`]: () => all([commit(2), commit(1)]),
    [`${base}/pullRequests/3/commits`]: () => all([commit(7)]),
    [`${base}/refs`]: () => all([{ name: 'refs/tags/v1.0.0', objectId: sha(3) } satisfies AnswerOf<GitRef>]),
    '/contoso/Web%20Shop/_apis/wit/wiql': () => ({ body: { workItems: [{ id: workItem.id }] } }),
    '/contoso/Web%20Shop/_apis/wit/workitemsbatch': () => all([workItem]),
  };
  return {
    repoPath: 'contoso--Web-Shop/sums',
    organizations: 1,
    answer: (asked) =>
      asked.headers.get('authorization') === basic('', token) ? (answers[asked.path]?.(asked) ?? unknown) : denied,
    pullMessage: (title, at) => ({
      headers: {},
      body: {
        id: at,
        eventType: 'git.pullrequest.updated',
        createdDate: at,
        resource: { ...pull(3, 7, 7), title },
      },
    }),
  };
}
