import { createPlaces } from '../store/binary-columns.ts';

/** Columns of words, of which few come again and again. */
export const WORD_COLUMNS = ['category', 'language', 'ai_tool', 'ai_model', 'evidence_tier'] as const;
export type WordColumn = (typeof WORD_COLUMNS)[number];
/** The words of each column; a row has the place of its own, counted from 1. */
export type LifeWords = Readonly<Record<WordColumn, readonly string[]>>;

export const IS_NEW = 1;
export const IS_AI = 2;
export const HAS_RECORDS = 4;

/** What commits wrote in files, and when those lines ended, in columns: a row is of one commit, file and evidence. */
export interface LifeColumns {
  rows: number;
  commitCount: number;
  /** Commits from 0 on; places in `repos` and `committers`. */
  commitOf: Int32Array;
  repoOf: Uint32Array;
  committerOf: Uint32Array;
  repos: number[];
  committers: number[];
  bornOn: Uint16Array;
  flags: Uint8Array;
  wordOf: Record<WordColumn, Uint16Array>;
  words: LifeWords;
  lines: Uint32Array;
  /** Ends of a row are those from its own place to that of the next. */
  endsFrom: Uint32Array;
  endDay: Uint16Array;
  endLines: Uint32Array;
}

const BYTES_OF_ROW = 4 + 4 + 4 + 2 + 1 + 2 * WORD_COLUMNS.length + 4 + 4;
const BYTES_OF_END = 2 + 4;
export const bytesOf = (rows: number, ends: number): number => rows * BYTES_OF_ROW + ends * BYTES_OF_END;

/** A commit's hash, repo, committer, day, flags, words and lines. */
const FIXED_BYTES = 8 + 8 + 8 + 2 + 1 + 2 * WORD_COLUMNS.length + 4;
const WIDE = 2 ** 32;

/** From RowBinary; null where a row has a word that is not among the given. */
export function decodeLives(bytes: Buffer, words: LifeWords): LifeColumns | null {
  const { rows, ends } = countRows(bytes);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const columns = emptyColumns(rows, ends, words);
  const wordColumns = WORD_COLUMNS.map((name) => columns.wordOf[name]);
  const commits = new CommitNumbers();
  const [repos, committers] = [createPlaces<number>(), createPlaces<number>()];
  let at = 0;
  let end = 0;
  let isKnown = true;
  for (let row = 0; row < rows; row++) {
    columns.commitOf[row] = commits.numberOf(view.getUint32(at, true), view.getUint32(at + 4, true));
    columns.repoOf[row] = repos.placeOf(view.getUint32(at + 8, true) + WIDE * view.getUint32(at + 12, true));
    columns.committerOf[row] = committers.placeOf(view.getUint32(at + 16, true) + WIDE * view.getUint32(at + 20, true));
    columns.bornOn[row] = view.getUint16(at + 24, true);
    columns.flags[row] = view.getUint8(at + 26);
    at += 27;
    for (let index = 0; index < wordColumns.length; index++, at += 2) {
      const place = view.getUint16(at, true);
      if (place === 0) isKnown = false;
      const column = wordColumns[index];
      if (column) column[row] = place - 1;
    }
    columns.lines[row] = view.getUint32(at, true);
    columns.endsFrom[row] = end;
    const { value: count, next } = lengthAt(bytes, at + 4);
    const days = next;
    const counts = lengthAt(bytes, days + 2 * count).next;
    for (let index = 0; index < count; index++, end++) {
      columns.endDay[end] = view.getUint16(days + 2 * index, true);
      columns.endLines[end] = view.getUint32(counts + 4 * index, true);
    }
    at = counts + 4 * count;
  }
  columns.endsFrom[rows] = end;
  const numbered = { commitCount: commits.size, repos: repos.values, committers: committers.values };
  return isKnown ? { ...columns, ...numbered } : null;
}

const emptyColumns = (rows: number, ends: number, words: LifeWords): LifeColumns => ({
  rows,
  commitCount: 0,
  commitOf: new Int32Array(rows),
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
  endsFrom: new Uint32Array(rows + 1),
  endDay: new Uint16Array(ends),
  endLines: new Uint32Array(ends),
});

function countRows(bytes: Buffer): { rows: number; ends: number } {
  let [rows, ends] = [0, 0];
  for (let at = 0; at < bytes.length; rows++) {
    const { value: count, next } = lengthAt(bytes, at + FIXED_BYTES);
    at = lengthAt(bytes, next + 2 * count).next + 4 * count;
    ends += count;
  }
  return { rows, ends };
}

function lengthAt(bytes: Buffer, start: number): { value: number; next: number } {
  let value = 0;
  let at = start;
  for (let scale = 1; ; scale *= 0x80) {
    const byte = bytes[at++] ?? 0;
    value += (byte & 0x7f) * scale;
    if (byte < 0x80) return { value, next: at };
  }
}

/** Numbers commits from 0 on, by the halves of their hashes. */
class CommitNumbers {
  #low = new Uint32Array(2048);
  #high = new Uint32Array(2048);
  #number = new Int32Array(2048).fill(-1);
  size = 0;

  numberOf(low: number, high: number): number {
    if (2 * this.size >= this.#number.length) this.#grow();
    const mask = this.#number.length - 1;
    for (let slot = low & mask; ; slot = (slot + 1) & mask) {
      const known = this.#number[slot] ?? -1;
      if (known >= 0 && this.#low[slot] === low && this.#high[slot] === high) return known;
      if (known >= 0) continue;
      this.#low[slot] = low;
      this.#high[slot] = high;
      this.#number[slot] = this.size;
      return this.size++;
    }
  }

  #grow(): void {
    const old = { low: this.#low, high: this.#high, number: this.#number };
    const size = 2 * old.number.length;
    this.#low = new Uint32Array(size);
    this.#high = new Uint32Array(size);
    this.#number = new Int32Array(size).fill(-1);
    for (const [slot, known] of old.number.entries()) {
      if (known < 0) continue;
      const low = old.low[slot] ?? 0;
      let free = low & (size - 1);
      while ((this.#number[free] ?? -1) >= 0) free = (free + 1) & (size - 1);
      this.#low[free] = low;
      this.#high[free] = old.high[slot] ?? 0;
      this.#number[free] = known;
    }
  }
}
