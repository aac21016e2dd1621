import { setImmediate as nextTurn } from 'node:timers/promises';

/** Numbers of this size are far from what a double cannot hold. */
export const readInt64 = (view: DataView, at: number): number =>
  view.getInt32(at + 4, true) * 2 ** 32 + view.getUint32(at, true);

/** Numbers different values from 0 on, in the order in which they come. */
export function createPlaces<T>() {
  const places = new Map<T, number>();
  const values: T[] = [];
  return {
    values,
    placeOf(value: T): number {
      const known = places.get(value);
      if (known !== undefined) return known;
      places.set(value, values.length);
      return values.push(value) - 1;
    },
  };
}

const ROWS_A_TURN = 20_000;

/** Calls with each row in turn; of many, some thousand at a time, so that other requests are answered meanwhile. */
export async function eachRowInTurns(rows: number, read: (row: number) => void): Promise<void> {
  for (let from = 0; from < rows; from += ROWS_A_TURN) {
    if (from > 0) await nextTurn();
    const until = Math.min(from + ROWS_A_TURN, rows);
    for (let row = from; row < until; row++) read(row);
  }
}
