import { z } from 'zod';

/** A time column as milliseconds, to be parsed by `timeField`. */
export const milliseconds = (column: string): string => `toUnixTimestamp64Milli(toDateTime64(${column}, 3, 'UTC'))`;

export const timeField = z.coerce
  .number()
  .nullable()
  .transform((time) => (time === null ? null : new Date(time).toISOString().replace('.000Z', 'Z')));

export const orNull = (text: string): string | null => (text === '' ? null : text);

/** Of each record its newest version. */
export function newest<Row extends { version: number }>(rows: Row[], nameOf: (row: Row) => string): Map<string, Row> {
  const latest = new Map<string, Row>();
  for (const row of rows) if (row.version >= (latest.get(nameOf(row))?.version ?? 0)) latest.set(nameOf(row), row);
  return latest;
}
