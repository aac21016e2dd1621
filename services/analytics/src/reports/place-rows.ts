import type { DayColumns } from '../store/day-columns.ts';
import { type CountedRows, endsOfBuckets } from './counted-rows.ts';
import type { DaysAsked, PlacedSeries } from './series-of-days.ts';

/** Three of them together are still a number of 32 bits, and with any place still below 0. */
const NOT_COUNTED = -(2 ** 29);

/** What committers, repos and parts add to the place of their rows: where their series begins, and whether they count at all. */
interface Starts {
  ofCommitter: Int32Array;
  ofRepo: Int32Array;
  /** Null where none is a series. */
  ofPart: Int32Array | null;
}

function findStarts(
  { repoOf, committerOf, partOf }: DayColumns,
  { buckets }: DaysAsked,
  { isRepo, personOf }: CountedRows,
  { keys, placeOf }: PlacedSeries,
): Starts {
  const startsBy = (key: Uint32Array, length: number, isCounted: (place: number) => boolean) =>
    Int32Array.from({ length }, (_, place) => {
      if (!isCounted(place)) return NOT_COUNTED;
      return key === keys ? (placeOf[place] ?? 0) * buckets.length : 0;
    });
  return {
    ofCommitter: startsBy(committerOf, personOf.length, (place) => (personOf[place] ?? -1) >= 0),
    ofRepo: startsBy(repoOf, isRepo.length, (place) => isRepo[place] === 1),
    ofPart: partOf !== null && partOf === keys ? startsBy(partOf, placeOf.length, () => true) : null,
  };
}

/** The place of each row's interval and series, from the first row that counts on; below 0 where it does not count. */
export const placeRows = (
  read: DayColumns,
  asked: DaysAsked,
  rows: CountedRows,
  series: PlacedSeries,
  isThere: Uint8Array,
): Int32Array =>
  placeEach(read, rows, findStarts(read, asked, rows, series), endsOfBuckets(read, rows, asked.buckets), isThere);

/** A loop over all rows: apart from whatever else uses its variables, which would make it slow. */
function placeEach(
  { repoOf, committerOf, partOf, countsFrom: from }: DayColumns,
  { first, end, countsFrom }: CountedRows,
  { ofCommitter, ofRepo, ofPart }: Starts,
  ends: Int32Array,
  isThere: Uint8Array,
): Int32Array {
  const cells = new Int32Array(Math.max(end - first, 0)).fill(NOT_COUNTED);
  for (let bucket = 0, row = first; bucket < ends.length; bucket++) {
    for (const bucketEnd = ends[bucket] ?? 0; row < bucketEnd; row++) {
      let cell =
        bucket + (ofCommitter[committerOf[row] ?? 0] ?? NOT_COUNTED) + (ofRepo[repoOf[row] ?? 0] ?? NOT_COUNTED);
      if (ofPart !== null && partOf !== null) cell += ofPart[partOf[row] ?? 0] ?? NOT_COUNTED;
      if (cell < 0 || (from !== null && (from[row] ?? 0) < countsFrom)) continue;
      cells[row - first] = cell;
      isThere[cell] = 1;
    }
  }
  return cells;
}
