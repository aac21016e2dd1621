import type { ReadHunk } from './read-hunks.ts';

/**
 * Lines deleted in one place and added in another of the same commit. Each deleted line moves at most once. A line that
 * follows a moved one looks first at what followed there, so that a block moves as a block.
 */
export type LooseLine = {
  /** The text without white space. */
  readonly bare: string;
  /** Whether there is enough in it to be recognised elsewhere. */
  readonly distinctive: boolean;
  readonly hunk: ReadHunk;
};

/** For each added line the index of the deleted line it was, or -1. */
export function findMoves(deleted: readonly LooseLine[], added: readonly LooseLine[]): Int32Array {
  const source = new Int32Array(added.length).fill(-1);
  if (deleted.length === 0 || added.length === 0) return source;
  const waiting = new Map<string, number[]>();
  for (let index = deleted.length - 1; index >= 0; index--) {
    const line = deleted[index];
    if (line === undefined || line.bare === '') continue;
    const list = waiting.get(line.bare);
    if (list === undefined) waiting.set(line.bare, [index]);
    else list.push(index);
  }
  const taken = new Uint8Array(deleted.length);
  let previous = -1;
  for (const [index, line] of added.entries()) {
    const next = follower(deleted, taken, previous, added[index - 1], line);
    const chosen = next >= 0 ? next : line.distinctive ? firstFree(waiting.get(line.bare), taken) : -1;
    previous = chosen;
    if (chosen < 0) continue;
    taken[chosen] = 1;
    source[index] = chosen;
  }
  return source;
}

/** The line after the last moved one, if the added line goes on in the same way there. */
function follower(
  deleted: readonly LooseLine[],
  taken: Uint8Array,
  previous: number,
  before: LooseLine | undefined,
  line: LooseLine,
): number {
  const last = deleted[previous];
  const next = deleted[previous + 1];
  if (!last || !next || !before || taken[previous + 1] === 1 || next.bare !== line.bare) return -1;
  return next.hunk === last.hunk && before.hunk === line.hunk ? previous + 1 : -1;
}

function firstFree(list: number[] | undefined, taken: Uint8Array): number {
  while (list !== undefined && list.length > 0) {
    const index = list.at(-1) ?? -1;
    if (taken[index] === 0) return index;
    list.pop();
  }
  return -1;
}
