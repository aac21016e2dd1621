import {
  DAILY_MAPS,
  type DailyColumn,
  type DailyMap,
  isAmount,
  isDailyColumn,
  isDailyMap,
} from '../domain/daily-columns.ts';
import { type Lengths, readFormula } from '../segments/calculate.ts';
import type { Measure } from '../segments/measure.ts';
import { formulasOf, type Segment } from '../segments/segment.ts';
import { commits } from '../segments/views/commit-views.ts';

/** What is counted of the rows of an interval and a series. */
export type AddedMeasure =
  | { kind: 'sum'; terms: { column: string; sign: 1 | -1 }[]; unit: number }
  /** Of the map's keys, each of which is a series. */
  | { kind: 'amount'; unit: number }
  | { kind: 'committers' }
  | { kind: 'committer_days' }
  | { kind: 'mean'; sum: string; count: string; unit: number }
  /** Of an even count, the middle of the two in the middle. */
  | { kind: 'median'; column: string; unit: number };

/** A segment as a calculation over sums of days. */
export interface AddingPlan {
  measures: AddedMeasure[];
  map: { key: string; column: string }[] | null;
  values(measured: readonly (number | null)[], lengths: Lengths): (number | null)[];
}

export interface DayPlan extends AddingPlan {
  columns: DailyColumn[];
}

const MILLIONTHS = 1_000_000;
const plans = new WeakMap<Segment, DayPlan | null>();

/** Null where the segment is not of daily sums alone, or does more with them than to add up, to count people and to divide. */
export function planOfDays(segment: Segment): DayPlan | null {
  const known = plans.get(segment);
  if (known !== undefined) return known;
  const plan = makePlan(segment);
  plans.set(segment, plan);
  return plan;
}

function makePlan(segment: Segment): DayPlan | null {
  const map = mapOf(segment);
  if (segment.breakdown && !map) return null;
  const named = Object.entries(segment.measures).map(([name, measure]) => ({
    name,
    measure: readMeasure(measure, map),
  }));
  const measures = knownOnly(named.map(({ measure }) => measure));
  const places = new Map(named.map(({ name }, index) => [name, index]));
  const formulas = knownOnly(formulasOf(segment).map((formula) => readFormula(formula, places)));
  if (!measures || !formulas || (map && measures.some(({ kind }) => kind !== 'amount'))) return null;
  const ofMap = map ? elementsOf(map) : null;
  const summed = measures.flatMap((measure) =>
    measure.kind === 'sum' ? measure.terms.map(({ column }) => column).filter(isDailyColumn) : [],
  );
  return {
    measures,
    columns: [...new Set([...summed, ...(ofMap ?? []).map(({ column }) => column)])],
    map: ofMap,
    values: (measured, lengths) => formulas.map((calculate) => calculate(measured, lengths)),
  };
}

/** All of them, or null where one is not known. */
export function knownOnly<T>(list: readonly (T | null)[]): T[] | null {
  const known = list.filter((one) => one !== null);
  return known.length === list.length ? known : null;
}

function mapOf({ breakdown }: Segment): DailyMap | null {
  if (!breakdown || !('map' in breakdown)) return null;
  const { text } = breakdown.map;
  return isDailyMap(text) ? text : null;
}

const elementsOf = (map: DailyMap): { key: string; column: DailyColumn }[] => {
  const { keys, prefix } = DAILY_MAPS[map];
  return keys.flatMap((key) => {
    const column = `${prefix}_${key}`;
    return isDailyColumn(column) ? [{ key, column }] : [];
  });
};

export const COUNTED_PEOPLE: Readonly<Record<string, AddedMeasure>> = {
  'uniqExact(committer)': { kind: 'committers' },
  'uniqExact((toDate32(at), committer))': { kind: 'committer_days' },
};

function readMeasure({ view, aggregate }: Measure, map: DailyMap | null): AddedMeasure | null {
  if (view !== commits) return null;
  if (aggregate.text === 'sum(amount)') return map ? { kind: 'amount', unit: unitOf(map) } : null;
  const counted = COUNTED_PEOPLE[aggregate.text];
  if (counted) return counted;
  const [, sum] = /^sum\((\w+(?: [+-] \w+)*)\)$/.exec(aggregate.text) ?? [];
  if (sum === undefined) return null;
  const terms = [...sum.matchAll(/(?:([+-]) )?(\w+)/g)].flatMap(([, sign, column = '']) =>
    isDailyColumn(column) ? [{ column, sign: sign === '-' ? (-1 as const) : (1 as const) }] : [],
  );
  const units = new Set(terms.map(({ column }) => unitOf(column)));
  const [unit = 1] = units;
  return terms.length === sum.split(/ [+-] /).length && units.size === 1 ? { kind: 'sum', terms, unit } : null;
}

const unitOf = (column: string): number => (isAmount(column) ? MILLIONTHS : 1);
