/** What the three streams of git say, before anything is concluded from it. Paths are bytes in a latin1 string. */

export type HunkDiff = {
  /** First line before; for a pure insertion the line it follows. */
  readonly oldStart: number;
  readonly oldCount: number;
  readonly newStart: number;
  readonly newCount: number;
  /** The function line git shows behind the second `@@`. */
  readonly context: string;
  /** Empty when the file's texts were too many to hold (`oversized`). */
  oldLines: string[];
  newLines: string[];
};

export type FileDiff = {
  readonly status: string;
  readonly similarity: number;
  readonly modeBefore: string;
  readonly modeAfter: string;
  readonly blobBefore: string;
  readonly blobAfter: string;
  readonly pathBefore: string;
  readonly pathAfter: string;
  binary: boolean;
  oversized: boolean;
  linesAdded: number;
  linesDeleted: number;
  hunks: HunkDiff[];
  /** What `git blame` takes for its changes, where that is something else: its lines are followed by these. They are no facts. */
  tracedHunks?: readonly LineSpan[] | undefined;
};

/** The place of a hunk without its lines. */
export type LineSpan = Pick<HunkDiff, 'oldStart' | 'oldCount' | 'newStart' | 'newCount'>;

export type CommitHeader = {
  readonly sha: string;
  readonly parents: readonly string[];
  readonly authorName: string;
  readonly authorEmail: string;
  readonly authoredAt: number;
  readonly committerName: string;
  readonly committerEmail: string;
  readonly committedAt: number;
  readonly message: string;
};

export type CommitDiff = { readonly header: CommitHeader; readonly files: FileDiff[] };

/** One path of a merge that differs from every parent. */
export type CombinedDiff = {
  readonly modes: readonly string[];
  readonly modeAfter: string;
  readonly blobs: readonly string[];
  readonly blobAfter: string;
  readonly paths: readonly string[];
  readonly pathAfter: string;
  binary: boolean;
  hunks: CombinedHunk[];
};

export type CombinedHunk = {
  readonly oldStarts: readonly number[];
  readonly newStart: number;
  /** One string of marks a line: `+`, `-` or a space for each parent. */
  marks: string[];
  texts: string[];
};

/** One path that differs from a merge's first parent. */
export type MergePath = { readonly blobAfter: string; readonly modeAfter: string; readonly path: string };

export const SUBMODULE_MODE = '160000';
export const SYMLINK_MODE = '120000';
export const NO_BLOB = '0'.repeat(40);
