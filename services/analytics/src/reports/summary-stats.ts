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
  range_value: number | null;
  previous_range_value: number | null;
  previous_range_total: number | null;
  previous_range_change_percent: number | null;
}

const changePercent = (from: number | null, to: number | null): number | null =>
  from === null || to === null || from === 0 ? null : roundTo((100 * (to - from)) / Math.abs(from), 1);

/** What a series comes to over a range: its total where it adds up, else its value for the range as one interval. */
export interface RangeFigures {
  current: number | null;
  previous: number | null;
}

/** Over the intervals that have a value; totals only for what adds up. */
export function summarize(
  values: (number | null)[],
  { additive, precision, range }: { additive: boolean; precision: number; range: RangeFigures },
): SummaryStats {
  const known = values.filter((value) => value !== null);
  const sorted = known.toSorted((one, other) => one - other);
  const round = (value: number | null | undefined, extra = 0) =>
    value === null || value === undefined ? null : roundTo(value, precision + extra);
  const sum = known.reduce((total, value) => total + value, 0);
  const middle = (sorted.length - 1) / 2;
  const median =
    sorted.length === 0 ? null : ((sorted[Math.floor(middle)] ?? 0) + (sorted[Math.ceil(middle)] ?? 0)) / 2;
  return {
    total: additive ? round(sum) : null,
    mean: known.length === 0 ? null : round(sum / known.length, 1),
    median: round(median, 1),
    minimum: round(sorted[0]),
    maximum: round(sorted.at(-1)),
    first: round(known[0]),
    last: round(known.at(-1)),
    change_percent: changePercent(known[0] ?? null, known.at(-1) ?? null),
    range_value: additive ? null : round(range.current),
    previous_range_value: additive ? null : round(range.previous),
    previous_range_total: additive ? round(range.previous) : null,
    previous_range_change_percent: changePercent(range.previous, additive ? sum : range.current),
  };
}
