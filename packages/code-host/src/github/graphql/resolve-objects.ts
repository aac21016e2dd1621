import { type Commit, listCommits, readCommits } from '../../git/read-history.ts';
import type { Asked } from '../../server/route.ts';
import type { Repository } from '../../store/data-folder.ts';
import type { PullRequestRecord } from '../../store/records.ts';
import { nodeId, userNamed, userOfEmail } from '../render-user.ts';

/** Names the repo too: numbers are a repo's own, and ids may be given twice by whoever writes the records. */
export const pullNodeId = (repo: Repository, pull: PullRequestRecord): string =>
  Buffer.from(`PullRequest:${repo.org}/${repo.name}/${pull.number}`).toString('base64');

type Page = { first?: number };
const numbered = new WeakMap<PullRequestRecord[], Map<number, PullRequestRecord>>();

function pullNumbered(pulls: PullRequestRecord[], number: number): PullRequestRecord | undefined {
  const index = numbered.get(pulls) ?? new Map(pulls.map((pull) => [pull.number, pull]));
  numbered.set(pulls, index);
  return index.get(number);
}

/** The object that a node id names, or null; its fields are asked for only where a query names them. */
export function resolveNode(asked: Asked, id: string) {
  const text = Buffer.from(id, 'base64').toString('utf8');
  const [, org = '', name = '', number = ''] = /^PullRequest:([^/]+)\/([^/]+)\/(\d+)$/.exec(text) ?? [];
  const repo = asked.data.repository(org, name);
  const pull = repo && pullNumbered(repo.record.pull_requests, Number(number));
  if (!repo || !pull) return null;
  return {
    __typename: 'PullRequest',
    id,
    number: pull.number,
    headRefOid: pull.head_sha,
    updatedAt: pull.updated_at,
    commits: ({ first }: Page) => commitsOf(asked, repo, pull, first),
    reviews: ({ first }: Page) => ({
      totalCount: pull.reviews.length,
      nodes: pull.reviews.slice(0, first).map((review) => ({
        id: nodeId('PullRequestReview', review.id),
        fullDatabaseId: String(review.id),
        state: review.state,
        submittedAt: review.submitted_at,
        author: actorOf(asked, review.author),
        commit: { id: nodeOfCommit(review.commit_id), oid: review.commit_id },
      })),
    }),
    reviewThreads: ({ first }: Page) => threadsOf(pull, first),
  };
}

/** A thread is the comment that began it, and the answers to it. */
function threadsOf(pull: PullRequestRecord, first?: number) {
  const begun = pull.review_comments.filter((comment) => comment.in_reply_to_id === undefined);
  const nodes = begun.slice(0, first).map((comment) => ({
    id: nodeId('PullRequestReviewThread', comment.id),
    isResolved: comment.resolved,
    comments: () => ({
      totalCount: 1,
      nodes: [{ id: nodeId('PullRequestReviewComment', comment.id), fullDatabaseId: String(comment.id) }],
    }),
  }));
  return { totalCount: begun.length, nodes };
}

const nodeOfCommit = (sha: string): string => Buffer.from(`Commit:${sha}`).toString('base64');

function actorOf(asked: Asked, login: string) {
  const user = userNamed(asked, login);
  const shown = { id: nodeId(user.type, user.id), databaseId: user.id };
  // GraphQL writes a bot without the brackets that REST puts behind its name.
  return { __typename: user.type, ...shown, login: user.login.replace(/\[bot\]$/, '') };
}

async function commitsOf(asked: Asked, repo: Repository, pull: PullRequestRecord, first = 100) {
  const commits = await listCommits(repo.gitDir, { range: [pull.head_sha, `^${pull.base_sha}`] }, 0, 250);
  const nodes = commits
    .reverse()
    .slice(0, first)
    .map((commit) => ({ id: nodeOfCommit(commit.sha), commit: renderCommit(asked, repo, commit) }));
  return { totalCount: commits.length, nodes };
}

function renderCommit(asked: Asked, repo: Repository, commit: Commit) {
  const user = userOfEmail(asked, repo.org, commit.author.email);
  const { name, email, date } = commit.author;
  const account = user && { id: user.node_id, login: user.login, databaseId: user.id, avatarUrl: user.avatar_url };
  const author = { name, email, user: account };
  return { __typename: 'Commit', id: nodeOfCommit(commit.sha), oid: commit.sha, authoredDate: date, author };
}

/** A repository, and any of its commits by sha; null where there is none. */
export function resolveRepository(asked: Asked, owner: string, name: string) {
  const repo = asked.data.repository(owner, name);
  if (!repo) return null;
  let asking: { shas: Set<string>; found: Promise<Map<string, Commit>> } | null = null;
  /** All that a query asks for at once is read together. */
  const commitNamed = async (sha: string): Promise<Commit | undefined> => {
    if (asking === null) {
      const shas = new Set<string>();
      const found = Promise.resolve().then(() => {
        asking = null;
        return readCommits(repo.gitDir, [...shas]);
      });
      asking = { shas, found };
    }
    asking.shas.add(sha);
    return (await asking.found).get(sha);
  };
  return {
    id: Buffer.from(`Repository:${repo.org}/${repo.name}`).toString('base64'),
    object: async ({ oid }: { oid?: string }) => {
      const isSha = oid !== undefined && /^[0-9a-f]{40}$/.test(oid);
      const commit = isSha ? await commitNamed(oid) : undefined;
      return commit ? renderCommit(asked, repo, commit) : null;
    },
  };
}
