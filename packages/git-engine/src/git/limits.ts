/** What bounds memory whatever a repository holds. They decide facts, so changing one is a new formula version. */
export type ReadingLimits = {
  /** Bytes kept of a line. */
  readonly lineBytes: number;
  /** Changed lines of one file in one commit above which its lines are counted but not kept. */
  readonly fileLines: number;
  /** The same for all files of a commit together. */
  readonly commitLines: number;
  /** Characters kept of all lines of a commit together. */
  readonly commitText: number;
};

export const READING_LIMITS: ReadingLimits = {
  lineBytes: 1000,
  fileLines: 20_000,
  commitLines: 100_000,
  commitText: 16_000_000,
};
