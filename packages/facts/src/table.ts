import type { Column, Columns, RowOf } from './columns.ts';
import { RowWriter } from './row-writer.ts';

export interface FactTable<C extends Columns = Columns> {
  name: string;
  columns: C;
  columnNames: string[];
}

export const defineTable = <C extends Columns>(name: string, columns: C): FactTable<C> => ({
  name,
  columns,
  columnNames: Object.keys(columns),
});

export type FactRow<T> = T extends FactTable<infer C> ? RowOf<C> : never;

/** Rows as RowBinary, in the order of the table's columns. */
export function encodeRows<C extends Columns>(table: FactTable<C>, rows: readonly RowOf<C>[]): Buffer {
  const writer = new RowWriter();
  const columns = writersOf(table);
  for (const row of rows) for (const [name, column] of columns) column.write(writer, row[name]);
  return writer.take();
}

/** Columns of different value types meet in one loop; `RowOf` has tied each value to its own column. */
const writersOf = <C extends Columns>(table: FactTable<C>) =>
  Object.entries(table.columns) as unknown as [keyof C, Column<unknown>][];
