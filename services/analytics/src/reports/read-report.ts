import type { Principal } from '@linescope/contract/principal';
import type { Context } from '../context.ts';
import { previousRange } from '../query-scope/day-range.ts';
import type { ResolveQueryScope } from '../query-scope/resolve-query-scope.ts';
import { isAdditive } from '../segments/segment.ts';
import { bucketsOf, labelOf } from './intervals.ts';
import { pointLinks } from './point-urls.ts';
import { buildReportQuery, parseReportQuery, type ReportInput, type ReportQuery, rangeParams } from './report-query.ts';
import { createReportRunner, type RunReport } from './run-report.ts';
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

export function createReportReader(
  context: Pick<Context, 'clickHouse' | 'postgres' | 'now'>,
  resolveQueryScope: ResolveQueryScope,
) {
  const runReport = createReportRunner(context);
  return async (principal: Principal, input: ReportInput & ReportOptions) => {
    const now = context.now();
    const parsed = parseReportQuery(input, now);
    const query = buildReportQuery(parsed, await resolveQueryScope(principal, input), principal, now);
    return buildReport(runReport, query, input, now);
  };
}

async function buildReport(runReport: RunReport, query: ReportQuery, input: ReportOptions, now: Date) {
  const { segment, interval, queryScope } = query;
  const { scope } = queryScope;
  const cells = await runReport(query);
  const options = { fillAllDates: input.fill_all_dates, projectFinalPoint: input.project_final_point, now };
  const { buckets, series } = shapeSeries(segment, cells, query.buckets, options);
  const names = nameSeries(
    query,
    series.map(({ key }) => key),
  );
  const years = [buckets[0]?.start.slice(0, 4), buckets.at(-1)?.until.slice(0, 4), query.range.from.slice(0, 4)];
  const spansYears = new Set(years.filter((year) => year !== undefined)).size > 1;
  const ordered = series
    .map((one) => ({ ...one, name: names.get(one.key) ?? one.key }))
    .toSorted((one, other) => (one.name < other.name ? -1 : one.name > other.name ? 1 : 0));
  const points = (one: (typeof ordered)[number]): Point[] => {
    const links = pointLinks(query, one.key);
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
    aggregated_by: query.aggregation,
    interval_em: interval,
    segment_em: segment.segment,
    series_segments: Object.fromEntries(ordered.map((one) => [one.name, points(one)])),
    unit: segment.unit,
    value_precision: segment.precision,
    ...(input.generate_summary_stats
      ? { calculated_summary_stats: await summarizeAll(runReport, query, ordered, now) }
      : {}),
  };
}

const rounded = (value: number | null | undefined, precision: number): number | null =>
  value === null || value === undefined ? null : roundTo(value, precision);

async function summarizeAll(
  runReport: RunReport,
  query: ReportQuery,
  series: (Series & { name: string })[],
  now: Date,
): Promise<Record<string, SummaryStats>> {
  const additive = isAdditive(query.segment);
  const before = additive ? await previousTotals(runReport, query, now) : new Map<string, number>();
  return Object.fromEntries(
    series.map(({ key, name, values }) => [
      name,
      summarize(values, {
        additive,
        precision: query.segment.precision,
        previousTotal: before === null ? null : (before.get(key) ?? 0),
      }),
    ]),
  );
}

/** The same query for the range right before, which has the same length. */
async function previousTotals(
  runReport: RunReport,
  query: ReportQuery,
  now: Date,
): Promise<Map<string, number> | null> {
  const range = previousRange(query.range);
  if (range === null) return null;
  const buckets = bucketsOf(range, query.interval, now, []);
  const params = { ...query.params, ...rangeParams(range, buckets) };
  const cells = await runReport({ ...query, range, buckets, params });
  const shaped = shapeSeries(query.segment, cells, buckets, {
    fillAllDates: true,
    projectFinalPoint: false,
    now: now,
  });
  return new Map(
    shaped.series.map(({ key, values }) => [key, values.reduce<number>((sum, value) => sum + (value ?? 0), 0)]),
  );
}
