import type { SqlTemplate } from '../store/sql.ts';
import { asFormula, type Formula, namesOf, type Term } from './formula.ts';
import { isCounted, type Measure } from './measure.ts';
import type { RecordList } from './segment-view.ts';

export const AGGREGATIONS = ['none', 'ai_cohort', 'ai_provider', 'committer', 'repo', 'repo_path', 'team'] as const;
export type Aggregation = (typeof AGGREGATIONS)[number];

export const INTERVALS = ['daily', 'weekly', 'monthly'] as const;
export type Interval = (typeof INTERVALS)[number];

/** The dimension that gives a segment its series, where the caller does not choose it. */
export type Breakdown =
  /** The values of a column of the view; `top` limits it to the largest. */
  | { column: SqlTemplate; top?: number }
  /** The keys of a map column; the value is the column `amount`. */
  | { map: SqlTemplate };

/** A statistic: a formula over measures. */
export interface Segment {
  segment: string;
  title: string;
  description: string;
  unit: string;
  precision: 0 | 1 | 2;
  measures: Record<string, Measure>;
  /** Over the measures' names and the interval's `days` and `working_days`; a record of formulas is a series for each name. */
  y: Term | Record<string, Term>;
  breakdown?: Breakdown;
  /** The only aggregations that make sense here; the first is the default. */
  only?: Aggregation[];
  /** Filters the rows whose records are listed for a point, where not all are. */
  recordsWhere?: SqlTemplate;
  /** Whatever the range. */
  interval?: Interval;
  /** An empty interval is 0 although the formula divides: by days, which are never none. */
  emptyIsZero?: boolean;
}

const isTerm = (y: Segment['y']): y is Term => typeof y === 'string' || Array.isArray(y['parts']);

/** The names of the series where each has its own formula; null where one formula serves all. */
export const formulaSeries = ({ y }: Segment): string[] | null => (isTerm(y) ? null : Object.keys(y));

export const formulasOf = ({ y }: Segment): Formula[] => (isTerm(y) ? [y] : Object.values(y)).map(asFormula);

/** The formula of a series: its own, where each series has one. */
export function formulaOf({ y }: Segment, series?: string): Formula {
  if (isTerm(y)) return asFormula(y);
  const own = series !== undefined && Object.hasOwn(y, series) ? y[series] : Object.values(y)[0];
  return asFormula(own ?? '');
}

/** The measure that a formula consists of, where it is just one. */
function soleMeasure({ measures }: Segment, { parts }: Formula): Measure | undefined {
  const [part, ...others] = parts.filter((one) => one !== '');
  return others.length === 0 && typeof part === 'object' ? measures[part.name] : undefined;
}

export const isSingleMeasure = (segment: Segment, series?: string): boolean =>
  soleMeasure(segment, formulaOf(segment, series)) !== undefined;

/** A single sum or count: it adds up over intervals and series, and its last interval can be projected. */
export const isAdditive = (segment: Segment): boolean =>
  formulasOf(segment).every((formula) => ['sum', 'count'].includes(soleMeasure(segment, formula)?.kind ?? ''));

export function emptyValue(segment: Segment): 0 | null {
  if (segment.emptyIsZero) return 0;
  const measures = formulasOf(segment).map((formula) => soleMeasure(segment, formula));
  return measures.every((measure) => measure !== undefined && isCounted(measure)) ? 0 : null;
}

/** Whether an interval's working days are what its value is divided by. */
export const dividesByWorkingDays = (segment: Segment): boolean =>
  formulasOf(segment).some((formula) => namesOf(formula).includes('working_days'));

/** The measures that a point of the series is computed from, with their names. */
export function measuresBehind(segment: Segment, series?: string): [string, Measure][] {
  const named = namesOf(formulaOf(segment, series));
  return Object.entries(segment.measures).filter(([name]) => named.includes(name));
}

/** The audits that list the records behind a point; most often one. */
export const recordLists = (segment: Segment, series?: string): RecordList[] => [
  ...new Set(measuresBehind(segment, series).map(([, { view }]) => view.records)),
];

/** A segment of one measure, which is most of them. */
export const one = (
  segment: string,
  title: string,
  description: string,
  unit: string,
  precision: 0 | 1,
  measure: Measure,
): Segment => ({ segment, title, description, unit, precision, measures: { value: measure }, y: 'value' });
