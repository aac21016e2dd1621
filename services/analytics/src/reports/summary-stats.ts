import { roundTo } from './shape-series.ts';

export interface SummaryStats {
  total: number | null;
  mean: number | null;
  median: number | null;
  minimum: number | null;
  maximum: number | null;
  first: number | null;
  last: number | null;
  change_percent: number | null;
  previous_range_total: number | null;
  previous_range_change_percent: number | null;
}

const changePercent = (from: number | null, to: number | null): number | null =>
  from === null || to === null || from === 0 ? null : roundTo((100 * (to - from)) / Math.abs(from), 1);

/** Over the intervals that have a value; totals only for what adds up. */
export function summarize(
  values: (number | null)[],
  { additive, precision, previousTotal }: { additive: boolean; precision: number; previousTotal: number | null },
): SummaryStats {
  const known = values.filter((value) => value !== null);
  const sorted = known.toSorted((one, other) => one - other);
  const round = (value: number | null | undefined, extra = 0) =>
    value === null || value === undefined ? null : roundTo(value, precision + extra);
  const sum = known.reduce((total, value) => total + value, 0);
  const middle = (sorted.length - 1) / 2;
  const median =
    sorted.length === 0 ? null : ((sorted[Math.floor(middle)] ?? 0) + (sorted[Math.ceil(middle)] ?? 0)) / 2;
  const total = additive ? sum : null;
  return {
    total: round(total),
    mean: known.length === 0 ? null : round(sum / known.length, 1),
    median: round(median, 1),
    minimum: round(sorted[0]),
    maximum: round(sorted.at(-1)),
    first: round(known[0]),
    last: round(known.at(-1)),
    change_percent: changePercent(known[0] ?? null, known.at(-1) ?? null),
    previous_range_total: additive ? round(previousTotal) : null,
    previous_range_change_percent: additive ? changePercent(previousTotal, total) : null,
  };
}
