import type { FileCategory, LineKind, Operation } from '../facts.ts';

/** The numbers of Diff Delta, as data: an entity may set its own, and stored facts are scored again under them. */
export type DeltaWeights = {
  readonly version: string;
  readonly operation: Readonly<Record<Operation, number>>;
  readonly category: Readonly<Record<FileCategory, number>>;
  readonly kind: Readonly<Record<LineKind, number>>;
  /** Factor by age of the code replaced, youngest first; the last holds for all older code and for unknown age. */
  readonly age: readonly { readonly underDays: number; readonly factor: number }[];
  /** For a line added to a file that the same commit creates. */
  readonly newFile: number;
  /** The n-th changed line of a hunk, from 0, counts 1 ÷ (1 + n ÷ proximity). */
  readonly proximity: number;
  readonly divisor: number;
};

export const DELTA_WEIGHTS: DeltaWeights = {
  version: '1',
  operation: { del: 25, add: 10, chg: 10, find_replace: 3, move: 0, copy: 0, noop: 0 },
  category: { code: 1, test: 0.6, markup: 0.5, style: 0.5, config: 0.4, documentation: 0.3, data: 0 },
  kind: { code: 1, comment: 0.2, punctuation: 0, keyword: 0, blank: 0 },
  age: [
    { underDays: 14, factor: 0.1 },
    { underDays: 30, factor: 0.5 },
    { underDays: 365, factor: 1 },
    { underDays: Number.MAX_SAFE_INTEGER, factor: 1.5 },
  ],
  newFile: 0.5,
  proximity: 20,
  divisor: 10,
};

export const CHURN_DAYS = 14;
export const MONTH_DAYS = 30;
export const YEAR_DAYS = 365;
export const DAY = 86_400;
