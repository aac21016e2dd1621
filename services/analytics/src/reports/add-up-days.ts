import { DAY_MS, dayNumber } from '@linescope/contract/days';
import type { DayColumns } from '../store/day-columns.ts';
import type { Cell } from './cell.ts';
import type { DayMeasure, DayPlan } from './day-plan.ts';
import type { Bucket } from './intervals.ts';
import { type DaysAsked, memberOfTeam, seriesBy } from './series-of-days.ts';

/** The cells of a report, to the last digit those of its statement over daily sums. Null where a sum is too large to be exact. */
export function addUpDays(read: DayColumns, plan: DayPlan, asked: DaysAsked): Cell[] | null {
  const rows = countedRows(read, asked);
  return plan.map ? addUpMap(read, plan, asked, rows) : addUpSeries(read, plan, asked, rows);
}

interface CountedRows {
  first: number;
  end: number;
  isRepo: Uint8Array;
  /** The primary of each committer who counts; -1 for others. */
  personOf: Float64Array;
  countsFrom: number;
  isMember(day: number, person: number): boolean;
}

function countedRows(read: DayColumns, asked: DaysAsked): CountedRows {
  const { params } = asked;
  const repos = new Set(params.repo_ids);
  const people = new Set(params.people);
  const primaries = new Map(params.merged.map((id, index) => [id, params.merged_into[index] ?? id]));
  return {
    first: firstFrom(read.days, params.from_ms / DAY_MS),
    end: firstFrom(read.days, params.until_ms / DAY_MS),
    isRepo: Uint8Array.from(read.repos, (id) => (params.every_repo || repos.has(id) ? 1 : 0)),
    personOf: Float64Array.from(read.committers, (id) => (people.has(id) ? (primaries.get(id) ?? id) : -1)),
    countsFrom: params.counts_from,
    isMember: memberOfTeam(asked),
  };
}

/** The first row of the day or of a later one. */
function firstFrom(days: Int32Array, day: number): number {
  let low = 0;
  let high = days.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((days[middle] ?? 0) < day) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Calls with each row that counts, its interval and its person. */
function eachRow(
  read: DayColumns,
  { first, end, isRepo, personOf, countsFrom, isMember }: CountedRows,
  buckets: readonly Bucket[],
  use: (row: number, bucket: number, person: number) => void,
): void {
  const ends = buckets.map(({ until }) => dayNumber(until));
  let bucket = 0;
  for (let row = first; row < end; row++) {
    const day = read.days[row] ?? 0;
    while (day >= (ends[bucket] ?? Number.POSITIVE_INFINITY)) bucket++;
    const person = personOf[read.committerOf[row] ?? 0] ?? -1;
    if (person < 0 || isRepo[read.repoOf[row] ?? 0] === 0 || (read.countsFrom[row] ?? 0) < countsFrom) continue;
    if (isMember(day, person)) use(row, bucket, person);
  }
}

/** One interval of one series while it is added up. */
interface Group {
  bucket: number;
  series: string;
  sums: number[];
  people: Set<number>[];
}

const DAYS_OF_PERSON = 1_000_000;

function addUpSeries(read: DayColumns, plan: DayPlan, asked: DaysAsked, rows: CountedRows): Cell[] | null {
  const seriesOf = seriesBy(read, asked);
  const groups: Group[] = [];
  const bySeries = new Map<number | string, (Group | undefined)[]>();
  const terms = plan.measures.map((measure) =>
    measure.kind === 'sum'
      ? measure.terms.map(({ column, sign }) => ({ values: read.sums.get(column) ?? new Float64Array(), sign }))
      : [],
  );
  const makeGroup = (bucket: number, series: number | string): Group => {
    const made = {
      bucket,
      series: asked.aggregation === 'none' ? '' : String(series),
      sums: plan.measures.map(() => 0),
      people: plan.measures.map(() => new Set<number>()),
    };
    groups.push(made);
    return made;
  };
  const groupOf = (bucket: number, series: number | string): Group => {
    const own = bySeries.get(series) ?? [];
    if (own.length === 0) bySeries.set(series, own);
    const known = own[bucket] ?? makeGroup(bucket, series);
    own[bucket] = known;
    return known;
  };
  const add = (group: Group, row: number, person: number) => {
    for (let index = 0; index < terms.length; index++) {
      const { kind } = plan.measures[index] ?? { kind: 'sum' };
      if (kind === 'sum') {
        for (const { values, sign } of terms[index] ?? [])
          group.sums[index] = (group.sums[index] ?? 0) + sign * (values[row] ?? 0);
      } else if (kind === 'committers') group.people[index]?.add(person);
      else group.people[index]?.add(person * DAYS_OF_PERSON + (read.days[row] ?? 0));
    }
  };
  eachRow(read, rows, asked.buckets, (row, bucket, person) => {
    const series = seriesOf(row, person);
    if (typeof series !== 'object') add(groupOf(bucket, series), row, person);
    else for (const one of series) add(groupOf(bucket, one), row, person);
  });
  return cellsOf(groups, plan, asked.buckets);
}

/** A key of the map is a series of an interval where it is not nothing on one of its days. */
function addUpMap(read: DayColumns, plan: DayPlan, asked: DaysAsked, rows: CountedRows): Cell[] | null {
  const elements = (plan.map ?? []).map(({ key, column }) => ({
    series: asked.suppressed ? '' : key,
    values: read.sums.get(column) ?? new Float64Array(),
  }));
  const groups = new Map<string, Group>();
  const ofDay = elements.map(() => 0);
  let day = -1;
  let bucketOfDay = 0;
  const endDay = () => {
    elements.forEach(({ series }, index) => {
      const amount = ofDay[index] ?? 0;
      ofDay[index] = 0;
      if (amount === 0) return;
      const name = `${bucketOfDay} ${series}`;
      const group = groups.get(name) ?? { bucket: bucketOfDay, series, sums: plan.measures.map(() => 0), people: [] };
      group.sums = group.sums.map((sum) => sum + amount);
      groups.set(name, group);
    });
  };
  eachRow(read, rows, asked.buckets, (row, bucket) => {
    const own = read.days[row] ?? 0;
    if (own !== day) endDay();
    day = own;
    bucketOfDay = bucket;
    for (let index = 0; index < elements.length; index++)
      ofDay[index] = (ofDay[index] ?? 0) + (elements[index]?.values[row] ?? 0);
  });
  endDay();
  return cellsOf([...groups.values()], plan, asked.buckets);
}

function cellsOf(groups: readonly Group[], plan: DayPlan, buckets: readonly Bucket[]): Cell[] | null {
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

const measuredOf = (measure: DayMeasure, { sums, people }: Group, index: number): number =>
  measure.kind === 'sum' || measure.kind === 'amount' ? (sums[index] ?? 0) / measure.unit : (people[index]?.size ?? 0);
