import type { Interval } from './intervals.ts';
import type { View } from './view.ts';

/** Something that happened, with what it adds to a statistic. */
export interface Fact {
  kind: string;
  /** Distinguishes records of one kind. */
  id: string;
  at: number;
  /** The person; 0 for nobody. */
  person: number;
  /** The repo; 0 for none. */
  repo: number;
  /** Of a fact that belongs to several, all of them. */
  repos?: number[];
  /** Of a fact of a team and of no person. */
  team?: number;
  provider?: string;
  /** Where the segment itself names its series. */
  series?: string;
  /** Where the cohort is not that of the person in the week of the fact. */
  cohort?: string;
  amounts: Record<string, number>;
}

export type Formula = (facts: Fact[], interval: Interval, view: View) => number | null;

export interface Segment {
  precision: number;
  /** Counts and sums, which add up. */
  additive: boolean;
  /** Every fact that counts in the view, in the range or not. */
  facts(view: View): Fact[];
  /** One by the name `All`, or several. */
  formulas: Record<string, Formula>;
  /** Series that the segment itself makes. */
  seriesBy?: 'series' | 'cohort' | 'repo' | 'team' | 'provider';
  /** Its formulas are parts of one sum. */
  parts?: boolean;
  /** Its parts are of lines: a commit without lines is no data. */
  ofLines?: boolean;
  weeklyAlways?: boolean;
  /** Only this many series, those with the largest sums. */
  largest?: number;
}

export const sum = (facts: Fact[], ...names: string[]): number =>
  facts.reduce((total, { amounts }) => total + names.reduce((own, name) => own + (amounts[name] ?? 0), 0), 0);

export const sumOf =
  (...names: string[]): Formula =>
  (facts) =>
    sum(facts, ...names);

export const divide = (dividend: number, divisor: number): number | null => (divisor === 0 ? null : dividend / divisor);

export const mean = (values: number[]): number | null =>
  divide(
    values.reduce((total, value) => total + value, 0),
    values.length,
  );

export const meanOf =
  (name: string): Formula =>
  (facts) =>
    mean(facts.flatMap(({ amounts }) => amounts[name] ?? []));

export function median(values: number[]): number | null {
  const sorted = values.toSorted((one, other) => one - other);
  const middle = sorted.length / 2;
  if (sorted.length === 0) return null;
  const [high = 0, low = 0] = [sorted[Math.floor(middle)], sorted[Math.ceil(middle) - 1]];
  return (high + low) / 2;
}

export const percentOf = (dividend: number, divisor: number): number | null => {
  const share = divide(dividend, divisor);
  return share === null ? null : share * 100;
};

export const ofKind = (facts: Fact[], kind: string): Fact[] => facts.filter((fact) => fact.kind === kind);
export const peopleIn = (facts: Fact[]): number[] => [...new Set(facts.map(({ person }) => person))];
/** A mean is about the facts that have the amount. */
export const having =
  (facts: Segment['facts'], name: string): Segment['facts'] =>
  (view) =>
    facts(view).filter(({ amounts }) => amounts[name] !== undefined);
/** Distinct people with a commit that counts. */
export const activeIn = (facts: Fact[]): number => peopleIn(ofKind(facts, 'commit')).length;

/** A segment of one formula. */
export const segment = (
  precision: number,
  additive: boolean,
  facts: Segment['facts'],
  formula: Formula,
  over: Partial<Segment> = {},
): Segment => ({ precision, additive, facts, formulas: { All: formula }, ...over });
