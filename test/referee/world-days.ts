/** Everything in a world happens from the first day to the last, but for a few older commits. */
export const FIRST_DAY = '2026-02-02';
export const LAST_DAY = '2026-05-31';
