import { isTooLarge } from '@linescope/chassis/clickhouse/clickhouse';
import { unavailable } from '@linescope/contract/fault';
import { z } from 'zod';
import type { Context } from '../context.ts';
import { compileSegment } from '../segments/compile.ts';
import { SEARCH_IN_RANGE } from '../segments/facts/applied-again.ts';
import { readStamp } from '../store/fact-stamps.ts';
import { listApplied } from './known-applied-commits.ts';
import type { Question } from './question.ts';

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

/** A question may cost this much and no more, so that it never hurts the others. */
const LIMITS = {
  max_execution_time: 15,
  max_memory_usage: 1_000_000_000,
  max_rows_to_read: 2_000_000_000,
  max_result_rows: 200_000,
  result_overflow_mode: 'throw',
  enable_extended_results_for_datetime_functions: 1,
  // A question reads one entity, which is one partition.
  do_not_merge_across_partitions_select_final: 1,
};

/** Reports with the same text and parameters on unchanged facts are answered from memory. */
export async function runReport(context: Context, question: Question): Promise<Cell[]> {
  const { segment, interval, aggregation, ofTeam, suppressed, params } = question;
  const { entityId } = question.scope;
  const shape = { interval, aggregation, ofTeam: ofTeam !== null, suppressed };
  const sql = compileSegment(segment, shape);
  const { stamp } = await readStamp(context.postgres, entityId);
  return context.reportCache.of(`${stamp} ${JSON.stringify(usedParams(params, sql))} ${sql}`, async () => {
    const listed = sql.includes(SEARCH_IN_RANGE)
      ? listApplied(await context.appliedCommitsOf(entityId), question.range)
      : null;
    const quicker = listed ? compileSegment(segment, { ...shape, appliedAreListed: true }) : sql;
    return askClickHouse(context, quicker, { ...params, ...listed });
  });
}

const usedParams = (params: Record<string, unknown>, sql: string): Record<string, unknown> =>
  Object.fromEntries(Object.entries(params).filter(([name]) => sql.includes(`{${name}:`)));

async function askClickHouse(context: Context, sql: string, params: Record<string, unknown>): Promise<Cell[]> {
  try {
    return await context.clickHouse.query({
      name: 'report',
      sql,
      params: usedParams(params, sql),
      row: cellRow,
      settings: LIMITS,
    });
  } catch (error) {
    if (isTooLarge(error)) {
      throw unavailable('The report is too large. Ask for a shorter range, fewer repos or fewer series.', error);
    }
    throw error;
  }
}
