import type { World } from '../world.ts';
import { dayAt, isWorkday } from './intervals.ts';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

const formats = new Map<string, Intl.DateTimeFormat>();

/** What clocks of a zone are ahead of UTC at a moment. */
function offsetAt(time: number, timeZone: string): number {
  let format = formats.get(timeZone);
  if (!format) {
    const parts = {
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    } as const;
    format = new Intl.DateTimeFormat('en-US', { timeZone, hourCycle: 'h23', ...parts });
    formats.set(timeZone, format);
  }
  const part = Object.fromEntries(format.formatToParts(time).map(({ type, value }) => [type, Number(value)]));
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = part;
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(time / 1_000) * 1_000;
}

/** The moment at which clocks of the zone show a time of a day. */
function momentOf(day: string, clock: string, timeZone: string): number {
  const [hours = 0, minutes = 0] = clock.split(':').map(Number);
  const shown = Date.parse(`${day}T00:00:00Z`) + hours * HOUR_MS + minutes * 60_000;
  const guess = shown - offsetAt(shown, timeZone);
  return shown - offsetAt(guess, timeZone);
}

const isOff = (world: World, personId: number, day: string): boolean =>
  world.timeOff.some((off) => off.personId === personId && off.start <= day && day <= off.end);

/** Milliseconds of business hours between two moments: working days in the entity's zone, less holidays and days off. */
export function businessTime(world: World, from: number, until: number, personId = 0): number {
  const { timeZone, businessDayStart, businessDayEnd, holidays } = world.settings;
  let total = 0;
  for (let at = from - DAY_MS; at <= until + DAY_MS; at += DAY_MS) {
    const day = dayAt(Math.floor(at / DAY_MS) * DAY_MS);
    if (!isWorkday(day) || holidays.includes(day) || isOff(world, personId, day)) continue;
    const opens = momentOf(day, businessDayStart, timeZone);
    const closes = momentOf(day, businessDayEnd, timeZone);
    total += Math.max(0, Math.min(until, closes) - Math.max(from, opens));
  }
  return total;
}

export const businessHours = (world: World, from: number, until: number, personId = 0): number =>
  businessTime(world, from, until, personId) / HOUR_MS;

/** In days as long as the entity's business day. */
export function businessDays(world: World, from: number, until: number, personId = 0): number {
  const minutesOf = (clock: string) => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3));
  const { businessDayStart, businessDayEnd } = world.settings;
  return (
    businessTime(world, from, until, personId) / 60_000 / (minutesOf(businessDayEnd) - minutesOf(businessDayStart))
  );
}

/** Working days of an interval: Monday to Friday, less holidays, and less what somebody is off where one is named. */
export const workingDays = (world: World, days: string[], personId = 0): number =>
  days.filter((day) => isWorkday(day) && !world.settings.holidays.includes(day) && !isOff(world, personId, day)).length;
