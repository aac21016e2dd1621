import type { DayColumns } from '../store/day-columns.ts';
import type { Cell } from './cell.ts';
import { type CountedRows, endsOfBuckets } from './counted-rows.ts';
import type { AddingPlan } from './day-plan.ts';
import { placeRows } from './place-rows.ts';
import { ALL_IN_ONE, type DaysAsked } from './series-of-days.ts';

/** A key of the map is a series of an interval where it is not nothing on one of its days. Null where a sum is too large to be exact. */
export function addUpMap(
  read: DayColumns,
  elements: NonNullable<AddingPlan['map']>,
  { measures, values: valuesOf }: AddingPlan,
  asked: DaysAsked,
  rows: CountedRows,
): Cell[] | null {
  const { buckets, suppressed } = asked;
  const bucketOfRow = placeRows(read, asked, rows, ALL_IN_ONE, new Uint8Array(buckets.length));
  const ends = endsOfBuckets(read, rows, buckets);
  const bySeries = Map.groupBy(elements, ({ key }) => (suppressed ? '' : key));
  const added = [...bySeries].map(([series, own]) => {
    const totals = { sums: new Float64Array(buckets.length), isThere: new Uint8Array(buckets.length) };
    for (const { column } of own) {
      const values = read.sums.get(column);
      if (values) addColumn(totals, values, read, bucketOfRow, rows, ends);
    }
    return { series, ...totals };
  });
  if (!added.every(({ sums }) => sums.every(Number.isSafeInteger))) return null;
  return added.flatMap(({ series, sums, isThere }) =>
    buckets.flatMap((bucket, place) => {
      if (isThere[place] === 0) return [];
      const measured = measures.map((measure) => (sums[place] ?? 0) / ('unit' in measure ? measure.unit : 1));
      const values = valuesOf(measured, bucket);
      const finite = values.map((value) => (value !== null && Number.isFinite(value) ? value : null));
      return [{ bucket: bucket.start, series, values: finite }];
    }),
  );
}

/** A column added up by interval; on one of its days there may be something though the sum is nothing. */
function addColumn(
  { sums, isThere }: { sums: Float64Array; isThere: Uint8Array },
  values: Float64Array,
  { days }: DayColumns,
  bucketOfRow: Int32Array,
  { first }: CountedRows,
  ends: Int32Array,
): void {
  for (let bucket = 0, start = first; bucket < ends.length; bucket++) {
    const end = ends[bucket] ?? start;
    const sum = addRows(values, bucketOfRow, first, start, end);
    sums[bucket] = (sums[bucket] ?? 0) + sum;
    if (sum !== 0 || hasDay(values, days, bucketOfRow, first, start, end)) isThere[bucket] = 1;
    start = end;
  }
}

function addRows(values: Float64Array, bucketOfRow: Int32Array, first: number, start: number, end: number): number {
  let sum = 0;
  for (let row = start; row < end; row++) if ((bucketOfRow[row - first] ?? -1) >= 0) sum += values[row] ?? 0;
  return sum;
}

function hasDay(
  values: Float64Array,
  days: Int32Array,
  bucketOfRow: Int32Array,
  first: number,
  start: number,
  end: number,
): boolean {
  for (let from = start, until = start; from < end; from = until) {
    while (until < end && days[until] === days[from]) until++;
    if (addRows(values, bucketOfRow, first, from, until) !== 0) return true;
  }
  return false;
}
