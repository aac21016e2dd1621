import { z } from 'zod';
import { askReport, principalOf, type Report, valuesOf } from './ask-report.ts';
import { differences } from './compare-series.ts';
import type { Interval } from './model/intervals.ts';
import { SEGMENTS } from './model/segments.ts';
import { defaultSeries, factsOf, type Series, seriesOf, suppressedSeries } from './model/series.ts';
import { viewOf } from './model/view.ts';
import { type Asked, splitsOf } from './report-queries.ts';
import type { Services } from './start-services.ts';
import type { World } from './world.ts';

const segmentOf = (name: string) => {
  const segment = SEGMENTS[name];
  if (!segment) throw new Error(`no segment ${name}`);
  return segment;
};

interface Expected {
  series: Series;
  /** Null where the answer has no say in it. */
  split: string | null;
  intervals: Interval[];
  intervalName: string;
}

function expectedOf(world: World, asked: Asked): Expected {
  const segment = segmentOf(asked.segment);
  const view = viewOf(world, asked.query, segment.weeklyAlways);
  const { intervals, intervalName } = view;
  const shared = { intervals, intervalName };
  if (asked.suppressed) return { series: suppressedSeries(segment, view), split: null, ...shared };
  if (asked.aggregation === 'default') return { ...defaultSeries(segment, view, splitsOf(asked.segment)), ...shared };
  const whole = { series: seriesOf(segment, view, asked.aggregation), split: asked.aggregation, ...shared };
  if (!asked.narrowed) return whole;
  const facts = factsOf(segment, view);
  const full = intervals.map(({ from, until }, index) =>
    segment.ofLines
      ? [...whole.series.values()].some((values) => values[index])
      : facts.some(({ at }) => at >= from && at < until),
  );
  const cut = <T>(all: T[]): T[] => all.slice(full.indexOf(true), full.lastIndexOf(true) + 1);
  if (!full.includes(true)) return { ...whole, series: new Map(), intervals: [] };
  return {
    ...whole,
    series: new Map([...whole.series].map(([name, values]) => [name, cut(values)])),
    intervals: cut(intervals),
  };
}

/** What differs between a report and the model, each value on a line. */
export async function judgeReport(services: Services, world: World, asked: Asked): Promise<string[]> {
  const report = await askReport(services, world, asked);
  const { series, split, intervals, intervalName } = expectedOf(world, asked);
  const segment = segmentOf(asked.segment);
  const said = [
    { what: 'precision', given: report.value_precision, expected: segment.precision },
    { what: 'interval', given: report.interval_em, expected: intervalName },
    { what: 'aggregated by', given: report.aggregated_by, expected: split ?? report.aggregated_by },
  ];
  return [
    ...differences(segment, intervals, series, valuesOf(report)),
    ...said
      .filter(({ given, expected }) => given !== expected)
      .map(({ what, given, expected }) => `${what}: service ${given}, model ${expected}`),
  ];
}

const recordsSchema = z.object({ total_count: z.number() }).loose();
const recordSchema = z.object({ point_value: z.number().nullable() });

/** Points of a report whose records do not add up to them: the largest of each series is looked at. */
export async function judgeRecords(services: Services, world: World, asked: Asked): Promise<string[]> {
  const report = await askReport(services, world, asked);
  const { precision } = segmentOf(asked.segment);
  const wrong: string[] = [];
  for (const [name, point] of largestPoints(report).slice(0, 3)) {
    const as = principalOf(world, asked.query.caller);
    const { status, body } = await services.analytics.call('GET', `${point.url.replace('/api/v1', '')}&per_page=1000`, {
      as,
    });
    if (status !== 200) {
      wrong.push(`${name} at ${point.x}: ${status} from ${point.url}`);
      continue;
    }
    const type = new URL(point.url, 'http://localhost').searchParams.get('resource_type') ?? '';
    const records = z.array(recordSchema).parse(recordsSchema.parse(body)[type]);
    const sum = records.reduce((total, record) => total + (record.point_value ?? 0), 0);
    if (Math.abs(sum - point.y) > 0.5 * 10 ** -precision + 1e-6)
      wrong.push(`${name} at ${point.x}: ${point.y}, its records add up to ${sum}`);
  }
  return wrong;
}

const largestPoints = ({ series_segments }: Report) =>
  Object.entries(series_segments).flatMap(([name, points]) => {
    const [largest] = points.toSorted((one, other) => (other.y ?? 0) - (one.y ?? 0));
    return largest?.y ? [[name, { ...largest, y: largest.y }] as const] : [];
  });
