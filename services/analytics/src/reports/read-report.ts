import { WrittenFields } from '@linescope/chassis/http/written-fields';
import { addDays } from '@linescope/contract/days';
import type { Principal } from '@linescope/contract/principal';
import type { Context } from '../context.ts';
import { type DayRange, previousRange } from '../query-scope/day-range.ts';
import { diffDeltaVersion, type ResolveQueryScope } from '../query-scope/resolve-query-scope.ts';
import { DEFINITION_VERSION, marksOf } from '../segments/definition-changes.ts';
import { isAboutAi } from '../segments/registry.ts';
import { isAdditive } from '../segments/segment.ts';
import type { Cell } from './cell.ts';
import { readCoverage } from './coverage.ts';
import { bucketsOf, labelOf } from './intervals.ts';
import {
  asOneInterval,
  buildReportQuery,
  parseReportQuery,
  type ReportInput,
  type ReportQuery,
  rangeParams,
} from './report-query.ts';
import { createReportRunner, type RunReport } from './run-report.ts';
import { nameSeries } from './series-names.ts';
import { isData, type Series, shapeSeries } from './shape-series.ts';
import { type RangeFigures, type SummaryStats, summarize } from './summary-stats.ts';
import { createEmptyExplainer } from './why-empty.ts';
import { createPointWriter } from './write-points.ts';

export interface ReportOptions {
  generate_summary_stats: boolean;
  fill_all_dates: boolean;
  project_final_point: boolean;
}

export function createReportReader(
  context: Pick<Context, 'clickHouse' | 'log' | 'now'>,
  resolveQueryScope: ResolveQueryScope,
) {
  const runReport = createReportRunner(context);
  const whyEmpty = createEmptyExplainer(context);
  return async (principal: Principal, input: ReportInput & ReportOptions) => {
    const now = context.now();
    const parsed = parseReportQuery(input, now);
    const query = buildReportQuery(parsed, await resolveQueryScope(principal, input), principal, now);
    const report = await buildReport(runReport, query, input, now);
    const isEmpty = report.series_segments.fields.length === 0;
    return isEmpty ? { ...report, response_detail: await whyEmpty(query.queryScope) } : report;
  };
}

async function buildReport(runReport: RunReport, asked: ReportQuery, input: ReportOptions, now: Date) {
  const { query, cells } = await chooseSplit(runReport, asked);
  const { segment, interval, queryScope } = query;
  const { scope } = queryScope;
  const options = { fillAllDates: input.fill_all_dates, projectFinalPoint: input.project_final_point, now };
  const { buckets, series } = shapeSeries(segment, cells, query.buckets, options);
  const names = nameSeries(
    query,
    series.map(({ key }) => key),
  );
  const days = [buckets[0]?.start, query.range.from, addDays(query.range.until, -1)];
  const years = days.map((day) => day?.slice(0, 4));
  const spansYears = new Set(years.filter((year) => year !== undefined)).size > 1;
  const ordered = series
    .map((one) => ({ ...one, name: names.get(one.key) ?? one.key }))
    .toSorted((one, other) => (one.name < other.name ? -1 : one.name > other.name ? 1 : 0));
  const shown = buckets.map(({ start, from, until }) => ({
    from,
    last: addDays(until, -1),
    label: labelOf(start, interval, spansYears),
  }));
  const writePoints = createPointWriter(query, shown);
  const [organization, ...others] = new Set(scope.resources.map(({ path }) => path.split('/')[1] ?? null));
  return {
    context: { entity: scope.entitySlug, organization: others.length === 0 ? (organization ?? null) : null },
    aggregated_by: query.aggregation,
    series_overlap: query.aggregation === 'team' && query.teamsOverlap,
    interval_em: interval,
    segment_em: segment.segment,
    series_segments: new WrittenFields(ordered.map((one) => `${JSON.stringify(one.name)}:${writePoints(one)}`)),
    unit: segment.unit,
    value_precision: segment.precision,
    definition_version: DEFINITION_VERSION,
    diff_delta_version: diffDeltaVersion(queryScope),
    definition_changes: marksOf(segment.segment, queryScope.upgrades, query.range),
    ...(isAboutAi(segment) ? { coverage: await readCoverage(runReport, query) } : {}),
    ...(input.generate_summary_stats
      ? { calculated_summary_stats: await summarizeAll(runReport, query, ordered, now) }
      : {}),
  };
}

/** Where nobody says how to split, the first split of which two series have data. */
async function chooseSplit(runReport: RunReport, asked: ReportQuery): Promise<{ query: ReportQuery; cells: Cell[] }> {
  let query = asked;
  let cells = await runReport(query);
  for (const aggregation of asked.fallbacks) {
    const filled = cells.filter((cell) => isData(query.segment, cell));
    const series = new Set(filled.map((cell) => cell.series).filter((key) => key !== NO_SERIES));
    if (series.size > 1) break;
    query = { ...query, aggregation };
    cells = await runReport(query);
  }
  return { query, cells };
}

/** The key of what is of no team, of no repo, of nobody. */
const NO_SERIES = '0';

async function summarizeAll(
  runReport: RunReport,
  query: ReportQuery,
  series: (Series & { name: string })[],
  now: Date,
): Promise<Record<string, SummaryStats>> {
  const additive = isAdditive(query.segment);
  const figuresOf = additive
    ? await readTotalsBefore(runReport, query, now)
    : await readRangeValues(runReport, query, now);
  return Object.fromEntries(
    series.map(({ key, name, values }) => [
      name,
      summarize(values, { additive, precision: query.segment.precision, range: figuresOf(key) }),
    ]),
  );
}

type FiguresOfSeries = (key: string) => RangeFigures;

async function readTotalsBefore(runReport: RunReport, query: ReportQuery, now: Date): Promise<FiguresOfSeries> {
  const before = await previousTotals(runReport, query, now);
  return (key) => ({ current: null, previous: before === null ? null : (before.get(key) ?? 0) });
}

/** Of what does not add up: no mean of the intervals' values is the range's, since the intervals do not weigh alike. */
async function readRangeValues(runReport: RunReport, query: ReportQuery, now: Date): Promise<FiguresOfSeries> {
  // What only makes sense of a week makes none of a range.
  if (query.segment.interval) return () => ({ current: null, previous: null });
  const before = previousRange(query.range);
  const [current, previous] = await Promise.all([
    valuesOfRange(runReport, query, query.range, now),
    before === null ? new Map<string, number | null>() : valuesOfRange(runReport, query, before, now),
  ]);
  return (key) => ({ current: current.get(key) ?? null, previous: previous.get(key) ?? null });
}

async function valuesOfRange(runReport: RunReport, query: ReportQuery, range: DayRange, now: Date) {
  const asOne = asOneInterval(query, range, now);
  const cells = await runReport(asOne);
  const options = { fillAllDates: false, projectFinalPoint: false, now };
  const { series } = shapeSeries(query.segment, cells, asOne.buckets, options);
  return new Map(series.map(({ key, values }) => [key, values[0] ?? null]));
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
  // Who is in which team was looked at for the range itself alone.
  const cells = await runReport({ ...query, range, buckets, params, oneTeamEach: false });
  const shaped = shapeSeries(query.segment, cells, buckets, {
    fillAllDates: true,
    projectFinalPoint: false,
    now: now,
  });
  return new Map(
    shaped.series.map(({ key, values }) => [key, values.reduce<number>((sum, value) => sum + (value ?? 0), 0)]),
  );
}
