import { DAY_MS, dayNumber, daysSinceMonday } from '@linescope/contract/days';
import { TEAM_AS_COMMITTER } from '../segments/segment-view.ts';
import { UNASSIGNED } from '../segments/series.ts';
import type { DayColumns } from '../store/day-columns.ts';
import type { Cell } from './cell.ts';
import { type Cohorts, cohortKey } from './cohorts-in-memory.ts';
import type { DayMeasure, DayPlan } from './day-plan.ts';
import type { Bucket } from './intervals.ts';
import type { ReportParams } from './report-query.ts';

/** What of a report decides which rows count, and in which series. */
export interface DaysAsked {
  aggregation: string;
  suppressed: boolean;
  ofTeam: boolean;
  oneTeamEach?: boolean;
  buckets: Bucket[];
  /** Where it is split by them. */
  cohorts?: Cohorts | null;
  params: Pick<
    ReportParams,
    | 'from_ms'
    | 'until_ms'
    | 'every_repo'
    | 'repo_ids'
    | 'counts_from'
    | 'people'
    | 'merged'
    | 'merged_into'
    | 'team_members'
    | 'team_of_members'
  >;
}

/** Whether the series of the report can be told from the keys of daily sums. */
export function canAddUp({ aggregation, ofTeam, oneTeamEach, cohorts }: DaysAsked, { map }: DayPlan): boolean {
  if (ofTeam) return false;
  if (map || ['none', 'committer', 'repo', 'repo_path'].includes(aggregation)) return true;
  return aggregation === 'team' ? oneTeamEach === true : aggregation === 'ai_cohort' && Boolean(cohorts);
}

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
}

function countedRows(read: DayColumns, { params }: DaysAsked): CountedRows {
  const repos = new Set(params.repo_ids);
  const people = new Set(params.people);
  const primaries = new Map(params.merged.map((id, index) => [id, params.merged_into[index] ?? id]));
  return {
    first: firstFrom(read.days, params.from_ms / DAY_MS),
    end: firstFrom(read.days, params.until_ms / DAY_MS),
    isRepo: Uint8Array.from(read.repos, (id) => (params.every_repo || repos.has(id) ? 1 : 0)),
    personOf: Float64Array.from(read.committers, (id) => (people.has(id) ? (primaries.get(id) ?? id) : -1)),
    countsFrom: params.counts_from,
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
  { first, end, isRepo, personOf, countsFrom }: CountedRows,
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
    use(row, bucket, person);
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
  eachRow(read, rows, asked.buckets, (row, bucket, person) => {
    const group = groupOf(bucket, seriesOf(row, person));
    for (let index = 0; index < terms.length; index++) {
      const { kind } = plan.measures[index] ?? { kind: 'sum' };
      if (kind === 'sum') {
        for (const { values, sign } of terms[index] ?? [])
          group.sums[index] = (group.sums[index] ?? 0) + sign * (values[row] ?? 0);
      } else if (kind === 'committers') group.people[index]?.add(person);
      else group.people[index]?.add(person * DAYS_OF_PERSON + (read.days[row] ?? 0));
    }
  });
  return cellsOf(groups, plan, asked.buckets);
}

/** By the primary of its committer, by the cohort or the one team of the primary, by its repo, or one for all. */
function seriesBy(
  read: DayColumns,
  { aggregation, params, cohorts }: DaysAsked,
): (row: number, person: number) => number | string {
  if (aggregation === 'committer') return (_, person) => person;
  if (aggregation === 'repo' || aggregation === 'repo_path') return (row) => read.repos[read.repoOf[row] ?? 0] ?? 0;
  if (aggregation === 'ai_cohort' && cohorts) {
    return (row, person) => {
      const day = read.days[row] ?? 0;
      if (person === 0 || person > TEAM_AS_COMMITTER) return UNASSIGNED;
      return cohorts.get(cohortKey(person, day - (daysSinceMonday(day) % 7))) ?? 'Non-AI';
    };
  }
  if (aggregation !== 'team') return () => 0;
  const teams = new Map(params.team_members.map((member, index) => [member, params.team_of_members[index] ?? 0]));
  return (_, person) => teams.get(person) ?? 0;
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
