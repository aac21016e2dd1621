import { DAY_MS, DAY_SECONDS } from '@linescope/contract/days';
import { z } from 'zod';

/** A column of times, in milliseconds. It comes in seconds (`ONE_ENTITY`): to plan a conversion would take the store longer than a page takes to read. */
export const momentField = z.coerce.number().transform((seconds) => Math.round(seconds * 1000));

/** Times of a page are of few days: to write the clock behind a known date takes a quarter of the time of a whole text. */
let known = { day: Number.NaN, date: '' };

export function isoText(ms: number): string {
  if (ms % 1000 !== 0) return new Date(ms).toISOString();
  const day = Math.floor(ms / DAY_MS);
  if (known.day !== day) known = { day, date: new Date(ms).toISOString().slice(0, -'00:00:00.000Z'.length) };
  const seconds = ms / 1000 - day * DAY_SECONDS;
  return `${known.date}${twoDigits(Math.floor(seconds / 3600))}:${twoDigits(Math.floor(seconds / 60) % 60)}:${twoDigits(seconds % 60)}Z`;
}

const twoDigits = (number: number): string => (number < 10 ? `0${number}` : String(number));

/** A column of times, as answers have them. */
export const timeField = momentField.transform(isoText).nullable();

export const orNull = (text: string): string | null => (text === '' ? null : text);

/** Of each record its newest version. */
export function newest<Row extends { version: number }>(rows: Row[], nameOf: (row: Row) => string): Map<string, Row> {
  const latest = new Map<string, Row>();
  for (const row of rows) if (row.version >= (latest.get(nameOf(row))?.version ?? 0)) latest.set(nameOf(row), row);
  return latest;
}
