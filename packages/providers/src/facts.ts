import type { CodeHostName, TrackerName } from './provider-names.ts';

/**
 * The state of a provider's records, as plain data. Each fact has a natural key and a version (see merge-facts.ts), so that the same
 * payload twice, or two payloads in either order, leave the same state. Times are ISO 8601 UTC text.
 */
export type Person = {
  hostId: string | null;
  userName: string | null;
  fullName: string | null;
  email: string | null;
  avatarUrl?: string;
  bot: boolean;
};

type OfRepo = { host: CodeHostName; repoPath: string };

export type PullRequestState = 'open' | 'closed' | 'merged';

export type PullRequestFact = OfRepo & {
  fact: 'pull_request';
  number: number;
  hostId: string;
  title: string;
  sourceBranch: string;
  targetBranch: string;
  author: Person | null;
  state: PullRequestState;
  draft: boolean;
  openedAt: string;
  updatedAt: string;
  /** The host does not say when it changed: `updatedAt` is when it was read. */
  isReadTime?: boolean;
  closedAt: string | null;
  mergedAt: string | null;
  /** The commit that the merge left on the target branch, whatever its manner. */
  mergeSha: string | null;
  /** The same, where the host says that it was a squash. */
  squashSha: string | null;
  headSha: string | null;
  url: string | null;
  /** Keys that its text says it closes, as written: `#12`, `owner/repo#12`, `PROJ-12`. */
  closes?: string[];
};

/** Whose account an author's email is, as the host knows it. */
export type CommitAuthor = {
  hostId: string;
  userName: string | null;
  name: string;
  email: string;
  avatarUrl?: string;
};

/** The commits of a pull request at one of its heads, oldest first. */
export type PullRequestCommitsFact = OfRepo & {
  fact: 'pull_request_commits';
  number: number;
  headSha: string;
  commits: { sha: string; authoredAt: string | null; author?: CommitAuthor }[];
  updatedAt: string;
};

/** A change of state with its time, from hosts whose pull requests do not carry it. */
export type PullRequestTransitionFact = OfRepo & {
  fact: 'pull_request_transition';
  number: number;
  state: PullRequestState;
  at: string;
};

export type ReviewVerdict = 'approved' | 'changes_requested' | 'commented' | 'dismissed';

export type ReviewFact = OfRepo & {
  fact: 'review';
  number: number;
  reviewId: string;
  reviewer: Person | null;
  verdict: ReviewVerdict;
  submittedAt: string;
  updatedAt: string;
  commitSha: string | null;
};

export type CommentFact = OfRepo & {
  fact: 'comment';
  number: number;
  commentId: string;
  author: Person | null;
  body: string;
  createdAt: string;
  updatedAt: string;
  path: string | null;
  line: number | null;
  side: 'old' | 'new' | null;
  commitSha: string | null;
  inReplyTo: string | null;
  /** False also where the host does not give. */
  resolved: boolean;
  deleted: boolean;
};

/** Whether the thread that a comment began is settled, from hosts that do not give it with the comment. */
export type CommentResolutionFact = OfRepo & {
  fact: 'comment_resolution';
  number: number;
  commentId: string;
  resolved: boolean;
  updatedAt: string;
};

export type TagFact = OfRepo & { fact: 'tag'; name: string; sha: string; taggedAt: string | null };

export type ReleaseFact = OfRepo & {
  fact: 'release';
  releaseId: string;
  name: string | null;
  tagName: string;
  releasedAt: string | null;
  updatedAt: string;
  draft: boolean;
  deleted: boolean;
};

/** Git has something new: no fact of its own, but the reason to fetch. */
export type PushFact = OfRepo & {
  fact: 'push';
  ref: string;
  beforeSha: string | null;
  afterSha: string | null;
};

/** Something about a pull request changed that the message does not give in full: the reason to read it again. */
export type PullRequestChangedFact = OfRepo & { fact: 'pull_request_changed'; number: number; updatedAt: string };

export type IssueFact = {
  fact: 'issue';
  tracker: TrackerName | CodeHostName;
  /** `PROJ-1234` at trackers, `owner/repo#12` at code hosts. */
  key: string;
  hostId: string;
  title: string;
  type: string | null;
  priority: string | null;
  status: string;
  statusCategory: 'to_do' | 'in_progress' | 'done';
  assignee: Person | null;
  reporter: Person | null;
  storyPoints: number | null;
  epicKey: string | null;
  isEpic: boolean;
  /** All sprints it was ever put in and not taken out of. */
  sprintIds: string[];
  labels: string[];
  createdAt: string;
  updatedAt: string;
  resolvedAt: string | null;
  url: string | null;
};

/** One change of one field of an issue; the sequence is its history. */
export type IssueChangeFact = {
  fact: 'issue_change';
  tracker: TrackerName | CodeHostName;
  issueId: string;
  changeId: string;
  field: 'status' | 'sprint' | 'story_points' | 'assignee';
  at: string;
  /** For sprints, ids separated by commas. */
  from: string | null;
  to: string | null;
};

export type SprintFact = {
  fact: 'sprint';
  tracker: TrackerName;
  sprintId: string;
  boardId: string;
  name: string;
  state: 'future' | 'active' | 'closed';
  startAt: string | null;
  endAt: string | null;
  completedAt: string | null;
};

export type Fact =
  | PullRequestFact
  | PullRequestCommitsFact
  | PullRequestTransitionFact
  | ReviewFact
  | CommentFact
  | CommentResolutionFact
  | TagFact
  | ReleaseFact
  | PushFact
  | PullRequestChangedFact
  | IssueFact
  | IssueChangeFact
  | SprintFact;
