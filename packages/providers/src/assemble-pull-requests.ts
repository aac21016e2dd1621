import type { CommentFact, Fact, Person, PullRequestFact, PullRequestTransitionFact, ReviewFact } from './facts.ts';
import { mergeFacts } from './merge-facts.ts';

/** A pull request with what its parts give together. */
export type PullRequest = Omit<PullRequestFact, 'fact'> & {
  /** Oldest first; null where they are not known for the present head. */
  commitShas: string[] | null;
  /** When each of these was authored; null where the host does not say it of all. */
  commitsAuthoredAt: string[] | null;
  firstCommitAuthoredAt: string | null;
  /** By a person other than the author. */
  firstCommentedAt: string | null;
  /** The first verdict or comment on a line, by a person other than the author. */
  firstHumanReviewAt: string | null;
  humanReviewCount: number;
  botReviewCount: number;
  commentCount: number;
};

type Parts = {
  pull?: PullRequestFact;
  commits?: Extract<Fact, { fact: 'pull_request_commits' }>;
  transitions: PullRequestTransitionFact[];
  reviews: ReviewFact[];
  comments: CommentFact[];
};

const earliest = (times: readonly string[]): string | null => times.toSorted()[0] ?? null;

function isOther(person: Person | null, author: Person | null): boolean {
  if (person === null || person.bot) return false;
  const sameId = person.hostId !== null && person.hostId === author?.hostId;
  const sameName = person.userName !== null && person.userName === author?.userName;
  return !sameId && !sameName;
}

/** Where the host keeps no time of closing, the transition has it; failing that, the last change is its upper bound. */
function closing(pull: PullRequestFact, transitions: readonly PullRequestTransitionFact[]) {
  if (pull.state === 'open') return { closedAt: null, mergedAt: null };
  const given = earliest(transitions.filter(({ state }) => state === pull.state).map(({ at }) => at));
  const closedAt = pull.closedAt ?? given ?? pull.updatedAt;
  return { closedAt, mergedAt: pull.state === 'merged' ? (pull.mergedAt ?? closedAt) : null };
}

/** The latest that is known to have happened to it. */
function lastTouched(
  { openedAt }: PullRequestFact,
  commits: Parts['commits'],
  reviews: readonly ReviewFact[],
  comments: readonly CommentFact[],
): string {
  const times = [
    openedAt,
    ...(commits?.commits ?? []).flatMap(({ authoredAt }) => authoredAt ?? []),
    ...reviews.map(({ submittedAt }) => submittedAt),
    ...comments.map(({ updatedAt }) => updatedAt),
  ];
  return times.reduce((latest, time) => (Date.parse(time) > Date.parse(latest) ? time : latest));
}

function timesOfAll(commits: readonly { authoredAt: string | null }[]): string[] | null {
  const times = commits.flatMap(({ authoredAt }) => authoredAt ?? []);
  return times.length === commits.length ? times : null;
}

function assemble({ pull, commits, transitions, reviews, comments }: Parts): PullRequest[] {
  if (!pull) return [];
  const { fact: _fact, ...known } = pull;
  const byOthers = comments.filter(({ author, deleted }) => !deleted && isOther(author, pull.author));
  const humanReviews = reviews.filter(({ reviewer }) => isOther(reviewer, pull.author));
  const present = commits && (pull.headSha === null || commits.headSha === pull.headSha) ? commits.commits : null;
  return [
    {
      ...known,
      ...closing(pull, transitions),
      updatedAt: pull.isReadTime ? lastTouched(pull, commits, reviews, comments) : pull.updatedAt,
      commitShas: present?.map(({ sha }) => sha) ?? null,
      commitsAuthoredAt: timesOfAll(present ?? []),
      firstCommitAuthoredAt: earliest((commits?.commits ?? []).flatMap(({ authoredAt }) => authoredAt ?? [])),
      firstCommentedAt: earliest(byOthers.map(({ createdAt }) => createdAt)),
      firstHumanReviewAt: earliest([
        ...humanReviews.map(({ submittedAt }) => submittedAt),
        ...byOthers.filter(({ path }) => path !== null).map(({ createdAt }) => createdAt),
      ]),
      humanReviewCount: humanReviews.length,
      botReviewCount: reviews.filter(({ reviewer }) => reviewer?.bot).length,
      commentCount: comments.filter(({ deleted }) => !deleted).length,
    },
  ];
}

/** Joins the facts of pull requests, in whatever order and however often they came. Pure. */
export function assemblePullRequests(facts: Iterable<Fact>): PullRequest[] {
  const byPull = new Map<string, Parts>();
  for (const fact of mergeFacts(facts).values()) {
    if (!('number' in fact)) continue;
    const key = JSON.stringify([fact.host, fact.repoPath, fact.number]);
    const parts = byPull.get(key) ?? { transitions: [], reviews: [], comments: [] };
    byPull.set(key, parts);
    if (fact.fact === 'pull_request') parts.pull = fact;
    if (fact.fact === 'pull_request_commits') parts.commits = fact;
    if (fact.fact === 'pull_request_transition') parts.transitions.push(fact);
    if (fact.fact === 'review') parts.reviews.push(fact);
    if (fact.fact === 'comment') parts.comments.push(fact);
  }
  return [...byPull.values()].flatMap(assemble);
}
