/**
 * What the engine says about a history: plain records, final when written. Times are whole seconds since 1970. A commit's
 * records depend on its history alone, never on when or in how many steps it was read.
 */

export type FileCategory = 'code' | 'test' | 'markup' | 'style' | 'config' | 'documentation' | 'data';
export type LineKind = 'code' | 'comment' | 'punctuation' | 'keyword' | 'blank';

export const OPERATIONS = ['add', 'chg', 'del', 'move', 'copy', 'find_replace', 'noop'] as const;
export type Operation = (typeof OPERATIONS)[number];

export const PROVENANCES = ['new_code', 'under_2_weeks', 'under_1_month', 'under_1_year', 'over_1_year'] as const;
export type Provenance = (typeof PROVENANCES)[number];

export type CommitFact = {
  sha: string;
  /** First parent first; none for a root. */
  parents: readonly string[];
  authorName: string;
  authorEmail: string;
  authoredAt: number;
  committerName: string;
  committerEmail: string;
  committedAt: number;
  message: string;
  isMerge: boolean;
  onDefaultBranch: boolean;
  /** Equal for two commits that make the same change, as a cherry-pick does; empty for merges. One that changes nothing is like itself alone, wherever it stands. */
  patchId: string;
  /** Whether there is evidence that an AI assistant wrote the commit, how sure (0 to 1), which tool and model, and the words that say so. */
  aiAuthored: boolean;
  aiConfidence: number;
  aiTool: string | null;
  aiEvidence: string | null;
  aiModel: string | null;
  /** As `git log --numstat` counts them: a merge has none, a binary file counts as a file without lines. */
  filesChanged: number;
  linesAdded: number;
  linesDeleted: number;
};

export type FileStatus = 'added' | 'modified' | 'deleted' | 'renamed' | 'copied' | 'type_changed';

export type FileChangeFact = {
  sha: string;
  authoredAt: number;
  /** The path after the commit; for a deleted file the path it had. */
  path: string;
  /** Differs from `path` only for a renamed or copied file. */
  pathBefore: string;
  status: FileStatus;
  /** Git's modes: `100644`, `100755`, `120000` a symbolic link, `160000` a submodule, `000000` absent. */
  modeBefore: string;
  modeAfter: string;
  blobBefore: string;
  blobAfter: string;
  /** 0 to 100 for a renamed or copied file, else 0. */
  similarity: number;
  language: string | null;
  category: FileCategory;
  generated: boolean;
  vendored: boolean;
  lock: boolean;
  binary: boolean;
  /** More changed lines than are kept one by one: counted here, without line changes. */
  oversized: boolean;
  /** Whether its lines count for Diff Delta. */
  scored: boolean;
  /** `[line before, count before, line after, count after, …]`, as in git's hunk headers without context. */
  hunks: readonly number[];
  linesAdded: number;
  linesDeleted: number;
  /** Where its changed lines come from: `[line after, source, line before, count, …]`, a source being one of the next two. */
  links: readonly number[];
  /** The file of each source, and the commit that wrote it there for a copy, or empty for the first parent. */
  linkPaths: readonly string[];
  linkShas: readonly string[];
  /** Functions that the commit wrote together with their documentation, and that text of each, cut to 1,000 characters. */
  documentedFunctions: readonly string[];
  documentation: readonly string[];
};

export type LineChangeFact = {
  sha: string;
  authoredAt: number;
  /** The file the line stands in after the commit; for a deleted line the file it stood in. */
  path: string;
  /** The file of `lineBefore`: another one for a line that moved between files or whose file was renamed. */
  pathBefore: string;
  /** The line it replaces or was moved from, in the first parent; null for an added or copied line. */
  lineBefore: number | null;
  /** Null for a deleted line. */
  lineAfter: number | null;
  operation: Operation;
  /** The line after the commit (for a deleted line, before), cut to 1,000 bytes. */
  text: string;
  /** Who wrote the line that was replaced, deleted, moved or copied, where and as which line; null when older than the reading. */
  originSha: string | null;
  originPath: string | null;
  originLine: number | null;
  originAuthoredAt: number | null;
  /** The same before moves and reformats: who wrote the line that was replaced, deleted, moved or reformatted. Null for a copy. */
  bornSha: string | null;
  bornPath: string | null;
  bornLine: number | null;
  /** Whether a commit of an AI assistant wrote that line. */
  originAi: boolean;
  /** Seconds between that line's authoring and this commit's; null for new lines and when unknown. */
  age: number | null;
  provenance: Provenance;
  /** Changed or deleted within 14 days of being authored. */
  churn: boolean;
  kind: LineKind;
  functionName: string | null;
  className: string | null;
  /** Hash of this and the next four meaningful lines of its run of added lines; 0 where there are not five. */
  blockHash: number;
  /** Part of a block of which an older copy stands elsewhere in the tree. */
  duplicate: boolean;
  /** How many calls on an added line are of functions that another file of the repo defines. */
  connectives: number;
  aiAuthored: boolean;
  language: string | null;
  category: FileCategory;
  scored: boolean;
  /** In a file that this commit created. */
  newFile: boolean;
  /** Which hunk of the file, and which changed line of that hunk, both from 0. */
  hunk: number;
  hunkLine: number;
  /** Its Diff Delta under the formula version of the commit's score. */
  delta: number;
};

/** Where a merge took a path from. A path without such a record came from the first parent, unchanged. */
export type MergeRouteFact = {
  sha: string;
  committedAt: number;
  path: string;
  /** Index of the parent the file was taken from whole, -1 when put together line by line, or deleted. */
  parent: number;
  deleted: boolean;
  /** The file's path in each parent. */
  parentPaths: readonly string[];
  /** `[line after, count, parent (-1: the merge wrote it), line before, …]` when put together. */
  segments: readonly number[];
};

/**
 * Lines in a row that ended without a changed line that says so: a merge dropped them, although every parent that knew them had them, or
 * their file became binary or has too many changes. Or that were kept: by a merge, although a parent had removed them.
 */
export type UnrecordedEndFact = {
  sha: string;
  authoredAt: number;
  committedAt: number;
  kept: boolean;
  /** The first of them, as it was last written; and before moves and reformats, null where that line goes on as another one. */
  origin: { sha: string; path: string; line: number };
  born: { sha: string; path: string; line: number } | null;
  count: number;
};

/** Lines and Diff Delta of one commit, by what reports ask for. Lines of files that do not score are not in it. */
export type CommitScoreFact = {
  sha: string;
  authoredAt: number;
  onDefaultBranch: boolean;
  isMerge: boolean;
  formulaVersion: string;
  delta: number;
  /** Changed lines of scored files, `noop` included. */
  lines: number;
  linesByOperation: Record<Operation, number>;
  deltaByOperation: Record<Operation, number>;
  linesByCategory: Record<FileCategory, number>;
  deltaByCategory: Record<FileCategory, number>;
  linesByProvenance: Record<Provenance, number>;
  deltaByProvenance: Record<Provenance, number>;
  churnLines: number;
  churnDelta: number;
  duplicateLines: number;
  /** Calls on added lines of functions that another file of the repo defines. */
  connectives: number;
  aiLinesByOperation: Record<Operation, number>;
  aiLines: number;
  aiDelta: number;
};

export type Facts = {
  commits: CommitFact[];
  fileChanges: FileChangeFact[];
  lineChanges: LineChangeFact[];
  mergeRoutes: MergeRouteFact[];
  unrecordedEnds: UnrecordedEndFact[];
  commitScores: CommitScoreFact[];
};
