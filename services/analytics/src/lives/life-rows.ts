/** What is read of the lines that a commit wrote in a file; one object is filled anew for each row. */
export interface LifeRow {
  /** The commit, by two halves of a hash. */
  commitLow: number;
  commitHigh: number;
  repoId: number;
  committerId: number;
  bornOn: number;
  isNew: boolean;
  isAi: boolean;
  hasRecords: boolean;
  category: string;
  /** What the query groups by, where that is a word of the row. */
  word: string;
  lines: number;
  /** How many ends follow, and where: `endedOn(n)` and `ended(n)` read them. */
  ends: number;
}

/** The columns of a row, in the order in which `readLifeRows` takes them; `word` is a column or an empty text. */
export const lifeColumns = (word: string): string =>
  `cityHash64(repo_id, sha), repo_id, committer_id, born_on, toUInt8(is_new + 2 * ai_authored + 4 * line_records), toString(category), toString(${word}), lines, ended_on, ended`;

const WIDE = 2 ** 32;

/**
 * Goes through rows in RowBinary without making an object of each: millions of lines come in hundreds of thousands of rows. `visit` may
 * read the ends of its row through the reader it is given, until it returns.
 */
export function readLifeRows(bytes: Buffer, visit: (row: LifeRow, ends: LifeEnds) => void): void {
  const ends = new LifeEnds(bytes);
  const words = createWordReader(bytes);
  const row: LifeRow = {
    commitLow: 0,
    commitHigh: 0,
    repoId: 0,
    committerId: 0,
    bornOn: 0,
    isNew: false,
    isAi: false,
    hasRecords: false,
    category: '',
    word: '',
    lines: 0,
    ends: 0,
  };
  let at = 0;
  while (at < bytes.length) {
    row.commitLow = bytes.readUInt32LE(at);
    row.commitHigh = bytes.readUInt32LE(at + 4);
    row.repoId = bytes.readUInt32LE(at + 8) + WIDE * bytes.readUInt32LE(at + 12);
    row.committerId = bytes.readUInt32LE(at + 16) + WIDE * bytes.readUInt32LE(at + 20);
    row.bornOn = bytes.readUInt16LE(at + 24);
    const flags = bytes[at + 26] ?? 0;
    row.isNew = (flags & 1) !== 0;
    row.isAi = (flags & 2) !== 0;
    row.hasRecords = (flags & 4) !== 0;
    at = words.read(at + 27);
    row.category = words.word;
    at = words.read(at);
    row.word = words.word;
    row.lines = bytes.readUInt32LE(at);
    at = ends.read(at + 4);
    row.ends = ends.count;
    visit(row, ends);
  }
}

/** The ends of one row: two arrays of the same length, days and counts. */
export class LifeEnds {
  count = 0;
  readonly #bytes: Buffer;
  #days = 0;
  #counts = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  /** The day of an end, counted from 1970. */
  day(index: number): number {
    return this.#bytes.readUInt16LE(this.#days + 2 * index);
  }

  /** How many lines ended on it. */
  lines(index: number): number {
    return this.#bytes.readUInt32LE(this.#counts + 4 * index);
  }

  /** Goes to the ends that begin at a place; returns where they stop. */
  read(start: number): number {
    const { value, next } = lengthAt(this.#bytes, start);
    this.count = value;
    this.#days = next;
    this.#counts = lengthAt(this.#bytes, next + 2 * value).next;
    return this.#counts + 4 * value;
  }
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

/** Few words come again and again: each is made a text once for all rows that have it by its bytes. */
function createWordReader(bytes: Buffer) {
  const known = new Map<string, string>();
  const reader = {
    word: '',
    read(start: number): number {
      const { value, next } = lengthAt(bytes, start);
      const raw = bytes.toString('latin1', next, next + value);
      let word = known.get(raw);
      if (word === undefined) {
        word = bytes.toString('utf8', next, next + value);
        known.set(raw, word);
      }
      reader.word = word;
      return next + value;
    },
  };
  return reader;
}

/** Numbers commits from 0 on, by the halves of their hashes. */
export class CommitNumbers {
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
