import { orderedBy, placesTo } from '../domain/survival/life-entries.ts';
import { emptyRows, type LifeColumns, type LivesAsRead, WORD_COLUMNS } from './life-columns.ts';

/** Puts each commit's rows and ends together, so that every question reads memory from one end to the other. */
export function inCommitOrder(read: LivesAsRead): LifeColumns {
  const commitOf = renumbered(read);
  const rowOrder = orderedBy(commitOf, placesTo(read.rows));
  const newRow = new Uint32Array(read.rows);
  for (let at = 0; at < rowOrder.length; at++) newRow[rowOrder[at] ?? 0] = at;
  const [commitOfEnd, rowOfEnd] = [new Int32Array(read.endDay.length), new Uint32Array(read.endDay.length)];
  for (let row = 0; row < read.rows; row++) {
    for (let end = read.endsFrom[row] ?? 0; end < (read.endsFrom[row + 1] ?? 0); end++) {
      commitOfEnd[end] = commitOf[row] ?? 0;
      rowOfEnd[end] = newRow[row] ?? 0;
    }
  }
  const endOrder = orderedBy(commitOfEnd, orderedBy(read.endDay, placesTo(read.endDay.length)));
  return {
    ...rowsInOrder(read, rowOrder),
    commitCount: read.commitCount,
    rowsFrom: startsOf(commitOf, read.commitCount),
    endsFrom: startsOf(commitOfEnd, read.commitCount),
    endRow: inOrder(rowOfEnd, endOrder, new Uint32Array(endOrder.length)),
    endDay: inOrder(read.endDay, endOrder, new Uint16Array(endOrder.length)),
    endLines: inOrder(read.endLines, endOrder, new Uint32Array(endOrder.length)),
  };
}

/** The commit of each row, commits being numbered by repo and day: what is compared with one another is then near. */
function renumbered({ rows, commitCount, commitOf, repoOf, bornOn }: LivesAsRead): Int32Array {
  const [days, repos] = [new Uint16Array(commitCount), new Int32Array(commitCount)];
  for (let row = 0; row < rows; row++) {
    const commit = commitOf[row] ?? 0;
    days[commit] = bornOn[row] ?? 0;
    repos[commit] = repoOf[row] ?? 0;
  }
  const order = orderedBy(repos, orderedBy(days, placesTo(commitCount)));
  const numbers = new Int32Array(commitCount);
  for (let at = 0; at < order.length; at++) numbers[order[at] ?? 0] = at;
  return inOrder(numbers, commitOf, new Int32Array(rows));
}

function rowsInOrder(read: LivesAsRead, order: Int32Array) {
  const { repos, committers, words } = read;
  const columns = { ...emptyRows(read.rows, words), repos, committers };
  inOrder(read.repoOf, order, columns.repoOf);
  inOrder(read.committerOf, order, columns.committerOf);
  inOrder(read.bornOn, order, columns.bornOn);
  inOrder(read.flags, order, columns.flags);
  inOrder(read.lines, order, columns.lines);
  inOrder(read.living, order, columns.living);
  for (const name of WORD_COLUMNS) inOrder(read.wordOf[name], order, columns.wordOf[name]);
  return columns;
}

function inOrder<T extends Uint8Array | Uint16Array | Uint32Array | Int32Array>(from: T, order: Int32Array, to: T): T {
  for (let at = 0; at < order.length; at++) to[at] = from[order[at] ?? 0] ?? 0;
  return to;
}

function startsOf(commitOf: Int32Array, commitCount: number): Uint32Array {
  const starts = new Uint32Array(commitCount + 1);
  for (let at = 0; at < commitOf.length; at++) {
    const after = (commitOf[at] ?? 0) + 1;
    starts[after] = (starts[after] ?? 0) + 1;
  }
  for (let commit = 1; commit <= commitCount; commit++)
    starts[commit] = (starts[commit] ?? 0) + (starts[commit - 1] ?? 0);
  return starts;
}
