import { LRUCache } from 'lru-cache';
import type { Context } from '../context.ts';
import { DAILY_COLUMN_NAMES, type DailyColumn } from '../domain/daily-columns.ts';
import { areSameRows, type DayColumns, readDayColumns } from '../store/day-columns.ts';
import type { Stamp } from '../store/fact-stamps.ts';
import type { Await, Readings } from './readings.ts';

/** Of all entities together, in numbers of eight bytes. */
const MOST_NUMBERS = 16_000_000;
const MOST_ROWS = 1_000_000;
const FEW_ROWS = 20_000;
/** Days, repos, committers and where they count take as much as two columns. */
const KEY_COLUMNS = 2;

export interface DaysWanted {
  entityId: number;
  scoreVersion: number;
  /** By which daily sums stand for the commits. */
  stamp: Stamp;
  columns: readonly DailyColumn[];
}

interface Held {
  /** Null: too many to be held. */
  days: DayColumns | null;
}

/**
 * The daily sums of entities that are asked about, for as long as they stand for the same commits. What is not held yet is read
 * beside the statement that answers meanwhile, unless it ends soon.
 */
export function createDaysInMemory(
  { clickHouse }: Pick<Context, 'clickHouse'>,
  readings: Readings,
  { mostRows = MOST_ROWS, fewRows = FEW_ROWS }: { mostRows?: number; fewRows?: number } = {},
) {
  const held = new LRUCache<string, Held>({
    max: 1_000,
    maxSize: MOST_NUMBERS,
    sizeCalculation: ({ days }) => 1 + (days ? days.rows * (days.sums.size + KEY_COLUMNS) : 0),
  });
  const large = new LRUCache<number, true>({ max: 10_000 });

  /** Of most entities all columns are read at once; of those that had too many rows for it, as they are wanted. */
  async function readAll(of: Omit<DaysWanted, 'columns'>): Promise<DayColumns | null> {
    if (large.has(of.entityId)) return null;
    const found = await readDayColumns(clickHouse, of, DAILY_COLUMN_NAMES, fewRows);
    if (!found) large.set(of.entityId, true);
    return found;
  }

  async function read(key: string, { columns, ...of }: DaysWanted, known: DayColumns | null): Promise<void> {
    const found = (known ? null : await readAll(of)) ?? (await readDayColumns(clickHouse, of, columns, mostRows));
    if (found && known && areSameRows(found, known)) {
      held.set(key, { days: { ...known, sums: new Map([...known.sums, ...found.sums]) } });
    } else held.set(key, { days: found });
  }

  return {
    /** All the columns wanted, where they are held. */
    find(wanted: DaysWanted, wait?: Await): DayColumns | null {
      const key = keyOf(wanted);
      const known = held.get(key)?.days;
      if (known === null) return null;
      const missing = wanted.columns.filter((column) => !known?.sums.has(column));
      if (known && missing.length === 0) return known;
      const { entityId } = wanted;
      const reading = { what: 'daily sums', entityId, again: `days ${entityId}` };
      readings.begin(key, reading, () => read(key, { ...wanted, columns: missing }, known ?? null), wait);
      return null;
    },
    settled: readings.settled,
  };
}

export type DaysInMemory = ReturnType<typeof createDaysInMemory>;

const keyOf = ({ entityId, scoreVersion, stamp }: DaysWanted): string =>
  ['days', entityId, scoreVersion, stamp.commits, stamp.copies, stamp.rolled_at].join(' ');
