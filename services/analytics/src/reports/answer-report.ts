import type { Principal } from '@linescope/contract/principal';
import type { Context } from '../context.ts';
import { isAdditive } from '../segments/segment.ts';
import { bucketsOf, dayMs, labelOf, previousRange } from './intervals.ts';
import { pointLinks } from './point-urls.ts';
import { type Question, type ReportInput, readQuestion } from './question.ts';
import { runReport } from './run-report.ts';
import { nameSeries } from './series-names.ts';
import { roundTo, type Series, shapeSeries } from './shape-series.ts';
import { type SummaryStats, summarize } from './summary-stats.ts';

export interface ReportOptions {
  generate_summary_stats: boolean;
  fill_all_dates: boolean;
  project_final_point: boolean;
}

interface Point {
  url: string;
  x: string;
  y: number | null;
}

export async function answerReport(context: Context, principal: Principal, input: ReportInput & ReportOptions) {
  const question = await readQuestion(context, principal, input);
  const { segment, scope, interval } = question;
  const cells = await runReport(context, question);
  const options = {
    fillAllDates: input.fill_all_dates,
    projectFinalPoint: input.project_final_point,
    now: context.now(),
  };
  const { buckets, series } = shapeSeries(segment, cells, question.buckets, options);
  const names = nameSeries(
    question,
    series.map(({ key }) => key),
  );
  const years = [buckets[0]?.start.slice(0, 4), buckets.at(-1)?.until.slice(0, 4), question.range.from.slice(0, 4)];
  const spansYears = new Set(years.filter((year) => year !== undefined)).size > 1;
  const ordered = series
    .map((one) => ({ ...one, name: names.get(one.key) ?? one.key }))
    .toSorted((one, other) => (one.name < other.name ? -1 : one.name > other.name ? 1 : 0));
  const points = (one: (typeof ordered)[number]): Point[] => {
    const links = pointLinks(question, one.key);
    return buckets.map((bucket, index) => ({
      url: links(bucket)[0] ?? '',
      x: labelOf(bucket.start, interval, spansYears),
      y: rounded(one.values[index], segment.precision),
    }));
  };
  const [resource] = scope.resources;
  return {
    context: {
      entity: scope.entitySlug,
      organization: scope.resources.length === 1 ? (resource?.path.split('/')[1] ?? null) : null,
    },
    aggregated_by: question.aggregation,
    interval_em: interval,
    segment_em: segment.segment,
    series_segments: Object.fromEntries(ordered.map((one) => [one.name, points(one)])),
    unit: segment.unit,
    value_precision: segment.precision,
    ...(input.generate_summary_stats
      ? { calculated_summary_stats: await summarizeAll(context, question, ordered) }
      : {}),
  };
}

const rounded = (value: number | null | undefined, precision: number): number | null =>
  value === null || value === undefined ? null : roundTo(value, precision);

async function summarizeAll(
  context: Context,
  question: Question,
  series: (Series & { name: string })[],
): Promise<Record<string, SummaryStats>> {
  const additive = isAdditive(question.segment);
  const before = additive ? await previousTotals(context, question) : new Map<string, number>();
  return Object.fromEntries(
    series.map(({ key, name, values }) => [
      name,
      summarize(values, {
        additive,
        precision: question.segment.precision,
        previousTotal: before === null ? null : (before.get(key) ?? 0),
      }),
    ]),
  );
}

/** The same question about the range right before, which has the same length. */
async function previousTotals(context: Context, question: Question): Promise<Map<string, number> | null> {
  const range = previousRange(question.range);
  if (range === null) return null;
  const buckets = bucketsOf(range, question.interval, context.now(), []);
  const cells = await runReport(context, {
    ...question,
    range,
    buckets,
    params: {
      ...question.params,
      from_ms: dayMs(range.from),
      until_ms: dayMs(range.until),
      buckets: buckets.map(({ start }) => start),
    },
  });
  const shaped = shapeSeries(question.segment, cells, buckets, {
    fillAllDates: true,
    projectFinalPoint: false,
    now: context.now(),
  });
  return new Map(
    shaped.series.map(({ key, values }) => [key, values.reduce<number>((sum, value) => sum + (value ?? 0), 0)]),
  );
}
