import { isTooLarge } from '@linescope/chassis/clickhouse/clickhouse';
import { unavailable } from '@linescope/contract/fault';
import { z } from 'zod';
import type { Context } from '../context.ts';
import { compileSegment } from '../segments/compile.ts';
import { createResultCache } from '../store/result-cache.ts';
import { bindTemplate } from '../store/sql.ts';
import type { ReportQuery } from './report-query.ts';

export interface Cell {
  bucket: string;
  series: string;
  values: (number | null)[];
}

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

export type RunReport = (query: ReportQuery) => Promise<Cell[]>;

/** Reports with the same statement and parameters are answered from memory until a row is stored for the entity. */
export function createReportRunner({ clickHouse }: Pick<Context, 'clickHouse'>): RunReport {
  const cache = createResultCache<Cell[]>(CACHE_LIMITS);
  return async (query) => {
    const statement = bindTemplate(compileSegment(query.segment, query), query.params);
    const { stamp } = query.queryScope.stamp;
    const key = `${stamp} ${JSON.stringify(statement.params)} ${statement.sql}`;
    return cache.getOrLoad(key, async () => {
      const cells = await clickHouse
        .query({ name: 'report', ...statement, row: cellRow, settings: SETTINGS })
        .catch(explainSize);
      return cells.sort(byBucketAndSeries);
    });
  };
}

/** Sorted here: on the embedded engine a sort costs more to plan than to run. */
const byBucketAndSeries = (one: Cell, other: Cell): number =>
  compareText(one.bucket, other.bucket) || compareText(one.series, other.series);
const compareText = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

function explainSize(error: unknown): never {
  if (!isTooLarge(error)) throw error;
  throw unavailable('The report is too large. Ask for a shorter range, fewer repos or fewer series.', error);
}
