import { DAY_MS, DAY_SECONDS, isWeekdayNumber } from '@linescope/contract/days';
import { LRUCache } from 'lru-cache';

/** A business day in which clocks are put forward or back: it is longer or shorter than the others. */
export interface ChangedDay {
  /** Counted from 1970, in the zone. */
  day: number;
  /** The moment at which its business hours begin, in seconds since 1970. */
  opens: number;
  lengthSeconds: number;
}

export interface ClockHours {
  timeZone: string;
  dayStartSeconds: number;
  dayLengthSeconds: number;
}

const FIRST_YEAR = 1990;
const LAST_YEAR = 2060;
const WEEK_MS = 7 * DAY_MS;

const known = new LRUCache<string, ChangedDay[]>({ max: 500 });

/** The weekdays of a zone on which clocks change inside business hours. Most zones have none, since they change on Sunday nights. */
export function changedDaysIn(hours: ClockHours): ChangedDay[] {
  const name = `${hours.timeZone} ${hours.dayStartSeconds} ${hours.dayLengthSeconds}`;
  const found = known.get(name) ?? transitionsOf(hours.timeZone).flatMap((change) => changedDays(change, hours));
  known.set(name, found);
  return found;
}

/** From one moment on, clocks are ahead of UTC by `after` instead of `before`; in milliseconds. */
interface Transition {
  at: number;
  before: number;
  after: number;
}

/** Clocks stay as they are for a week at least, so that looking once a week misses nothing. */
function transitionsOf(timeZone: string): Transition[] {
  const offsetAt = zoneOffsets(timeZone);
  const transitions: Transition[] = [];
  const end = Date.UTC(LAST_YEAR, 0);
  let from = Date.UTC(FIRST_YEAR, 0);
  for (let before = offsetAt(from); from < end; from += WEEK_MS) {
    const after = offsetAt(from + WEEK_MS);
    if (after !== before) transitions.push({ at: firstWith(after, offsetAt, from, from + WEEK_MS), before, after });
    before = after;
  }
  return transitions;
}

/** Clocks change at a whole second. */
function firstWith(offset: number, offsetAt: (ms: number) => number, from: number, until: number): number {
  let [low, high] = [from, until];
  while (high - low > 1_000) {
    const middle = low + Math.floor((high - low) / 2_000) * 1_000;
    if (offsetAt(middle) === offset) high = middle;
    else low = middle;
  }
  return high;
}

function zoneOffsets(timeZone: string): (ms: number) => number {
  const local = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    ...{ year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric', second: 'numeric' },
  });
  return (ms) => {
    const parts = Object.fromEntries(local.formatToParts(ms).map(({ type, value }) => [type, Number(value)]));
    const { year = 1970, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
    return Date.UTC(year, month - 1, day, hour, minute, second) - ms;
  };
}

function changedDays({ at, before, after }: Transition, { dayStartSeconds, dayLengthSeconds }: ClockHours) {
  const days = new Set([at - 1_000 + before, at + after].map((shown) => Math.floor(shown / DAY_MS)));
  // A time that clocks skip is the moment of the change; of one that they show twice, opening takes the first, closing the last.
  const opening = (shown: number) => (shown - before < at ? shown - before : shown - after >= at ? shown - after : at);
  const closing = (shown: number) => (shown - after >= at ? shown - after : shown - before < at ? shown - before : at);
  return [...days].filter(isWeekdayNumber).flatMap((day): ChangedDay[] => {
    const start = (day * DAY_SECONDS + dayStartSeconds) * 1_000;
    const opens = opening(start);
    const lengthSeconds = (closing(start + dayLengthSeconds * 1_000) - opens) / 1_000;
    return lengthSeconds === dayLengthSeconds ? [] : [{ day, opens: opens / 1_000, lengthSeconds }];
  });
}
