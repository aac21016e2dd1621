import { createPlaces } from '../store/binary-columns.ts';
import type { DayColumns } from '../store/day-columns.ts';
import type { CountedRows } from './counted-rows.ts';

/** Series times people; beyond that, most are of none of them. */
const MOST_PAIRS = 4_000_000;
const NEVER = -(2 ** 31);

/** Adds to each cell how many people, or how many days of people, its rows are of. */
export type CountPeople = (totals: Float64Array, which: { eachDay: boolean }) => void;

/**
 * Rows are in the order of their days, so that a person is new to a cell where the last interval, or day, in which the series had
 * a row of theirs is another. Null where there are too many to remember that of each.
 */
export function createPeopleCounter(
  { committerOf, days }: DayColumns,
  { first, personOf }: CountedRows,
  cells: Int32Array,
  buckets: number,
  series: number,
): CountPeople | null {
  const places = createPlaces<number>();
  const placeOf = Uint32Array.from(personOf, (person) => places.placeOf(person));
  const people = places.values.length;
  if (series * people > MOST_PAIRS) return null;
  return (totals, { eachDay }) => {
    const last = new Int32Array(series * people).fill(NEVER);
    for (let at = 0; at < cells.length; at++) {
      const cell = cells[at] ?? -1;
      if (cell < 0) continue;
      const bucket = cell % buckets;
      const pair = ((cell - bucket) / buckets) * people + (placeOf[committerOf[first + at] ?? 0] ?? 0);
      const now = eachDay ? (days[first + at] ?? 0) : bucket;
      if (last[pair] === now) continue;
      last[pair] = now;
      totals[cell] = (totals[cell] ?? 0) + 1;
    }
  };
}
