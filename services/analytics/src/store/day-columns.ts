import type { ClickHouse } from '@linescope/chassis/clickhouse/clickhouse';
import { type DailyColumn, isAmount } from '../domain/daily-columns.ts';
import { createPlaces, eachRowInTurns, readInt64 } from './binary-columns.ts';

/** Sums of days in columns, in the order of their days: of an entity's commits, or of the rows of a view. */
export interface DayColumns {
  rows: number;
  /** Counted from 1970. */
  days: Int32Array;
  /** Places in `repos` and `committers`. */
  repoOf: Uint32Array;
  committerOf: Uint32Array;
  /** In `parts`: the series of its own that a row is of. */
  partOf: Uint32Array | null;
  /** Null: in whatever part of the entity. */
  countsFrom: Uint8Array | null;
  repos: number[];
  committers: number[];
  parts: string[];
  /** Whole numbers: what has six decimals is counted in millionths. */
  sums: Map<string, Float64Array>;
}

const KEY_BYTES = 4 + 8 + 8 + 1;
const SUM_BYTES = 8;

const whole = (column: DailyColumn): string =>
  isAmount(column) ? `reinterpretAsInt64(${column})` : `toInt64(${column})`;

/** All days of all repos with these columns; null where there are more rows than that. */
export async function readDayColumns(
  clickHouse: ClickHouse,
  { entityId, scoreVersion }: { entityId: number; scoreVersion: number },
  columns: readonly DailyColumn[],
  mostRows: number,
): Promise<DayColumns | null> {
  const bytes = await clickHouse.queryBinary({
    name: 'day_columns',
    sql: `SELECT ${['toInt32(day)', 'repo_id', 'committer_id', 'counts_from', ...columns.map(whole)].join(', ')}
          FROM daily_scores FINAL
          WHERE entity_id = {entity_id:UInt64} AND score_version = {score_version:UInt32} AND commits > 0
          ORDER BY day, repo_id, committer_id, counts_from LIMIT {most:UInt64}`,
    params: { entity_id: entityId, score_version: scoreVersion, most: mostRows + 1 },
    settings: { do_not_merge_across_partitions_select_final: 1, enable_extended_results_for_datetime_functions: 1 },
  });
  const rows = bytes.length / (KEY_BYTES + SUM_BYTES * columns.length);
  return rows > mostRows ? null : decode(bytes, rows, columns);
}

async function decode(bytes: Buffer, rows: number, columns: readonly DailyColumn[]): Promise<DayColumns> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const repos = createPlaces<number>();
  const committers = createPlaces<number>();
  const sums = columns.map((column): [DailyColumn, Float64Array] => [column, new Float64Array(rows)]);
  const countsFrom = new Uint8Array(rows);
  const read: DayColumns = {
    rows,
    days: new Int32Array(rows),
    repoOf: new Uint32Array(rows),
    committerOf: new Uint32Array(rows),
    partOf: null,
    countsFrom,
    repos: repos.values,
    committers: committers.values,
    parts: [],
    sums: new Map(sums),
  };
  let at = 0;
  await eachRowInTurns(rows, (row) => {
    read.days[row] = view.getInt32(at, true);
    read.repoOf[row] = repos.placeOf(readInt64(view, at + 4));
    read.committerOf[row] = committers.placeOf(readInt64(view, at + 12));
    countsFrom[row] = view.getUint8(at + 20);
    at += KEY_BYTES;
    for (const [, sum] of sums) {
      sum[row] = readInt64(view, at);
      at += SUM_BYTES;
    }
  });
  return read;
}

/** Whether both were read of the same rows, so that a column of one is a column of the other. */
export const areSameRows = (one: DayColumns, other: DayColumns): boolean =>
  one.rows === other.rows &&
  isSame(one.days, other.days) &&
  isSame(one.countsFrom ?? [], other.countsFrom ?? []) &&
  isSame(one.repoOf, other.repoOf) &&
  isSame(one.committerOf, other.committerOf) &&
  isSame(one.repos, other.repos) &&
  isSame(one.committers, other.committers);

const isSame = (one: ArrayLike<number>, other: ArrayLike<number>): boolean => {
  if (one.length !== other.length) return false;
  for (let index = 0; index < one.length; index++) if (one[index] !== other[index]) return false;
  return true;
};
