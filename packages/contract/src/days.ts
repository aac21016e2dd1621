/** Whole days in UTC: as `2026-03-02`, as milliseconds, and as a number counted from 1970. */
export const DAY_MS = 86_400_000;
export const DAY_SECONDS = 86_400;

export const dayMs = (day: string): number => Date.parse(`${day}T00:00:00Z`);
export const dayNumber = (day: string): number => dayMs(day) / DAY_MS;
export const dayOf = (time: Date): string => time.toISOString().slice(0, 10);
export const addDays = (day: string, count: number): string => dayOf(new Date(dayMs(day) + count * DAY_MS));

/** Day 0, 1 January 1970, is a Thursday. */
const MONDAY_OFFSET = 3;

/** Whole weeks since Monday 29 December 1969 in days, so that `% 7` is 0 on Monday. */
export const daysSinceMonday = (number: number): number => number + MONDAY_OFFSET;
export const isWeekdayNumber = (number: number): boolean => daysSinceMonday(number) % 7 < 5;
export const isWeekday = (day: string): boolean => isWeekdayNumber(dayNumber(day));
