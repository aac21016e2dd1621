/** What is known of a commit before its lines are read. */
export interface KnownCommit {
  sha: string;
  parents: readonly string[];
  isMerge: boolean;
  onDefaultBranch: boolean;
  /** Whether a branch still reaches it. */
  existent: boolean;
  patchId: string;
  authorEmail: string;
  authoredAt: number;
  committedAt: number;
  lineCount: number;
  subject: string;
  /** What its message says it was picked from, or takes back: shas, and numbers of pull requests. */
  pickedFrom: readonly string[];
  reverts: readonly string[];
  revertedPulls: readonly number[];
  /** The assistant that it declares; null where none, empty where it names none. */
  declares: string | null;
  hasRecord: boolean;
}

export interface KnownPull {
  number: number;
  mergeSha: string;
  squashSha: string;
  headSha: string;
  commitShas: readonly string[];
}

/** The files of commits after them: path → blob. */
export type FilesOf = (sha: string) => ReadonlyMap<string, string> | undefined;
