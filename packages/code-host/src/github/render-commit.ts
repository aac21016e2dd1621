import type { FileChange } from '../git/read-changes.ts';
import type { Commit } from '../git/read-history.ts';
import type { Asked } from '../server/route.ts';
import type { Repository } from '../store/data-folder.ts';
import { htmlUrl, repoUrl } from './render-repository.ts';
import { userOfEmail } from './render-user.ts';

export function renderCommit(asked: Asked, repo: Repository, commit: Commit) {
  const url = repoUrl(asked, repo);
  const html = htmlUrl(asked, repo);
  return {
    sha: commit.sha,
    node_id: Buffer.from(`Commit:${commit.sha}`).toString('base64'),
    url: `${url}/commits/${commit.sha}`,
    html_url: `${html}/commit/${commit.sha}`,
    comments_url: `${url}/commits/${commit.sha}/comments`,
    commit: {
      url: `${url}/git/commits/${commit.sha}`,
      author: commit.author,
      committer: commit.committer,
      message: commit.message,
      comment_count: 0,
      tree: { sha: commit.tree, url: `${url}/git/trees/${commit.tree}` },
      verification: { verified: false, reason: 'unsigned', signature: null, payload: null, verified_at: null },
    },
    author: userOfEmail(asked, repo.org, commit.author.email),
    committer: userOfEmail(asked, repo.org, commit.committer.email),
    parents: commit.parents.map((sha) => ({ sha, url: `${url}/commits/${sha}`, html_url: `${html}/commit/${sha}` })),
  };
}

export function renderCommitWithFiles(asked: Asked, repo: Repository, commit: Commit, changes: FileChange[]) {
  const sum = (pick: (change: FileChange) => number) => changes.reduce((total, change) => total + pick(change), 0);
  const [additions, deletions] = [sum((change) => change.additions), sum((change) => change.deletions)];
  const html = htmlUrl(asked, repo);
  return {
    ...renderCommit(asked, repo, commit),
    stats: { additions, deletions, total: additions + deletions },
    files: changes.slice(0, 300).map((change) => {
      const path = change.path.split('/').map(encodeURIComponent).join('/');
      return {
        sha: change.sha,
        filename: change.path,
        ...(change.previousPath === undefined ? {} : { previous_filename: change.previousPath }),
        status: change.status,
        additions: change.additions,
        deletions: change.deletions,
        changes: change.additions + change.deletions,
        blob_url: `${html}/blob/${commit.sha}/${path}`,
        raw_url: `${html}/raw/${commit.sha}/${path}`,
        contents_url: `${repoUrl(asked, repo)}/contents/${path}?ref=${commit.sha}`,
      };
    }),
  };
}
