import {
  DAILY_MAPS,
  type DailyColumn,
  type DailyMap,
  isAmount,
  isDailyColumn,
  isDailyMap,
} from '../domain/daily-columns.ts';
import { type Calculation, type Lengths, readFormula } from '../segments/calculate.ts';
import type { Measure } from '../segments/measure.ts';
import { formulasOf, type Segment } from '../segments/segment.ts';
import { commits } from '../segments/views/commit-views.ts';

/** What is counted of the rows of an interval and a series. */
export type DayMeasure =
  | { kind: 'sum'; terms: { column: DailyColumn; sign: 1 | -1 }[]; unit: number }
  /** Of the map's keys, each of which is a series. */
  | { kind: 'amount'; unit: number }
  | { kind: 'committers' }
  | { kind: 'committer_days' };

/** A segment as a calculation over daily sums. */
export interface DayPlan {
  measures: DayMeasure[];
  columns: DailyColumn[];
  map: { key: string; column: DailyColumn }[] | null;
  values(measured: readonly number[], lengths: Lengths): (number | null)[];
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
  const measures = named.flatMap(({ measure }) => (measure ? [measure] : []));
  const places = new Map(named.map(({ name }, index) => [name, index]));
  const formulas = formulasOf(segment).map((formula) => readFormula(formula, places));
  const known = formulas.filter((formula): formula is Calculation => formula !== null);
  const isKnown = measures.length === named.length && known.length === formulas.length;
  if (!isKnown || (map && measures.some(({ kind }) => kind !== 'amount'))) return null;
  const ofMap = map ? elementsOf(map) : null;
  const summed = measures.flatMap((measure) =>
    measure.kind === 'sum' ? measure.terms.map(({ column }) => column) : [],
  );
  return {
    measures,
    columns: [...new Set([...summed, ...(ofMap ?? []).map(({ column }) => column)])],
    map: ofMap,
    values: (measured, lengths) => known.map((calculate) => calculate(measured, lengths)),
  };
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

const COUNTS: Record<string, DayMeasure> = {
  'uniqExact(committer)': { kind: 'committers' },
  'uniqExact((toDate32(at), committer))': { kind: 'committer_days' },
};

function readMeasure({ view, aggregate }: Measure, map: DailyMap | null): DayMeasure | null {
  if (view !== commits) return null;
  if (aggregate.text === 'sum(amount)') return map ? { kind: 'amount', unit: unitOf(map) } : null;
  const counted = COUNTS[aggregate.text];
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
