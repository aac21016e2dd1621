import { DAY_MS, dayNumber } from '@linescope/contract/days';
import type { DayColumns } from '../store/day-columns.ts';
import type { Bucket } from './intervals.ts';
import { type DaysAsked, memberOfTeam } from './series-of-days.ts';

/** Which rows count. */
export interface CountedRows {
  first: number;
  end: number;
  isRepo: Uint8Array;
  /** The primary of each committer who counts; -1 for others. */
  personOf: Float64Array;
  countsFrom: number;
  isMember(day: number, person: number): boolean;
}

export function countedRows(read: DayColumns, asked: DaysAsked): CountedRows {
  const { params } = asked;
  const repos = new Set(params.repo_ids);
  const people = new Set(params.people);
  const primaries = new Map(params.merged.map((id, index) => [id, params.merged_into[index] ?? id]));
  return {
    first: firstFrom(read.days, params.from_ms / DAY_MS),
    end: firstFrom(read.days, params.until_ms / DAY_MS),
    isRepo: Uint8Array.from(read.repos, (id) => (params.every_repo || repos.has(id) ? 1 : 0)),
    personOf: Float64Array.from(read.committers, (id) =>
      people.has(id) || asked.countsOther?.(id) ? (primaries.get(id) ?? id) : -1,
    ),
    countsFrom: params.counts_from,
    isMember: memberOfTeam(asked),
  };
}

/** Of each interval the row after its last, since rows are in the order of their days. */
export const endsOfBuckets = (
  { days }: DayColumns,
  { first, end }: Pick<CountedRows, 'first' | 'end'>,
  buckets: readonly Bucket[],
): Int32Array =>
  Int32Array.from(buckets, ({ until }) => Math.max(first, Math.min(end, firstFrom(days, dayNumber(until)))));

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
