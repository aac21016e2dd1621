import { likeness, type Signatures, signatureBuffer, signaturesOf } from './signature.ts';

/**
 * Which removed line of a hunk became which added line. Pairs keep their order and are chosen so that their likeness sums
 * up highest: the classic alignment table, filled from the end. Past 40,000 cells a window that moves along is enough.
 * Lines are given without their white space; an empty one pairs with nothing.
 *
 *            new0  new1  new2
 *   old0      .9    .2    0        old0–new0, old1–new2
 *   old1      .1    .4    .7
 */
export function pairLines(before: readonly string[], after: readonly string[]): Int32Array {
  const partner = new Int32Array(before.length).fill(-1);
  if (before.length === 0 || after.length === 0) return partner;
  const older = signaturesOf(before, before.length <= KEPT_LINES ? oldBuffer : signatureBuffer(before.length));
  const newer = signaturesOf(after, after.length <= KEPT_LINES ? newBuffer : signatureBuffer(after.length));
  const rows = before.length;
  const columns = after.length;
  if (rows * columns > MOST_CELLS) return pairInWindow(older, newer, partner);
  const width = columns + 1;
  best.fill(0, rows * width, (rows + 1) * width);
  for (let row = rows - 1; row >= 0; row--) {
    best[row * width + columns] = 0;
    for (let column = columns - 1; column >= 0; column--) {
      const alike = likeness(older, row, newer, column);
      score[row * columns + column] = alike;
      const skip = Math.max(at(best, (row + 1) * width + column), at(best, row * width + column + 1));
      const take = alike === 0 ? 0 : alike + at(best, (row + 1) * width + column + 1);
      best[row * width + column] = Math.max(skip, take);
    }
  }
  let row = 0;
  let column = 0;
  while (row < rows && column < columns) {
    const alike = at(score, row * columns + column);
    const here = at(best, row * width + column);
    if (alike > 0 && here === alike + at(best, (row + 1) * width + column + 1)) {
      partner[row++] = column++;
    } else if (here === at(best, (row + 1) * width + column)) row++;
    else column++;
  }
  return partner;
}

const MOST_CELLS = 40_000;
const WINDOW = 24;
const KEPT_LINES = 1000;

// One pairing is over before the next begins.
const oldBuffer = signatureBuffer(KEPT_LINES);
const newBuffer = signatureBuffer(KEPT_LINES);
const score = new Float64Array(MOST_CELLS);
/** A row and a column more than there are lines: at most twice the cells and two. */
const best = new Float64Array(2 * MOST_CELLS + 2);

function pairInWindow(older: Signatures, newer: Signatures, partner: Int32Array) {
  const rows = older.bares.length;
  const columns = newer.bares.length;
  let next = 0;
  for (let row = 0; row < rows && next < columns; row++) {
    // Where the new side is longer, its window slides along with the share of the old side already read.
    const from = Math.max(next, Math.floor((row * columns) / rows) - WINDOW);
    let chosen = -1;
    let highest = 0;
    for (let column = from; column < Math.min(columns, from + 2 * WINDOW); column++) {
      const alike = likeness(older, row, newer, column);
      if (alike > highest) {
        highest = alike;
        chosen = column;
        if (alike === 1) break;
      }
    }
    if (chosen < 0) continue;
    partner[row] = chosen;
    next = chosen + 1;
  }
  return partner;
}

function at(table: Float64Array, index: number): number {
  return table[index] ?? 0;
}
