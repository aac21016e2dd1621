/** Columns of words, of which few come again and again. */
export const WORD_COLUMNS = ['category', 'language', 'ai_tool', 'ai_model', 'evidence_tier'] as const;
export type WordColumn = (typeof WORD_COLUMNS)[number];
/** The words of each column; a row has the place of its own, counted from 1. */
export type LifeWords = Readonly<Record<WordColumn, readonly string[]>>;

export const IS_NEW = 1;
export const IS_AI = 2;
export const HAS_RECORDS = 4;

/**
 * What commits wrote in files, and when those lines ended, in columns: a row is of one commit, file and evidence. Each commit's rows stand
 * together, and so do its ends, in the order of days; commits of the same repo and time are near one another.
 */
export interface LifeColumns extends RowColumns {
  commitCount: number;
  /** Rows and ends of a commit are those from its own place to that of the next. */
  rowsFrom: Uint32Array;
  endsFrom: Uint32Array;
  endRow: Uint32Array;
  endDay: Uint16Array;
  endLines: Uint32Array;
}

export interface RowColumns {
  rows: number;
  /** Places in `repos` and `committers`. */
  repoOf: Uint32Array;
  committerOf: Uint32Array;
  repos: number[];
  committers: number[];
  bornOn: Uint16Array;
  flags: Uint8Array;
  wordOf: Record<WordColumn, Uint16Array>;
  words: LifeWords;
  lines: Uint32Array;
  /** Of the lines, those that have not ended. */
  living: Uint32Array;
}

/** Rows as they were read, each with the number of its commit and the place of its ends. */
export interface LivesAsRead extends RowColumns {
  commitCount: number;
  commitOf: Int32Array;
  endsFrom: Uint32Array;
  endDay: Uint16Array;
  endLines: Uint32Array;
}

const BYTES_OF_ROW = 4 + 4 + 2 + 1 + 2 * WORD_COLUMNS.length + 4 + 4;
const BYTES_OF_END = 4 + 2 + 4;
/** At most as many commits as rows. */
const BYTES_OF_COMMIT = 4 + 4;
export const bytesOf = (rows: number, ends: number): number =>
  rows * (BYTES_OF_ROW + BYTES_OF_COMMIT) + ends * BYTES_OF_END;

export const emptyRows = (rows: number, words: LifeWords): RowColumns => ({
  rows,
  repoOf: new Uint32Array(rows),
  committerOf: new Uint32Array(rows),
  repos: [],
  committers: [],
  bornOn: new Uint16Array(rows),
  flags: new Uint8Array(rows),
  wordOf: {
    category: new Uint16Array(rows),
    language: new Uint16Array(rows),
    ai_tool: new Uint16Array(rows),
    ai_model: new Uint16Array(rows),
    evidence_tier: new Uint16Array(rows),
  },
  words,
  lines: new Uint32Array(rows),
  living: new Uint32Array(rows),
});
