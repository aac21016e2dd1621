import { createPlaces } from '../store/binary-columns.ts';
import type { DayColumns } from '../store/day-columns.ts';
import type { CountedRows } from './counted-rows.ts';

/** Series times people; beyond that, most are of none of them. */
const MOST_PAIRS = 4_000_000;

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
  const people = createPlaces<number>();
  const placeOf = Uint32Array.from(personOf, (person) => people.placeOf(person));
  const pairs = series * people.values.length;
  if (pairs > MOST_PAIRS) return null;
  return (totals, { eachDay }) => {
    const last = new Int32Array(pairs).fill(NEVER);
    countEach({
      totals,
      cells,
      first,
      buckets,
      committerOf,
      placeOf,
      people: people.values.length,
      last,
      days,
      eachDay,
    });
  };
}

const NEVER = -(2 ** 31);

interface Counting {
  totals: Float64Array;
  cells: Int32Array;
  first: number;
  buckets: number;
  committerOf: Uint32Array;
  placeOf: Uint32Array;
  people: number;
  last: Int32Array;
  days: Int32Array;
  eachDay: boolean;
}

function countEach({
  totals,
  cells,
  first,
  buckets,
  committerOf,
  placeOf,
  people,
  last,
  days,
  eachDay,
}: Counting): void {
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
}
