import { statSync } from 'node:fs';
import { newestCommit } from '../git/newest-commit.ts';
import { defaultBranch } from '../git/read-history.ts';
import type { Asked } from '../server/route.ts';
import type { Repository } from '../store/data-folder.ts';
import { nodeId } from './render-user.ts';

const links = {
  archive_url: '/{archive_format}{/ref}',
  assignees_url: '/assignees{/user}',
  blobs_url: '/git/blobs{/sha}',
  branches_url: '/branches{/branch}',
  collaborators_url: '/collaborators{/collaborator}',
  comments_url: '/comments{/number}',
  commits_url: '/commits{/sha}',
  compare_url: '/compare/{base}...{head}',
  contents_url: '/contents/{+path}',
  contributors_url: '/contributors',
  deployments_url: '/deployments',
  downloads_url: '/downloads',
  events_url: '/events',
  forks_url: '/forks',
  git_commits_url: '/git/commits{/sha}',
  git_refs_url: '/git/refs{/sha}',
  git_tags_url: '/git/tags{/sha}',
  hooks_url: '/hooks',
  issue_comment_url: '/issues/comments{/number}',
  issue_events_url: '/issues/events{/number}',
  issues_url: '/issues{/number}',
  keys_url: '/keys{/key_id}',
  labels_url: '/labels{/name}',
  languages_url: '/languages',
  merges_url: '/merges',
  milestones_url: '/milestones{/number}',
  notifications_url: '/notifications{?since,all,participating}',
  pulls_url: '/pulls{/number}',
  releases_url: '/releases{/id}',
  stargazers_url: '/stargazers',
  statuses_url: '/statuses/{sha}',
  subscribers_url: '/subscribers',
  subscription_url: '/subscription',
  tags_url: '/tags',
  teams_url: '/teams',
  trees_url: '/git/trees{/sha}',
};

export function repoUrl(asked: Asked, repo: { org: string; name: string }): string {
  return `${asked.api}/repos/${repo.org}/${repo.name}`;
}

/** Where a person would look at it; every `html_url` starts with it. */
export function htmlUrl(asked: Asked, repo: { org: string; name: string }): string {
  return `${asked.origin}/${repo.org}/${repo.name}`;
}

function owner(asked: Asked, login: string) {
  const org = asked.data.organization(login);
  const url = `${asked.api}/users/${login}`;
  const id = org?.id ?? 1;
  return {
    login,
    id,
    node_id: nodeId('Organization', id),
    avatar_url: `${asked.origin}/avatars/${id}`,
    gravatar_id: '',
    url,
    html_url: `${asked.origin}/${login}`,
    followers_url: `${url}/followers`,
    following_url: `${url}/following{/other_user}`,
    gists_url: `${url}/gists{/gist_id}`,
    starred_url: `${url}/starred{/owner}{/repo}`,
    subscriptions_url: `${url}/subscriptions`,
    organizations_url: `${url}/orgs`,
    repos_url: `${url}/repos`,
    events_url: `${url}/events{/privacy}`,
    received_events_url: `${url}/received_events`,
    type: 'Organization',
    user_view_type: 'public',
    site_admin: false,
  };
}

export async function renderRepository(asked: Asked, repo: Repository) {
  const url = repoUrl(asked, repo);
  const html = htmlUrl(asked, repo);
  const branch = await defaultBranch(repo.gitDir);
  const newest = await newestCommit(repo.gitDir, branch);
  const open = [...repo.record.issues, ...repo.record.pull_requests].filter((item) => item.closed_at === null).length;
  const pushed = newest?.committer.date ?? repo.record.created_at;
  return {
    id: repo.id,
    node_id: nodeId('Repository', repo.id),
    name: repo.name,
    full_name: `${repo.org}/${repo.name}`,
    owner: owner(asked, repo.org),
    private: repo.record.private,
    visibility: repo.record.private ? 'private' : 'public',
    html_url: html,
    description: repo.record.description || null,
    fork: false,
    url,
    ...Object.fromEntries(Object.entries(links).map(([name, tail]) => [name, `${url}${tail}`])),
    clone_url: `${html}.git`,
    git_url: `${html.replace(/^https?:/, 'git:')}.git`,
    ssh_url: `git@${new URL(asked.origin).hostname}:${repo.org}/${repo.name}.git`,
    svn_url: html,
    mirror_url: null,
    homepage: null,
    language: repo.record.language,
    license: null,
    default_branch: branch,
    size: Math.ceil(statSync(repo.gitDir).size / 1024),
    ...{ forks: 0, forks_count: 0, stargazers_count: 0, watchers: 0, watchers_count: 0 },
    open_issues: open,
    open_issues_count: open,
    ...{
      has_issues: true,
      has_projects: false,
      has_wiki: false,
      has_pages: false,
      has_downloads: false,
      has_discussions: false,
    },
    ...{
      archived: false,
      disabled: false,
      is_template: false,
      allow_forking: true,
      web_commit_signoff_required: false,
    },
    topics: [],
    permissions: { admin: true, maintain: true, push: true, triage: true, pull: true },
    created_at: repo.record.created_at,
    pushed_at: pushed,
    updated_at: pushed,
  };
}

export async function renderFullRepository(asked: Asked, repo: Repository) {
  const basic = await renderRepository(asked, repo);
  return { ...basic, organization: basic.owner, network_count: 0, subscribers_count: 0 };
}
