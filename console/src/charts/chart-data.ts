import type { IntervalEm, Report } from '@linescope/client/answers';
import { vendorName } from '@linescope/contract/vendor-tokens';
import { addDays, earlierOf, endOfInterval } from '../scope/range.ts';

export interface ChartPoint {
  label: string;
  start: string;
  end: string;
  /** Its last day is not over. */
  unfinished: boolean;
}

export interface ChartSeries {
  /** As people know it. */
  name: string;
  values: (number | null)[];
  /** The API's list of the records behind each point. */
  urls: (string | null)[];
  /** One of the seven colours. */
  color: number;
}

export interface ChartData {
  points: ChartPoint[];
  series: ChartSeries[];
  unit: string;
  precision: number;
  interval: IntervalEm;
  /** Series that are not drawn because there are too many. */
  leftOut: number;
}

const MOST_SERIES = 7;
const REST = 'The rest';

/** A report as a chart: a column for each interval that any series has, the largest series first. */
export function chartOf(
  report: Report,
  today: string,
  { adds, order = [] }: { adds: boolean; order?: readonly string[] },
): ChartData {
  const named = Object.entries(report.series_segments).map(([name, given]) => [vendorName(name), given] as const);
  const points = new Map<string, ChartPoint>();
  for (const [, given] of named) {
    for (const point of given)
      points.set(point.start_date, {
        label: point.x,
        start: point.start_date,
        end: point.end_date,
        unfinished: point.end_date >= today,
      });
  }
  const columns = [...points.values()].toSorted((one, other) => one.start.localeCompare(other.start));
  const all = named.map(([name, given]) => {
    const byStart = new Map(given.map((point) => [point.start_date, point]));
    return {
      name,
      values: columns.map(({ start }) => byStart.get(start)?.y ?? null),
      urls: columns.map(({ start }) => byStart.get(start)?.url ?? null),
      color: 0,
    };
  });
  const bySize = all.toSorted((one, other) => sizeOf(other.values) - sizeOf(one.values));
  const tooMany = bySize.length > MOST_SERIES;
  const shown = tooMany ? bySize.slice(0, adds ? MOST_SERIES - 1 : MOST_SERIES) : bySize;
  const rest = bySize.slice(shown.length);
  // The formulas of a segment come in an order that means something; names of teams and people do not.
  const given = all.map(({ name }) => name);
  const names = [...order, ...(report.aggregated_by === 'none' ? given : given.toSorted())];
  shown.sort(
    (one, other) =>
      Number(isNobody(one)) - Number(isNobody(other)) || names.indexOf(one.name) - names.indexOf(other.name),
  );
  for (const [index, series] of shown.entries()) series.color = isNobody(series) ? MOST_SERIES : index + 1;
  if (rest.length > 0 && adds) shown.push(restOf(rest, columns.length));
  return {
    points: columns,
    series: shown,
    unit: report.unit,
    precision: report.value_precision,
    interval: report.interval_em,
    leftOut: adds ? 0 : rest.length,
  };
}

/** What belongs to no team, repo or person stands last, in grey. */
const isNobody = ({ name }: { name: string }): boolean => /^(No team|No repo|Unassigned)$/.test(name);

const sizeOf = (values: (number | null)[]): number => values.reduce<number>((sum, value) => sum + (value ?? 0), 0);

function restOf(rest: ChartSeries[], length: number): ChartSeries {
  return {
    name: `${REST} (${rest.length})`,
    values: Array.from({ length }, (_, index) =>
      rest.reduce<number | null>((sum, { values }) => add(sum, values[index] ?? null), null),
    ),
    urls: Array.from({ length }, (_, index) => ofAllSeries(rest.find(({ urls }) => urls[index])?.urls[index] ?? null)),
    color: MOST_SERIES,
  };
}

/** The records of the whole point: no list is of several series and not of others. */
function ofAllSeries(url: string | null): string | null {
  const [path, text] = url?.split('?') ?? [];
  if (!path) return null;
  const query = new URLSearchParams(text);
  query.delete('series');
  return `${path}?${query}`;
}

