import type { Random } from '../text/random.ts';

export const hour = 3_600_000;
export const day = 24 * hour;

export type Span = { start: number; end: number };

export function startOfDay(time: number): number {
  return Math.floor(time / day) * day;
}

export function isWeekend(time: number): boolean {
  const weekday = new Date(time).getUTCDay();
  return weekday === 0 || weekday === 6;
}

export function mondayOf(time: number): number {
  return startOfDay(time) - ((new Date(time).getUTCDay() + 6) % 7) * day;
}

export const sprintLength = 14 * day;

/** When the first sprint of the 13 months up to a time began. */
export const firstSprint = (now: number): number => mondayOf(now - 396 * day) + 9 * hour;

/** When the sprint of a time began. */
export function sprintStart(now: number, time: number): number {
  const first = firstSprint(now);
  return first + Math.floor((time - first) / sprintLength) * sprintLength;
}

/** The moment a person would next work at or after a time: on a weekday, in office hours, not on leave. */
export function nextWorkingTime(random: Random, time: number, leave: readonly Span[]): number {
  let at = time;
  for (let tries = 0; tries < 90; tries++) {
    const away = leave.find((span) => at >= span.start && at < span.end + day);
    const late = at - startOfDay(at) > 18 * hour;
    if (!away && !late && !isWeekend(at)) {
      const early = startOfDay(at) + 8 * hour - at;
      return early > 0 ? at + early + random.between(0, 2 * hour) : at;
    }
    at = startOfDay(away ? away.end + day : at + day) + 8 * hour + random.between(0, 3 * hour);
  }
  return at;
}

export function iso(time: number): string {
  return new Date(Math.floor(time / 1000) * 1000).toISOString().replace('.000Z', 'Z');
}

export function isoDay(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}
