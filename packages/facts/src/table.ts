import type { Column, RowOf } from './columns.ts';
import { RowWriter } from './row-writer.ts';

type AnyColumns = Record<string, Column<never>>;

export interface FactTable<C extends AnyColumns = AnyColumns> {
  name: string;
  columns: C;
  columnNames: string[];
}

// Columns of different value types meet in one record: `never` is what their writers have in common.
export function defineTable<C extends { [Name in keyof C]: Column<never> }>(
  name: string,
  columns: C,
): FactTable<C & AnyColumns> & { columns: C } {
  return { name, columns, columnNames: Object.keys(columns) };
}

export type FactRow<T> = T extends { columns: infer C } ? RowOf<C> : never;

/** Rows as RowBinary, in the order of the table's columns. */
export function encodeRows<C extends { [Name in keyof C]: Column<never> }>(
  table: { columns: C },
  rows: readonly RowOf<C>[],
): Buffer {
  const writer = new RowWriter();
  const columns = Object.entries(table.columns) as [keyof C, Column<unknown>][];
  for (const row of rows) for (const [name, column] of columns) column.write(writer, row[name]);
  return writer.take();
}
