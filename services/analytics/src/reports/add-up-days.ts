import { dayNumber } from '@linescope/contract/days';
import type { DayColumns } from '../store/day-columns.ts';
import { addUpMap } from './add-up-map.ts';
import { addUpSums } from './add-up-sums.ts';
import type { Cell } from './cell.ts';
import { type CountedRows, countedRows } from './counted-rows.ts';
import type { AddedMeasure, AddingPlan } from './day-plan.ts';
import type { Bucket } from './intervals.ts';
import { type DaysAsked, seriesBy } from './series-of-days.ts';

/** The cells of a report, to the last digit those of its statement over daily sums. Null where a sum is too large to be exact. */
export function addUpDays(read: DayColumns, plan: AddingPlan, asked: DaysAsked): Cell[] | null {
  const rows = countedRows(read, asked);
  if (plan.map) return addUpMap(read, plan.map, plan, asked, rows);
  const summed = addUpSums(read, plan, asked, rows);
  return summed === undefined ? addUpSeries(read, plan, asked, rows) : summed;
}

/** Calls with each row that counts, its interval and its person. */
function eachRow(
  read: DayColumns,
  { first, end, isRepo, personOf, countsFrom, isMember }: CountedRows,
  buckets: readonly Bucket[],
  use: (row: number, bucket: number, person: number) => void,
): void {
  const ends = buckets.map(({ until }) => dayNumber(until));
  const from = read.countsFrom;
  const isElsewhere = (row: number): boolean => from !== null && (from[row] ?? 0) < countsFrom;
  let bucket = 0;
  for (let row = first; row < end; row++) {
    const day = read.days[row] ?? 0;
    while (day >= (ends[bucket] ?? Number.POSITIVE_INFINITY)) bucket++;
    const person = personOf[read.committerOf[row] ?? 0] ?? -1;
    if (person < 0 || isRepo[read.repoOf[row] ?? 0] === 0 || isElsewhere(row)) continue;
    if (isMember(day, person)) use(row, bucket, person);
  }
}

/** One interval of one series while it is added up; of each measure its sum, the rows of a mean, the people or the values counted. */
interface Group {
  bucket: number;
  series: string;
  sums: number[];
  counts: number[];
  people: Set<number>[];
  values: number[][];
}

const DAYS_OF_PERSON = 1_000_000;

/** Adds a row to the group, for the measure at a place. */
type Add = (group: Group, row: number, person: number) => void;

function addingOf(read: DayColumns, measure: AddedMeasure, at: number): Add {
  const columnOf = (name: string) => read.sums.get(name) ?? new Float64Array();
  switch (measure.kind) {
    case 'sum': {
      const terms = measure.terms.map(({ column, sign }) => ({ values: columnOf(column), sign }));
      return ({ sums }, row) => {
        for (const { values, sign } of terms) sums[at] = (sums[at] ?? 0) + sign * (values[row] ?? 0);
      };
    }
    case 'mean': {
      const [all, rows] = [columnOf(measure.sum), columnOf(measure.count)];
      return ({ sums, counts }, row) => {
        sums[at] = (sums[at] ?? 0) + (all[row] ?? 0);
        counts[at] = (counts[at] ?? 0) + (rows[row] ?? 0);
      };
    }
    case 'median': {
      const own = columnOf(measure.column);
      return ({ values }, row) => values[at]?.push(own[row] ?? 0);
    }
    case 'committers':
      return ({ people }, _, person) => people[at]?.add(person);
    case 'committer_days':
      return ({ people }, row, person) => people[at]?.add(person * DAYS_OF_PERSON + (read.days[row] ?? 0));
    case 'amount':
      return () => {};
  }
}

const emptyGroup = (bucket: number, series: string, { measures }: AddingPlan): Group => ({
  bucket,
  series,
  sums: measures.map(() => 0),
  counts: measures.map(() => 0),
  people: measures.map(() => new Set<number>()),
  values: measures.map(() => []),
});

function addUpSeries(read: DayColumns, plan: AddingPlan, asked: DaysAsked, rows: CountedRows): Cell[] | null {
  const seriesOf = seriesBy(read, asked);
  const groups: Group[] = [];
  const bySeries = new Map<number | string, (Group | undefined)[]>();
  const adding = plan.measures.map((measure, at) => addingOf(read, measure, at));
  const isOne = asked.aggregation === 'none' && read.partOf === null;
  const groupOf = (bucket: number, series: number | string): Group => {
    let own = bySeries.get(series);
    if (!own) {
      own = [];
      bySeries.set(series, own);
    }
    let known = own[bucket];
    if (!known) {
      known = emptyGroup(bucket, isOne ? '' : String(series), plan);
      own[bucket] = known;
      groups.push(known);
    }
    return known;
  };
  const add = (group: Group, row: number, person: number) => {
    for (const one of adding) one(group, row, person);
  };
  eachRow(read, rows, asked.buckets, (row, bucket, person) => {
    const series = seriesOf(row, person);
    if (typeof series !== 'object') add(groupOf(bucket, series), row, person);
    else for (const one of series) add(groupOf(bucket, one), row, person);
  });
  return cellsOf(groups, plan, asked.buckets);
}

function cellsOf(groups: readonly Group[], plan: AddingPlan, buckets: readonly Bucket[]): Cell[] | null {
  const isExact = groups.every(({ sums }) => sums.every(Number.isSafeInteger));
  if (!isExact) return null;
  return groups.flatMap((group) => {
    const bucket = buckets[group.bucket];
    if (!bucket) return [];
    const measured = plan.measures.map((measure, index) => measuredOf(measure, group, index));
    const values = plan.values(measured, bucket);
    const finite = values.map((value) => (value !== null && Number.isFinite(value) ? value : null));
    return [{ bucket: bucket.start, series: group.series, values: finite }];
  });
}

function measuredOf(measure: AddedMeasure, { sums, counts, people, values }: Group, at: number): number | null {
  const sum = sums[at] ?? 0;
  switch (measure.kind) {
    case 'sum':
    case 'amount':
      return sum / measure.unit;
    case 'mean':
      return counts[at] === 0 ? null : sum / (counts[at] ?? 0) / measure.unit;
    case 'median':
      return middleOf(Float64Array.from(values[at] ?? []).sort()) / measure.unit;
    default:
      return people[at]?.size ?? 0;
  }
}

/** Of an even count, the middle of the two in the middle. */
function middleOf(sorted: Float64Array): number {
  const middle = (sorted.length - 1) / 2;
  const low = sorted[Math.floor(middle)] ?? 0;
  return low + (middle % 1) * ((sorted[Math.ceil(middle)] ?? 0) - low);
}
