import { DAY_MS, DAY_SECONDS, daysSinceMonday, isWeekdayNumber } from '@linescope/contract/days';
import type { ChangedDay } from './clock-changes.ts';

/**
 * Business time of a few moments, as `segments/business-time.ts` has it in SQL for many: the business seconds from 1970 to a moment are whole
 * business days before its day × the day's length, plus what has passed of the day itself. Since these only grow with time, a
 * span less the days off needs nothing but the seconds up to its ends and up to the first moments of those days.
 */
export interface BusinessHours {
  timeZone: string;
  dayStartSeconds: number;
  dayLengthSeconds: number;
  /** Days since 1970, of Monday to Friday only. */
  holidays: readonly number[];
  /** Days, none of them a holiday, in whose hours clocks change. */
  changedDays: readonly ChangedDay[];
}

/** Days since 1970, both ends included, that do not overlap. */
export interface DaysOff {
  starts: readonly number[];
  ends: readonly number[];
}

/** A function from two moments in milliseconds to the business minutes between them. */
export function businessMinutesIn(hours: BusinessHours) {
  const { timeZone, dayStartSeconds, dayLengthSeconds, holidays, changedDays } = hours;
  const local = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    ...{ year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric', second: 'numeric' },
  });
  const free = new Set(holidays);

  function upToDay(day: number): number {
    const n = daysSinceMonday(day);
    const weekdays = Math.floor(n / 7) * 5 + Math.min(n % 7, 5);
    const whole = (weekdays - holidays.filter((holiday) => holiday < day).length) * dayLengthSeconds;
    return changedDays
      .filter((changed) => changed.day < day)
      .reduce((sum, { lengthSeconds }) => sum + lengthSeconds - dayLengthSeconds, whole);
  }

  /** Of a page's records, most moments begin or end several spans, and to tell a moment's time of day takes longest. */
  const known = new Map<number, number>();
  function upTo(ms: number): number {
    const seconds = known.get(ms) ?? countUpTo(ms);
    known.set(ms, seconds);
    return seconds;
  }

  /** Seconds by which the zone's clocks are ahead of UTC. */
  function aheadAt(ms: number): number {
    // As in 3/25/2026, 14:05:09: to take its numbers is quicker than to have its parts made.
    const [month = 1, day = 1, year = 1970, hour = 0, minute = 0, second = 0] = local
      .format(ms)
      .split(/\D+/)
      .map(Number);
    return Date.UTC(year, month - 1, day, hour, minute, second) / 1000 - Math.floor(ms / 1000);
  }

  /** At the first moments of days of UTC: between two that are alike no clock changes. */
  const aheadOn = new Map<number, number>();
  function aheadOnDay(day: number): number {
    const ahead = aheadOn.get(day) ?? aheadAt(day * DAY_MS);
    aheadOn.set(day, ahead);
    return ahead;
  }

  function countUpTo(ms: number): number {
    const day = Math.floor(ms / DAY_MS);
    const ahead = aheadOnDay(day) === aheadOnDay(day + 1) ? aheadOnDay(day) : aheadAt(ms);
    const seconds = Math.floor(ms / 1000) + ahead;
    const today = Math.floor(seconds / DAY_SECONDS);
    if (!isWeekdayNumber(today) || free.has(today)) return upToDay(today);
    const changed = changedDays.find((one) => one.day === today);
    if (changed) return upToDay(today) + within(Math.floor(ms / 1000) - changed.opens, changed.lengthSeconds);
    const passed = seconds - today * DAY_SECONDS - dayStartSeconds;
    return upToDay(today) + within(passed, dayLengthSeconds);
  }

  return (fromMs: number, untilMs: number, { starts, ends }: DaysOff = { starts: [], ends: [] }): number => {
    const [from, until] = [upTo(fromMs), upTo(untilMs)];
    const off = starts.reduce((sum, start, index) => {
      const returns = Math.min(upToDay((ends[index] ?? start) + 1), until);
      return sum + Math.max(returns - Math.max(upToDay(start), from), 0);
    }, 0);
    return Math.floor(Math.max(until - from - off, 0) / 60);
  };
}

const within = (seconds: number, most: number): number => Math.min(Math.max(seconds, 0), most);
