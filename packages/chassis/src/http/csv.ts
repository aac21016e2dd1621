import { z } from 'zod';

/** A column of a table: its name, and the way to its value in a record. */
export interface CsvColumn {
  name: string;
  path: readonly string[];
}

/** The columns of a record: a nested object's fields are columns of their own, named `object.field`. */
export function columnsOf(schema: z.core.$ZodType, path: readonly string[] = []): CsvColumn[] {
  const inner = unwrap(schema);
  if (!(inner instanceof z.ZodObject)) return [{ name: path.join('.'), path }];
  return Object.entries(inner.shape).flatMap(([name, field]) => columnsOf(field, [...path, name]));
}

function unwrap(schema: z.core.$ZodType): z.core.$ZodType {
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional) return unwrap(schema.unwrap());
  return schema;
}

/** The schema of the records that a field of an answer holds; of an answer that is itself a list, without a field. */
export function recordSchema(output: z.core.$ZodType, field: string): z.core.$ZodType {
  const holder = unwrap(output);
  const listed = field === '' ? holder : holder instanceof z.ZodObject ? unwrap(holder.shape[field]) : undefined;
  if (!(listed instanceof z.ZodArray)) throw new Error(`an answer has no list ${field}`);
  return listed.element;
}

export const csvHeader = (columns: readonly CsvColumn[]): string =>
  `${columns.map(({ name }) => quote(name)).join(',')}\r\n`;

export const csvRow = (columns: readonly CsvColumn[], record: unknown): string =>
  `${columns.map(({ path }) => csvCell(valueAt(record, path))).join(',')}\r\n`;

const isFields = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

const valueAt = (record: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>((value, name) => (isFields(value) ? value[name] : undefined), record);

function csvCell(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (typeof value === 'string') return quote(harmless(value));
  const isPlain = Array.isArray(value) && value.every((item) => !isFields(item));
  return quote(harmless(isPlain ? value.join('; ') : JSON.stringify(value)));
}

/** A spreadsheet takes text that begins so for a formula. */
const harmless = (text: string): string => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text);

const quote = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
