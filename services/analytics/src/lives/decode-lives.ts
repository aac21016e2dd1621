import { createPlaces } from '../store/binary-columns.ts';
import { CommitNumbers } from './commit-numbers.ts';
import { inCommitOrder } from './commit-order.ts';
import { emptyRows, type LifeColumns, type LifeWords, type LivesAsRead, WORD_COLUMNS } from './life-columns.ts';

/** A commit's hash, repo, committer, day, flags, words and lines. */
const FIXED_BYTES = 8 + 8 + 8 + 2 + 1 + 2 * WORD_COLUMNS.length + 4;
const WIDE = 2 ** 32;

/** From RowBinary; null where a row has a word that is not among the given. */
export function decodeLives(bytes: Buffer, words: LifeWords): LifeColumns | null {
  const { rows, ends } = countRows(bytes);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const columns = emptyLives(rows, ends, words);
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
    let living = columns.lines[row] ?? 0;
    for (let index = 0; index < count; index++, end++) {
      const ended = view.getUint32(counts + 4 * index, true);
      columns.endDay[end] = view.getUint16(days + 2 * index, true);
      columns.endLines[end] = ended;
      living -= ended;
    }
    columns.living[row] = Math.max(living, 0);
    at = counts + 4 * count;
  }
  columns.endsFrom[rows] = end;
  const numbered = { commitCount: commits.size, repos: repos.values, committers: committers.values };
  return isKnown ? inCommitOrder({ ...columns, ...numbered }) : null;
}

const emptyLives = (rows: number, ends: number, words: LifeWords): LivesAsRead => ({
  ...emptyRows(rows, words),
  commitCount: 0,
  commitOf: new Int32Array(rows),
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
