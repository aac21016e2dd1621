import { readChanges } from '../git/read-changes.ts';
import { countCommits } from '../git/read-history.ts';
import { gitText } from '../git/run-git.ts';
import type { Asked } from '../server/route.ts';
import type { Repository } from '../store/data-folder.ts';
import type { PullRequestRecord } from '../store/records.ts';
import { pullNodeId } from './graphql/resolve-objects.ts';
import { htmlUrl, type renderRepository, repoUrl } from './render-repository.ts';
import { association, renderLabel } from './render-talk.ts';
import { simpleUser } from './render-user.ts';

type RenderedRepository = Awaited<ReturnType<typeof renderRepository>>;

/** As the list shows it. The repository is rendered once for a whole page. */
export function renderPullRequest(
  asked: Asked,
  repo: Repository,
  rendered: RenderedRepository,
  pull: PullRequestRecord,
) {
  const url = `${repoUrl(asked, repo)}/pulls/${pull.number}`;
  const issueUrl = `${repoUrl(asked, repo)}/issues/${pull.number}`;
  const html = `${htmlUrl(asked, repo)}/pull/${pull.number}`;
  const statuses = `${repoUrl(asked, repo)}/statuses/${pull.head_sha}`;
  const side = (ref: string, sha: string) => ({
    label: `${repo.org}:${ref}`,
    ref,
    sha,
    user: rendered.owner,
    repo: rendered,
  });
  const reviewComment = `${repoUrl(asked, repo)}/pulls/comments{/number}`;
  return {
    id: pull.id,
    node_id: pullNodeId(repo, pull),
    url,
    html_url: html,
    diff_url: `${html}.diff`,
    patch_url: `${html}.patch`,
    issue_url: issueUrl,
    commits_url: `${url}/commits`,
    review_comments_url: `${url}/comments`,
    review_comment_url: reviewComment,
    comments_url: `${issueUrl}/comments`,
    statuses_url: statuses,
    number: pull.number,
    state: pull.closed_at === null ? 'open' : 'closed',
    locked: false,
    title: pull.title,
    user: simpleUser(asked, pull.author),
    body: pull.body,
    labels: pull.labels.map((name) => renderLabel(asked, repo, name)),
    milestone: null,
    active_lock_reason: null,
    created_at: pull.created_at,
    updated_at: pull.updated_at,
    closed_at: pull.closed_at,
    merged_at: pull.merged_at,
    merge_commit_sha: pull.merge_commit_sha,
    assignee: pull.assignees[0] === undefined ? null : simpleUser(asked, pull.assignees[0]),
    assignees: pull.assignees.map((login) => simpleUser(asked, login)),
    requested_reviewers: [],
    requested_teams: [],
    head: side(pull.head_ref, pull.head_sha),
    base: side(pull.base_ref, pull.base_sha),
    _links: {
      self: { href: url },
      html: { href: html },
      issue: { href: issueUrl },
      comments: { href: `${issueUrl}/comments` },
      review_comments: { href: `${url}/comments` },
      review_comment: { href: reviewComment },
      commits: { href: `${url}/commits` },
      statuses: { href: statuses },
    },
    author_association: association(asked, repo, pull.author),
    auto_merge: null,
    draft: pull.draft,
  };
}

/** As it is shown alone, with the counts that only git knows. */
export async function renderFullPullRequest(
  asked: Asked,
  repo: Repository,
  rendered: RenderedRepository,
  pull: PullRequestRecord,
) {
  const fork = (await gitText(repo.gitDir, ['merge-base', pull.base_sha, pull.head_sha]))?.trim() ?? pull.base_sha;
  const changes = await readChanges(repo.gitDir, fork, pull.head_sha);
  return {
    ...renderPullRequest(asked, repo, rendered, pull),
    merged: pull.merged_at !== null,
    mergeable: pull.closed_at === null ? true : null,
    rebaseable: pull.closed_at === null ? true : null,
    mergeable_state: pull.closed_at === null ? 'clean' : 'unknown',
    merged_by: pull.merged_by === null ? null : simpleUser(asked, pull.merged_by),
    comments: pull.comments.length,
    review_comments: pull.review_comments.length,
    maintainer_can_modify: false,
    commits: await countCommits(repo.gitDir, { range: [`${fork}..${pull.head_sha}`] }),
    additions: changes.reduce((sum, change) => sum + change.additions, 0),
    deletions: changes.reduce((sum, change) => sum + change.deletions, 0),
    changed_files: changes.length,
  };
}
