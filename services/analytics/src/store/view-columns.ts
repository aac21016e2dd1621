import type { ClickHouse } from '@linescope/chassis/clickhouse/clickhouse';
import { createPlaces, eachRowInTurns, readInt64 } from './binary-columns.ts';
import type { DayColumns } from './day-columns.ts';
import type { SqlFragment } from './sql.ts';

const SETTINGS = {
  max_execution_time: 60,
  max_memory_usage: 1_000_000_000,
  enable_extended_results_for_datetime_functions: 1,
  do_not_merge_across_partitions_select_final: 1,
};

/** Rows of a view in columns, in the order of their days; null where there are more than that. */
export async function readViewColumns(
  clickHouse: ClickHouse,
  { sql, params }: SqlFragment,
  { columns, hasParts }: { columns: readonly string[]; hasParts: boolean },
  mostRows: number,
): Promise<DayColumns | null> {
  const bytes = await clickHouse.queryBinary({
    name: 'view_columns',
    sql: `${sql}\nLIMIT {most_rows:UInt64}`,
    params: { ...params, most_rows: mostRows + 1 },
    settings: SETTINGS,
  });
  const rows = countRows(bytes, columns.length);
  return rows > mostRows ? null : withParts(await decode(bytes, rows, columns), hasParts);
}

const withParts = (read: DayColumns, hasParts: boolean): DayColumns => (hasParts ? read : { ...read, partOf: null });

/** Day, repo and committer; the text that follows has its length in one byte, or in more. */
const KEY_BYTES = 4 + 8 + 8;
const SUM_BYTES = 8;

function countRows(bytes: Buffer, columns: number): number {
  let rows = 0;
  for (let at = 0; at < bytes.length; rows++) at = textAt(bytes, at + KEY_BYTES).next + SUM_BYTES * columns;
  return rows;
}

function textAt(bytes: Buffer, start: number): { from: number; next: number } {
  let length = 0;
  let from = start;
  for (let scale = 1; ; scale *= 0x80) {
    const byte = bytes[from++] ?? 0;
    length += (byte & 0x7f) * scale;
    if (byte < 0x80) return { from, next: from + length };
  }
}

async function decode(bytes: Buffer, rows: number, columns: readonly string[]): Promise<DayColumns> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const repos = createPlaces<number>();
  const committers = createPlaces<number>();
  const parts = createPlaces<string>();
  const sums = columns.map((column): [string, Float64Array] => [column, new Float64Array(rows)]);
  const read: DayColumns = {
    rows,
    days: new Int32Array(rows),
    repoOf: new Uint32Array(rows),
    committerOf: new Uint32Array(rows),
    partOf: new Uint32Array(rows),
    countsFrom: null,
    repos: repos.values,
    committers: committers.values,
    parts: parts.values,
    sums: new Map(sums),
  };
  let at = 0;
  await eachRowInTurns(rows, (row) => {
    read.days[row] = view.getInt32(at, true);
    read.repoOf[row] = repos.placeOf(readInt64(view, at + 4));
    read.committerOf[row] = committers.placeOf(readInt64(view, at + 12));
    const { from, next } = textAt(bytes, at + KEY_BYTES);
    if (read.partOf) read.partOf[row] = parts.placeOf(bytes.toString('utf8', from, next));
    at = next;
    for (const [, sum] of sums) {
      sum[row] = readInt64(view, at);
      at += SUM_BYTES;
    }
  });
  return read;
}
