import { dayNumber, isWeekdayNumber } from '@linescope/contract/days';
import type { EntityCopies } from '../store/entity-copies.ts';
import type { Bucket } from './intervals.ts';

/** The working days of each interval that a committer was off, where there are any. */
export function daysOffParams(timeOff: EntityCopies['timeOff'], buckets: Bucket[], holidays: string[]) {
  const keys: string[] = [];
  const days: number[] = [];
  const free = new Set(holidays.map(dayNumber));
  for (const { committer_id: committer, starts, ends } of timeOff) {
    for (const { start, from, past } of buckets) {
      const off = starts.reduce((sum, first, index) => {
        const since = Math.max(first, dayNumber(from));
        const until = Math.min((ends[index] ?? first) + 1, dayNumber(past));
        return sum + workedBetween(since, until, free);
      }, 0);
      if (off === 0) continue;
      keys.push(`${committer} ${start}`);
      days.push(off);
    }
  }
  return { off_keys: keys, off_days: days };
}

function workedBetween(since: number, until: number, free: Set<number>): number {
  let worked = 0;
  for (let day = since; day < until; day++) if (isWeekdayNumber(day) && !free.has(day)) worked++;
  return worked;
}
