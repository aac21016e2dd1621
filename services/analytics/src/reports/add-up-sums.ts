import { dayNumber } from '@linescope/contract/days';
import type { DayColumns } from '../store/day-columns.ts';
import type { Cell } from './cell.ts';
import type { CountedRows } from './counted-rows.ts';
import type { AddedMeasure, AddingPlan } from './day-plan.ts';
import { type DaysAsked, placedSeries } from './series-of-days.ts';

type Summed = Extract<AddedMeasure, { kind: 'sum' | 'mean' }>;

/** Beyond that, most are empty. */
const MOST_CELLS = 2_000_000;

/** Every interval of every series has a place in these: sums and, of means, the rows that they are of. */
interface Totals {
  isThere: Uint8Array;
  sums: Float64Array[];
  counts: Float64Array[];
}

/**
 * The cells of a report of sums and means whose series follows from committer, repo or part alone, as most do: added up in arrays,
 * without a call a row. Undefined where it does not; null where a sum is too large to be exact.
 */
export function addUpSums(
  read: DayColumns,
  plan: AddingPlan,
  asked: DaysAsked,
  rows: CountedRows,
): Cell[] | null | undefined {
  const measures = plan.measures.filter((measure): measure is Summed => ['sum', 'mean'].includes(measure.kind));
  const series = asked.ofTeam || measures.length < plan.measures.length ? null : placedSeries(read, asked, rows);
  if (!series) return undefined;
  const size = series.names.length * asked.buckets.length;
  if (size > MOST_CELLS) return undefined;
  const empty = () => measures.map(() => new Float64Array(size));
  const totals: Totals = { isThere: new Uint8Array(size), sums: empty(), counts: empty() };
  const cellOfRow = placeRows(read, asked, rows, series, totals.isThere);
  measures.forEach((measure, at) => {
    const columnOf = (name: string) => read.sums.get(name) ?? new Float64Array();
    const [sums, counts] = [totals.sums[at] ?? new Float64Array(), totals.counts[at] ?? new Float64Array()];
    if (measure.kind === 'sum') {
      for (const { column, sign } of measure.terms) addColumn(sums, columnOf(column), sign, cellOfRow, rows.first);
    } else {
      addColumn(sums, columnOf(measure.sum), 1, cellOfRow, rows.first);
      addColumn(counts, columnOf(measure.count), 1, cellOfRow, rows.first);
    }
  });
  return cellsOf(totals, measures, plan, asked, series.names);
}

/** The place of each row's interval and series; -1 where it does not count. */
function placeRows(
  read: DayColumns,
  { buckets }: DaysAsked,
  { first, end, isRepo, personOf, countsFrom }: CountedRows,
  { keys, placeOf }: NonNullable<ReturnType<typeof placedSeries>>,
  isThere: Uint8Array,
): Int32Array {
  const ends = Int32Array.from(buckets, ({ until }) => dayNumber(until));
  const { days, repoOf, committerOf, countsFrom: from } = read;
  const cells = new Int32Array(Math.max(end - first, 0));
  let bucket = 0;
  for (let row = first; row < end; row++) {
    const day = days[row] ?? 0;
    while (bucket < ends.length && day >= (ends[bucket] ?? 0)) bucket++;
    const isCounted =
      (personOf[committerOf[row] ?? 0] ?? -1) >= 0 &&
      isRepo[repoOf[row] ?? 0] === 1 &&
      (from === null || (from[row] ?? 0) >= countsFrom);
    const cell =
      isCounted && bucket < ends.length ? (placeOf[keys?.[row] ?? 0] ?? 0) * ends.length + bucket : NOT_COUNTED;
    cells[row - first] = cell;
    if (cell >= 0) isThere[cell] = 1;
  }
  return cells;
}

const NOT_COUNTED = -1;

function addColumn(totals: Float64Array, values: Float64Array, sign: number, cells: Int32Array, first: number): void {
  for (let row = 0; row < cells.length; row++) {
    const cell = cells[row] ?? NOT_COUNTED;
    if (cell >= 0) totals[cell] = (totals[cell] ?? 0) + sign * (values[first + row] ?? 0);
  }
}

function cellsOf(
  { isThere, sums, counts }: Totals,
  measures: readonly Summed[],
  plan: AddingPlan,
  { buckets }: DaysAsked,
  names: readonly string[],
): Cell[] | null {
  if (!sums.every((all) => all.every(Number.isSafeInteger))) return null;
  const measured = (cell: number) =>
    measures.map(({ kind, unit }, at) => {
      const sum = sums[at]?.[cell] ?? 0;
      if (kind === 'sum') return sum / unit;
      const count = counts[at]?.[cell] ?? 0;
      return count === 0 ? null : sum / count / unit;
    });
  // In the order of their names, in which reports are sorted.
  const inOrder = names
    .map((series, index) => ({ series, index }))
    .sort((one, other) => (one.series < other.series ? -1 : 1));
  return buckets.flatMap((bucket, place) =>
    inOrder.flatMap(({ series, index }) => {
      const cell = index * buckets.length + place;
      if (isThere[cell] === 0) return [];
      const values = plan.values(measured(cell), bucket);
      return [
        {
          bucket: bucket.start,
          series,
          values: values.map((value) => (value !== null && Number.isFinite(value) ? value : null)),
        },
      ];
    }),
  );
}
