import type { Asked } from '../server/route.ts';
import type { Repository } from '../store/data-folder.ts';
import { stableId } from '../store/data-folder.ts';
import type { IssueRecord, PullRequestRecord } from '../store/records.ts';
import { htmlUrl, repoUrl } from './render-repository.ts';
import { association, renderLabel } from './render-talk.ts';
import { nodeId, simpleUser } from './render-user.ts';

/** To GitHub a pull request is an issue too: the issues list carries both, the former marked by `pull_request`. */
export function renderIssue(asked: Asked, repo: Repository, item: IssueRecord | PullRequestRecord) {
  const pull = 'head_sha' in item ? item : undefined;
  const issue = 'head_sha' in item ? undefined : item;
  const url = `${repoUrl(asked, repo)}/issues/${item.number}`;
  const html = `${htmlUrl(asked, repo)}/${pull ? 'pull' : 'issues'}/${item.number}`;
  return {
    id: item.id,
    node_id: nodeId(pull ? 'PullRequest' : 'Issue', item.id),
    url,
    repository_url: repoUrl(asked, repo),
    labels_url: `${url}/labels{/name}`,
    comments_url: `${url}/comments`,
    events_url: `${url}/events`,
    timeline_url: `${url}/timeline`,
    html_url: html,
    number: item.number,
    title: item.title,
    body: item.body,
    state: item.closed_at === null ? 'open' : 'closed',
    state_reason: issue?.state_reason ?? null,
    locked: false,
    active_lock_reason: null,
    user: simpleUser(asked, item.author),
    labels: item.labels.map((name) => renderLabel(asked, repo, name)),
    assignee: item.assignees[0] === undefined ? null : simpleUser(asked, item.assignees[0]),
    assignees: item.assignees.map((login) => simpleUser(asked, login)),
    milestone: null,
    comments: item.comments.length,
    created_at: item.created_at,
    updated_at: item.updated_at,
    closed_at: item.closed_at,
    closed_by: issue?.closed_by ? simpleUser(asked, issue.closed_by) : null,
    author_association: association(asked, repo, item.author),
    performed_via_github_app: null,
    ...(issue?.type ? { type: renderType(issue.type) } : {}),
    ...(pull
      ? {
          draft: pull.draft,
          pull_request: {
            url: `${repoUrl(asked, repo)}/pulls/${pull.number}`,
            html_url: html,
            diff_url: `${html}.diff`,
            patch_url: `${html}.patch`,
            merged_at: pull.merged_at,
          },
        }
      : {}),
  };
}

function renderType(name: string) {
  const id = stableId(`type ${name}`);
  return { id, node_id: nodeId('IssueType', id), name, description: null, color: null, is_enabled: true };
}
