import type { Role } from '@linescope/contract/roles';

/** A customer's history as plain rows. Times are milliseconds since 1970, days are `YYYY-MM-DD`; 0 stands for nobody or nothing. */
export interface World {
  seed: number;
  entityId: number;
  slug: string;
  settings: Settings;
  repos: Repo[];
  identities: Identity[];
  callers: Caller[];
  teams: Team[];
  timeOff: TimeOff[];
  commits: Commit[];
  pulls: Pull[];
  reviews: Review[];
  comments: Comment[];
  issues: Issue[];
  sprints: Sprint[];
  releases: Release[];
  defects: Defect[];
  usages: Usage[];
}

export interface Settings {
  timeZone: string;
  businessDayStart: string;
  businessDayEnd: string;
  holidays: string[];
}

export interface Repo {
  id: number;
  organizationId: number;
  /** `<organization>/<repo>` */
  path: string;
}

export type ProcessingStatus = 'processing_stats' | 'limited_processing' | 'not_processing';

/** One of the names under which a person works; a person is known by the primary one. */
export interface Identity {
  id: number;
  primaryId: number;
  userName: string;
  email: string;
  status: ProcessingStatus;
  bot: boolean;
  hasSeat: boolean;
}

/** Somebody who asks. */
export interface Caller {
  userId: number;
  role: Role;
  personId: number;
  managedTeamIds: number[];
}

export interface Team {
  id: number;
  slug: string;
  name: string;
  parentId: number;
  boardId: string;
  repoPaths: string[];
  /** A member from the first day to before the last; null means still. */
  members: { identityId: number; from: string; until: string | null }[];
}

/** Both days included. */
export interface TimeOff {
  personId: number;
  start: string;
  end: string;
}

export type Operation = 'add' | 'chg' | 'del' | 'move' | 'copy' | 'find_replace' | 'noop';
export type Category = 'code' | 'test' | 'markup' | 'style' | 'config' | 'documentation';
export type LineKind = 'code' | 'comment' | 'punctuation' | 'keyword' | 'blank';

export interface Line {
  path: string;
  hunk: number;
  hunkLine: number;
  operation: Operation;
  category: Category;
  kind: LineKind;
  /** False in generated, vendored, minified, binary and lock files. */
  scored: boolean;
  newFile: boolean;
  /** The commit that wrote the line which this one replaces, deletes or moves; null where it is older than the reading. */
  origin: { sha: string; ai: boolean; authoredAt: number } | null;
  /** The line that this one changes, deletes or moves: who wrote it in this file, and as which line. */
  ends: { sha: string; line: number } | null;
  duplicate: boolean;
  connectives: number;
}

export interface Commit {
  repoId: number;
  sha: string;
  identityId: number;
  authoredAt: number;
  committedAt: number;
  parents: string[];
  message: string;
  merge: boolean;
  onDefaultBranch: boolean;
  removed: boolean;
  patchId: string;
  ai: boolean;
  /** Whether a note records who wrote its lines. */
  recorded: boolean;
  lines: Line[];
}

export interface Pull {
  repoId: number;
  number: number;
  title: string;
  branch: string;
  /** Issues that the host says it closes. */
  closes: string[];
  identityId: number;
  draft: boolean;
  openedAt: number;
  closedAt: number | null;
  mergedAt: number | null;
  mergeSha: string;
  squashSha: string;
  commitShas: string[];
}

export interface Review {
  repoId: number;
  number: number;
  id: string;
  identityId: number;
  bot: boolean;
  submittedAt: number;
}

export interface Comment {
  repoId: number;
  number: number;
  id: string;
  identityId: number;
  bot: boolean;
  createdAt: number;
  deleted: boolean;
}

export interface Issue {
  key: string;
  /** Of a code host's issue; 0 for a tracker's. */
  repoId: number;
  type: string;
  epic: boolean;
  assigneeId: number;
  points: number | null;
  createdAt: number;
  startedAt: number | null;
  resolvedAt: number | null;
}

/** Which issues were in a sprint on each of its days, and with how many points. */
export interface Sprint {
  id: string;
  name: string;
  boardId: string;
  startedAt: number;
  endedAt: number;
  days: { day: string; issueKey: string; points: number | null; member: boolean }[];
}

/** As it is recorded: by a sha, by a time, or both. */
export interface Release {
  repoId: number;
  name: string;
  sha: string | null;
  releasedAt: number | null;
  defectKeys: string[];
  issueKeys: string[];
}

export interface Defect {
  key: string;
  /** Where it was recorded: a path of the entity, its organization or its repo. */
  resourcePath: string;
  detectedAt: number;
  fixes: { repoId: number; sha: string | null; releasedAt: number | null }[];
}

export interface Usage {
  /** The path for which it was submitted or collected. */
  resourcePath: string;
  provider: string;
  model: string;
  day: string;
  personId: number;
  teamId: number;
  linesAdded: number;
  linesDeleted: number;
  promptedSuggested: number;
  promptedAccepted: number;
  tabSuggested: number;
  tabAccepted: number;
  cents: number;
}
