import { z } from 'zod';

/** A column of times, in milliseconds. It comes in seconds (`ONE_ENTITY`): to plan a conversion would take the store longer than a page takes to read. */
export const momentField = z.coerce.number().transform((seconds) => Math.round(seconds * 1000));

export function isoText(ms: number): string {
  const text = new Date(ms).toISOString();
  return ms % 1000 === 0 ? `${text.slice(0, -'.000Z'.length)}Z` : text;
}

/** A column of times, as answers have them. */
export const timeField = momentField.transform(isoText).nullable();

export const orNull = (text: string): string | null => (text === '' ? null : text);

/** Of each record its newest version. */
export function newest<Row extends { version: number }>(rows: Row[], nameOf: (row: Row) => string): Map<string, Row> {
  const latest = new Map<string, Row>();
  for (const row of rows) if (row.version >= (latest.get(nameOf(row))?.version ?? 0)) latest.set(nameOf(row), row);
  return latest;
}
