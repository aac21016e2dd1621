import type { Fact, RecordList } from './fact.ts';

/** A statistic is a formula over measures; a measure is an aggregate over the rows of one fact. */
export interface Measure {
  fact: Fact;
  /** The aggregate in SQL, over the fact's columns. */
  aggregate: string;
  /** Nothing counted is 0 for these; a mean or a median of nothing is null. */
  kind: 'sum' | 'count' | 'distinct' | 'mean' | 'median';
  /** It reads the interval as well, so that no record gives a part of it. */
  ofInterval?: true;
}

const where = (condition: string | undefined): string => (condition ? `If` : '');
const and = (condition: string | undefined): string => (condition ? `, ${condition}` : '');

export const sum = (fact: Fact, column: string, condition?: string): Measure => ({
  fact,
  aggregate: `sum${where(condition)}(${column}${and(condition)})`,
  kind: 'sum',
});
export const count = (fact: Fact, condition?: string): Measure => ({
  fact,
  aggregate: condition ? `countIf(${condition})` : 'count()',
  kind: 'count',
});
export const distinct = (fact: Fact, column: string, condition?: string): Measure => ({
  fact,
  aggregate: `uniqExact${where(condition)}(${column}${and(condition)})`,
  kind: 'distinct',
});
/** How many committers are among both: those for whom the one holds and those for whom the other does. */
export const inBoth = (fact: Fact, one: string, other: string): Measure => ({
  fact,
  aggregate: `length(arrayIntersect(groupUniqArrayIf(committer, ${one}), groupUniqArrayIf(committer, ${other})))`,
  kind: 'distinct',
});
/** Working days of the interval that its committers were off, all together. */
export const daysOff = (fact: Fact): Measure => ({
  fact,
  aggregate: `arraySum(person -> {off_days:Array(UInt32)}[indexOf({off_keys:Array(String)}, concat(toString(person), ' ', toString(bucket)))], groupUniqArray(committer))`,
  kind: 'sum',
  ofInterval: true,
});
/** How many different elements the arrays hold together. */
export const distinctElements = (fact: Fact, column: string): Measure => ({
  fact,
  aggregate: `uniqExactArray(${column})`,
  kind: 'distinct',
});
export const mean = (fact: Fact, column: string): Measure => ({ fact, aggregate: `avg(${column})`, kind: 'mean' });
/** Exact, never sampled; of an even count, the middle of the two in the middle. */
export const median = (fact: Fact, column: string): Measure => ({
  fact,
  aggregate: `quantileExactInclusive(0.5)(${column})`,
  kind: 'median',
});

export const AGGREGATIONS = ['none', 'ai_cohort', 'ai_provider', 'committer', 'repo', 'repo_path', 'team'] as const;
export type Aggregation = (typeof AGGREGATIONS)[number];

export const INTERVALS = ['daily', 'weekly', 'monthly'] as const;
export type Interval = (typeof INTERVALS)[number];

/** Where a segment's series come from when they are its own rather than the caller's choice. */
export type Breakdown =
  /** The values of a column of the fact; `top` keeps the largest. */
  | { column: string; top?: number }
  /** The keys of a map column; the value stands as `amount`. */
  | { map: string };

export interface Segment {
  segment: string;
  title: string;
  description: string;
  unit: string;
  precision: 0 | 1 | 2;
  measures: Record<string, Measure>;
  /** SQL over the measures' names and the interval's `days` and `working_days`; a record is a series for each name. */
  y: string | Record<string, string>;
  breakdown?: Breakdown;
  /** The only aggregations that make sense here; the first is the default. */
  only?: Aggregation[];
  /** Of the rows of its fact, those whose records stand behind a point, where not all do. */
  recordsWhere?: string;
  /** Whatever the range. */
  interval?: Interval;
  /** An empty interval is 0 though the formula divides: by days, which are never none. */
  emptyIsZero?: boolean;
}

/** A single sum or count: it adds up over intervals and series, and its last interval can be projected. */
export function isAdditive(segment: Segment): boolean {
  const formulas = typeof segment.y === 'string' ? [segment.y] : Object.values(segment.y);
  return formulas.every((formula) => {
    const measure = segment.measures[formula];
    return measure?.kind === 'sum' || measure?.kind === 'count';
  });
}

export function emptyValue(segment: Segment): 0 | null {
  if (segment.emptyIsZero) return 0;
  const formulas = typeof segment.y === 'string' ? [segment.y] : Object.values(segment.y);
  const isCount = (formula: string) => ['sum', 'count', 'distinct'].includes(segment.measures[formula]?.kind ?? '');
  return formulas.every(isCount) ? 0 : null;
}

/** What a series is worked out by: its own formula, where the formulas are the series. */
export function formulaOf({ y }: Segment, series?: string): string {
  if (typeof y === 'string') return y;
  return (series !== undefined && Object.hasOwn(y, series) ? y[series] : Object.values(y)[0]) ?? '';
}

/** The measures that a point of the series is made of, with their names. */
export function measuresBehind(segment: Segment, series?: string): [string, Measure][] {
  const named = namesIn(formulaOf(segment, series));
  return Object.entries(segment.measures).filter(([name]) => named.includes(name));
}

/** The lists that hold the records behind a point; most often one. */
export const recordLists = (segment: Segment, series?: string): RecordList[] => [
  ...new Set(measuresBehind(segment, series).map(([, { fact }]) => fact.records)),
];

/** Every name that a formula uses. */
export const namesIn = (formula: string): string[] => [
  ...new Set([...formula.matchAll(/[a-z_]+\b(?!\()/gi)].map((match) => match[0])),
];

export const percent = (part: string, whole: string): string => `100 * (${part}) / nullIf(${whole}, 0)`;
export const perMil = (part: string, whole: string): string => `1000 * (${part}) / nullIf(${whole}, 0)`;
export const per = (part: string, whole: string): string => `(${part}) / nullIf(${whole}, 0)`;

/** A segment of one measure, which is most of them. */
export const one = (
  segment: string,
  title: string,
  description: string,
  unit: string,
  precision: 0 | 1,
  measure: Measure,
): Segment => ({ segment, title, description, unit, precision, measures: { value: measure }, y: 'value' });
