import { bound, type SqlFragment } from '../store/sql.ts';

/** Times are bound as such: to plan their computation from numbers takes the store longer than to read the text. */

/** Of whole seconds. */
export const TIME = "DateTime64(0, 'UTC')";
export const timeText = (seconds: number): string =>
  new Date(seconds * 1000).toISOString().slice(0, 19).replace('T', ' ');

const [FIRST_MS, LAST_MS] = [Date.UTC(1900, 0, 1), Date.UTC(2299, 11, 31)];

/** To the millisecond; what is before or after all that the store can hold is moved to the nearest that it can. */
export const boundTime = (name: string, ms: number): SqlFragment =>
  bound(
    name,
    "DateTime64(3, 'UTC')",
    new Date(Math.min(Math.max(ms, FIRST_MS), LAST_MS)).toISOString().slice(0, -'Z'.length).replace('T', ' '),
  );
