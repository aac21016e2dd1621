import type { RowWriter } from './row-writer.ts';

/** A column: its type in ClickHouse and how a value of it is written. */
export interface Column<T> {
  type: string;
  write(writer: RowWriter, value: T): void;
}

export type Columns = Record<string, Column<never>>;

/** The row that a table's columns describe. */
export type RowOf<C> = { [Name in keyof C]: C[Name] extends Column<infer T> ? T : never };

const column = <T>(type: string, write: Column<T>['write']): Column<T> => ({ type, write });

export const u8 = column<number>('UInt8', (writer, value) => writer.u8(value));
export const i8 = column<number>('Int8', (writer, value) => writer.i8(value));
export const u32 = column<number>('UInt32', (writer, value) => writer.u32(value));
export const i32 = column<number>('Int32', (writer, value) => writer.i32(value));
export const u64 = column<number>('UInt64', (writer, value) => writer.i64(value));
export const i64 = column<number>('Int64', (writer, value) => writer.i64(value));
export const f64 = column<number>('Float64', (writer, value) => writer.f64(value));
export const bool = column<boolean>('Bool', (writer, value) => writer.u8(value ? 1 : 0));
export const text = column<string>('String', (writer, value) => writer.text(value));
/** A string with few distinct values. */
export const word = column<string>('LowCardinality(String)', (writer, value) => writer.text(value));
export const sha = column<string>('FixedString(40)', (writer, value) => writer.fixed(value, 40));

const EARLIEST = 0;
const LATEST = Date.UTC(2200, 0, 1) / 1000 - 1;
const clamp = (seconds: number): number => Math.min(Math.max(Math.floor(seconds), EARLIEST), LATEST);

/** Whole seconds since 1970, clamped to 1970–2200, since histories lie. */
export const seconds = column<number>("DateTime64(0, 'UTC')", (writer, value) => writer.i64(clamp(value)));
/** ISO 8601 text or a Date, to the millisecond. */
export const moment = column<string | Date>("DateTime64(3, 'UTC')", (writer, value) => {
  const time = new Date(value).getTime() / 1000;
  if (Number.isNaN(time)) throw new Error('not a time');
  writer.i64(Math.round(Math.min(Math.max(time, EARLIEST), LATEST) * 1000));
});
/** `YYYY-MM-DD` */
export const day = column<string>('Date32', (writer, value) => {
  const days = Math.floor(Date.parse(`${value}T00:00:00Z`) / 86_400_000);
  if (Number.isNaN(days)) throw new Error('not a day');
  writer.i32(days);
});

export const nullable = <T>(inner: Column<T>): Column<T | null> =>
  column(`Nullable(${inner.type})`, (writer, value) => {
    writer.u8(value === null ? 1 : 0);
    if (value !== null) inner.write(writer, value);
  });

export const list = <T>(inner: Column<T>): Column<readonly T[]> =>
  column(`Array(${inner.type})`, (writer, values) => {
    writer.varint(values.length);
    for (const value of values) inner.write(writer, value);
  });

/** A map by word; only entries that are not zero are kept, since sums do not miss them. */
export const sums = <T extends number>(inner: Column<T>): Column<Readonly<Record<string, T>>> =>
  column(`Map(LowCardinality(String), ${inner.type})`, (writer, values) => {
    const entries = Object.entries(values).filter(([, value]) => value !== 0);
    writer.varint(entries.length);
    for (const [key, value] of entries) {
      writer.text(key);
      inner.write(writer, value);
    }
  });