const add = (sum: number | null, value: number | null): number | null => (value === null ? sum : (sum ?? 0) + value);

/**
 * A report ends with the last interval that has anything: what of the range is over since then is empty too, a zero where
 * values add up and a gap where they do not.
 */
export function upTo(data: ChartData, { end, today, adds }: { end: string; today: string; adds: boolean }): ChartData {
  const points = [...data.points];
  const last = earlierOf(end, today);
  for (let point = points.at(-1); point && point.end < last; point = points.at(-1)) {
    const start = addDays(point.end, 1);
    const until = earlierOf(endOfInterval(start, data.interval), end);
    points.push({ label: start, start, end: until, unfinished: until >= today });
  }
  const none = points.slice(data.points.length).map(() => null);
  return {
    ...data,
    points,
    series: data.series.map((one) => ({
      ...one,
      values: [...one.values, ...none.map(() => (adds ? 0 : null))],
      urls: [...one.urls, ...none],
    })),
  };
}

const COMPARED: Record<IntervalEm, { count: number; unit: string; running: string }> = {
  daily: { count: 7, unit: 'day', running: 'today' },
  weekly: { count: 4, unit: 'week', running: 'this week' },
  monthly: { count: 3, unit: 'month', running: 'this month' },
};

/** Days, both included. */
export interface Days {
  start: string;
  end: string;
}

export interface Headline {
  value: number | null;
  before: number | null;
  changePercent: number | null;
  /** `4 weeks`: how much the figure covers; less where the range has less, or data begin later. */
  words: string;
  /** `this week`, where the figure is of the interval that is not over: no whole one has a value. */
  running: string | null;
  /** The days that the figure covers, and those that it is compared with. */
  days: Days | null;
  daysBefore: Days | null;
}

/** The mean of the last whole intervals that have a value, against as many before them; else what there is so far. */
export function headlineOf({ points, interval }: ChartData, values: (number | null)[]): Headline {
  const { count, unit, running } = COMPARED[interval];
  const whole = points.flatMap((point, index) =>
    point.unfinished ? [] : [{ ...point, value: values[index] ?? null }],
  );
  const [last, previous] = [whole.slice(-count), whole.slice(-2 * count, -count)];
  const words = last.length === 1 ? unit : `${last.length || count} ${unit}s`;
  const value = meanOf(last.map((one) => one.value));
  const before = meanOf(previous.map((one) => one.value));
  const soFar = points.findLastIndex(({ unfinished }, index) => unfinished && (values[index] ?? null) !== null);
  if (value === null && soFar >= 0)
    return {
      value: values[soFar] ?? null,
      before: null,
      changePercent: null,
      words,
      running,
      days: daysOf(points.slice(soFar, soFar + 1)),
      daysBefore: null,
    };
  const changePercent = value === null || before === null || before === 0 ? null : (100 * (value - before)) / before;
  return { value, before, changePercent, words, running: null, days: daysOf(last), daysBefore: daysOf(previous) };
}

function daysOf(points: ChartPoint[]): Days | null {
  const [first, last] = [points[0], points.at(-1)];
  return first && last ? { start: first.start, end: last.end } : null;
}

function meanOf(values: (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0) / known.length;
}

/** Round steps from zero up to at least the largest value; whole ones for what is counted. */
export function ticksFor(largest: number, areWhole = false, wanted = 4): number[] {
  if (!(largest > 0)) return [0, 1];
  const rough = largest / wanted;
  const power = 10 ** Math.floor(Math.log10(rough));
  const sizes = [1, 2, 2.5, 5, 10].map((factor) => factor * power).filter((size) => size >= rough);
  const step = (areWhole ? sizes.find((size) => Number.isInteger(size)) : sizes[0]) ?? 1;
  const count = Math.ceil(largest / step - 1e-9);
  return Array.from({ length: count + 1 }, (_, index) => Number((index * step).toPrecision(12)));
}
