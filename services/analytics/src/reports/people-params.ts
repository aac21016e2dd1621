import type { Committer, EntityCopies } from '../store/entity-copies.ts';
import { type Bucket, dayNumber } from './intervals.ts';
import type { VisiblePeople } from './visible-people.ts';

/** Processing status and stats access, put in here once for all facts: identities whose deeds count, and whose they are. */
export function peopleParams(committers: Committer[], visible: Pick<VisiblePeople, 'every' | 'committerIds'>) {
  const mayBeSeen = new Set(visible.committerIds);
  const counted = new Set(
    committers
      .filter(({ committer_id: id, processing_status: status }) => status === 'processing_stats' && mayShow(id))
      .map(({ committer_id: id }) => id),
  );
  function mayShow(id: number): boolean {
    return visible.every || mayBeSeen.has(id);
  }
  const merged = committers.filter(({ committer_id: id, primary_id: primary }) => primary !== id);
  return {
    people: committers.filter(({ primary_id: id }) => counted.has(id)).map(({ committer_id: id }) => id),
    merged: merged.map(({ committer_id: id }) => id),
    merged_into: merged.map(({ primary_id: primary }) => primary),
    seated: committers
      .filter(({ committer_id: id, has_seat: seated }) => seated && counted.has(id))
      .map(({ committer_id: id }) => id),
  };
}

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

/** Day 0 is a Thursday. */
const MONDAY_OFFSET = 3;

function workedBetween(since: number, until: number, free: Set<number>): number {
  let worked = 0;
  for (let day = since; day < until; day++) if ((day + MONDAY_OFFSET) % 7 < 5 && !free.has(day)) worked++;
  return worked;
}
