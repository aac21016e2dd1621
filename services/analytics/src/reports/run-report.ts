import { isTooLarge } from '@linescope/chassis/clickhouse/clickhouse';
import { dayMs } from '@linescope/contract/days';
import { unavailable } from '@linescope/contract/fault';
import { z } from 'zod';
import type { Context } from '../context.ts';
import type { DayRange } from '../query-scope/day-range.ts';
import { compileSegment } from '../segments/compile.ts';
import { createResultCache } from '../store/result-cache.ts';
import { bindTemplate } from '../store/sql.ts';
import type { Cell } from './cell.ts';
import { createMemoryReports } from './memory-reports.ts';
import { type ReportQuery, rangeParams } from './report-query.ts';

const cellRow = z.looseObject({ bucket: z.string(), series: z.string() }).transform(
  ({ bucket, series, ...rest }): Cell => ({
    bucket,
    series,
    values: Object.entries(rest)
      .sort(([one], [other]) => Number(one.slice(2)) - Number(other.slice(2)))
      .map(([, value]) => (typeof value === 'number' && Number.isFinite(value) ? value : null)),
  }),
);

const CACHE_LIMITS = { entries: 2_000, weight: 200_000, weigh: (cells: Cell[]) => cells.length };

/** What one report may cost, so that it does not slow down the others. */
const SETTINGS = {
  max_execution_time: 15,
  max_memory_usage: 1_000_000_000,
  max_rows_to_read: 2_000_000_000,
  max_result_rows: 200_000,
  result_overflow_mode: 'throw',
  enable_extended_results_for_datetime_functions: 1,
  // A report reads one entity, which is one partition.
  do_not_merge_across_partitions_select_final: 1,
};

/** A report is asked for in up to eight parts; what is too large then would keep the engine from others for minutes. */
const MOST_HALVINGS = 3;

export type RunReport = (query: ReportQuery) => Promise<Cell[]>;

/** Reports with the same statement and parameters are answered from memory until a row is stored for the entity. */
export function createReportRunner(
  context: Pick<Context, 'clickHouse' | 'log' | 'now'>,
  settings: Record<string, string | number> = SETTINGS,
): RunReport {
  const cache = createResultCache<Cell[]>(CACHE_LIMITS);
  const { clickHouse } = context;
  const fromMemory = createMemoryReports(context);
  const run = async (query: ReportQuery, halvings: number): Promise<Cell[]> => {
    const statement = bindTemplate(compileSegment(query.segment, query), query.params);
    const { stamp } = query.queryScope.stamp;
    const key = `${stamp} ${JSON.stringify(statement.params)} ${statement.sql}`;
    return cache.getOrLoad(key, async () => {
      const added = await fromMemory(query);
      if (added) return added.sort(byBucketAndSeries);
      try {
        const cells = await clickHouse.query({ name: 'report', ...statement, row: cellRow, settings });
        return cells.sort(byBucketAndSeries);
      } catch (error) {
        const halves = isTooLarge(error) && halvings > 0 ? halvesOf(query) : null;
        // The report itself was read by parts, of which this figure cannot be made: it goes without.
        if (!halves && query.asOne && isTooLarge(error)) return [];
        if (!halves) return explainSize(error);
        return [...(await run(halves[0], halvings - 1)), ...(await run(halves[1], halvings - 1))];
      }
    });
  };
  return (query) => run(query, MOST_HALVINGS);
}

/** A report that is too large for one statement is asked for by parts of its range: an interval's values are its own. */
function halvesOf(query: ReportQuery): [ReportQuery, ReportQuery] | null {
  const { segment, buckets, range } = query;
  const middle = buckets[Math.floor(buckets.length / 2)];
  // The largest series are those of the whole range.
  const isOfRange = segment.breakdown !== undefined && 'top' in segment.breakdown;
  if (buckets.length < 2 || !middle || isOfRange) return null;
  return [
    withinRange(query, { from: range.from, until: middle.from }),
    withinRange(query, { from: middle.from, until: range.until }),
  ];
}

function withinRange(query: ReportQuery, range: DayRange): ReportQuery {
  const buckets = query.buckets.filter(({ from }) => from >= range.from && from < range.until);
  const params = {
    ...query.params,
    ...rangeParams(range, buckets),
    bucket_days: buckets.map(({ days }) => days),
    bucket_working_days: buckets.map(({ workingDays }) => workingDays),
    bucket_ends_ms: query.params.bucket_ends_ms.filter((ms) => ms > dayMs(range.from) && ms <= dayMs(range.until)),
  };
  return { ...query, range, buckets, params };
}

/** Sorted here: on the embedded engine a sort costs more to plan than to run. */
const byBucketAndSeries = (one: Cell, other: Cell): number =>
  compareText(one.bucket, other.bucket) || compareText(one.series, other.series);
const compareText = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

function explainSize(error: unknown): never {
  if (!isTooLarge(error)) throw error;
  throw unavailable('The report is too large. Ask for a shorter range, fewer repos or fewer series.', error);
}
