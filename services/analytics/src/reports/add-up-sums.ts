import type { DayColumns } from '../store/day-columns.ts';
import type { Cell } from './cell.ts';
import { createPeopleCounter } from './count-people.ts';
import type { CountedRows } from './counted-rows.ts';
import type { AddedMeasure, AddingPlan } from './day-plan.ts';
import { placeRows } from './place-rows.ts';
import { type DaysAsked, placedSeries } from './series-of-days.ts';

type Counted = Exclude<AddedMeasure, { kind: 'median' | 'amount' }>;

/** Beyond that, most are empty. */
const MOST_CELLS = 2_000_000;

/** Every interval of every series has a place in these: sums or people and, of means, the rows that they are of. */
interface Totals {
  isThere: Uint8Array;
  sums: Float64Array[];
  counts: Float64Array[];
}

/**
 * The cells of a report of sums, means and people whose series follows from committer, repo or part alone, as most do: added up in arrays,
 * without a call a row. Undefined where it does not; null where a sum is too large to be exact.
 */
export function addUpSums(
  read: DayColumns,
  plan: AddingPlan,
  asked: DaysAsked,
  rows: CountedRows,
): Cell[] | null | undefined {
  const measures = plan.measures.filter((measure): measure is Counted => !['median', 'amount'].includes(measure.kind));
  const series = asked.ofTeam || measures.length < plan.measures.length ? null : placedSeries(read, asked, rows);
  if (!series) return undefined;
  const size = series.names.length * asked.buckets.length;
  if (size > MOST_CELLS) return undefined;
  const empty = () => measures.map(() => new Float64Array(size));
  const totals: Totals = { isThere: new Uint8Array(size), sums: empty(), counts: empty() };
  const cellOfRow = placeRows(read, asked, rows, series, totals.isThere);
  const countPeople = measures.some(isOfPeople)
    ? createPeopleCounter(read, rows, cellOfRow, asked.buckets.length, series.names.length)
    : () => {};
  if (!countPeople) return undefined;
  measures.forEach((measure, at) => {
    const columnOf = (name: string) => read.sums.get(name) ?? new Float64Array();
    const [sums, counts] = [totals.sums[at] ?? new Float64Array(), totals.counts[at] ?? new Float64Array()];
    if (measure.kind === 'sum') {
      for (const { column, sign } of measure.terms) addColumn(sums, columnOf(column), sign, cellOfRow, rows.first);
    } else if (measure.kind === 'mean') {
      addColumn(sums, columnOf(measure.sum), 1, cellOfRow, rows.first);
      addColumn(counts, columnOf(measure.count), 1, cellOfRow, rows.first);
    } else countPeople(sums, { eachDay: measure.kind === 'committer_days' });
  });
  return cellsOf(totals, measures, plan, asked, series.names);
}

const isOfPeople = (measure: Counted): measure is Extract<Counted, { kind: 'committers' | 'committer_days' }> =>
  measure.kind === 'committers' || measure.kind === 'committer_days';

function addColumn(totals: Float64Array, values: Float64Array, sign: number, cells: Int32Array, first: number): void {
  for (let row = 0; row < cells.length; row++) {
    const cell = cells[row] ?? -1;
    if (cell >= 0) totals[cell] = (totals[cell] ?? 0) + sign * (values[first + row] ?? 0);
  }
}

function cellsOf(
  { isThere, sums, counts }: Totals,
  measures: readonly Counted[],
  plan: AddingPlan,
  { buckets }: DaysAsked,
  names: readonly string[],
): Cell[] | null {
  if (!sums.every((all) => all.every(Number.isSafeInteger))) return null;
  const measured = (cell: number) =>
    measures.map((measure, at) => {
      const sum = sums[at]?.[cell] ?? 0;
      if (isOfPeople(measure)) return sum;
      if (measure.kind === 'sum') return sum / measure.unit;
      const count = counts[at]?.[cell] ?? 0;
      return count === 0 ? null : sum / count / measure.unit;
    });
  // In the order of their names, in which reports are sorted.
  const inOrder = names
    .map((series, index) => ({ series, index }))
    .sort((one, other) => (one.series < other.series ? -1 : 1));
  const cells: Cell[] = [];
  buckets.forEach((bucket, place) => {
    for (const { series, index } of inOrder) {
      const cell = index * buckets.length + place;
      if (isThere[cell] === 0) continue;
      const values = plan.values(measured(cell), bucket);
      cells.push({
        bucket: bucket.start,
        series,
        values: values.map((value) => (value !== null && Number.isFinite(value) ? value : null)),
      });
    }
  });
  return cells;
}
