import { emptyTree, readChanges } from '../git/read-changes.ts';
import { type CommitQuery, countCommits, defaultBranch, listCommits, resolveCommit } from '../git/read-history.ts';
import { linkHeader, pageAsked, paged } from '../server/paging.ts';
import { type Answer, type Asked, get, HostError, notFound } from '../server/route.ts';
import type { Repository } from '../store/data-folder.ts';
import { pullRequestAsked, repositoryAsked } from './find-repository.ts';
import { renderCommit, renderCommitWithFiles } from './render-commit.ts';

async function commitPage(asked: Asked, repo: Repository, query: CommitQuery): Promise<Answer> {
  const page = pageAsked(asked.query);
  const before = (page.number - 1) * page.size;
  const commits = await listCommits(repo.gitDir, query, before, page.size);
  const isLast = commits.length < page.size && (commits.length > 0 || before === 0);
  const total = isLast ? before + commits.length : await countCommits(repo.gitDir, query);
  return { body: commits.map((commit) => renderCommit(asked, repo, commit)), headers: linkHeader(asked, page, total) };
}

function moment(asked: Asked, name: 'since' | 'until'): Record<string, string> {
  const value = Date.parse(asked.query.get(name) ?? '');
  return Number.isNaN(value) ? {} : { [name]: new Date(value).toISOString() };
}

export const commitRoutes = [
  get('/repos/{owner}/{repo}/commits', async (asked) => {
    const repo = repositoryAsked(asked);
    const start = asked.query.get('sha');
    const head = await resolveCommit(repo.gitDir, start ?? (await defaultBranch(repo.gitDir)));
    if (!head && start) throw notFound();
    if (!head) throw new HostError(409, 'Git Repository is empty.');
    const author = asked.query.get('author');
    const path = asked.query.get('path');
    return commitPage(asked, repo, {
      range: [head],
      ...moment(asked, 'since'),
      ...moment(asked, 'until'),
      ...(author ? { author: asked.data.user(author)?.email ?? author } : {}),
      ...(path ? { path: `:(literal)${path}` } : {}),
    });
  }),
  get('/repos/{owner}/{repo}/commits/{ref...}', async (asked) => {
    const repo = repositoryAsked(asked);
    const sha = await resolveCommit(repo.gitDir, asked.params.ref ?? '');
    if (!sha) throw new HostError(422, `No commit found for SHA: ${asked.params.ref}`);
    const [commit] = await listCommits(repo.gitDir, { range: [sha] }, 0, 1);
    if (!commit) throw notFound();
    const changes = await readChanges(repo.gitDir, commit.parents[0] ?? emptyTree, sha);
    return { body: renderCommitWithFiles(asked, repo, commit, changes) };
  }),
  get('/repos/{owner}/{repo}/pulls/{number}/commits', async (asked) => {
    const repo = repositoryAsked(asked);
    const pull = pullRequestAsked(asked, repo);
    // GitHub shows at most 250 commits of a pull request, the oldest first.
    const commits = await listCommits(repo.gitDir, { range: [pull.head_sha, `^${pull.base_sha}`] }, 0, 250);
    return paged(asked, commits.reverse(), (commit) => renderCommit(asked, repo, commit));
  }),
];
