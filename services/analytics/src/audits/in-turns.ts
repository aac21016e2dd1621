import { setImmediate as nextTurn } from 'node:timers/promises';

/** Records that are made before others' requests get their turn. */
const AT_ONCE = 500;

/** Maps a list that may be as long as a part of an export, some records at a time. */
export async function mapInTurns<T, U>(items: readonly T[], map: (item: T) => U): Promise<U[]> {
  const mapped: U[] = [];
  for (let from = 0; from < items.length; from += AT_ONCE) {
    if (from > 0) await nextTurn();
    for (const item of items.slice(from, from + AT_ONCE)) mapped.push(map(item));
  }
  return mapped;
}
