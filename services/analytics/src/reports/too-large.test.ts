import { TEST_PRINCIPAL } from '@linescope/test-kit/test-service';
import { expect, test } from 'vitest';
import { insertGoldenDelivery } from '../testing/golden-delivery.ts';
import { insertGoldenHistory, neighbourhood } from '../testing/golden-history.ts';
import { startAnalytics } from '../testing/start-analytics.ts';
import { buildReportQuery, parseReportQuery } from './report-query.ts';
import { createReportRunner } from './run-report.ts';

const service = await startAnalytics(neighbourhood());
const { context, started } = service;
await insertGoldenHistory(context.clickHouse);
await insertGoldenDelivery(context.clickHouse);

/** One row of a result and no more: whatever has two intervals is too large. */
const ONE_ROW = {
  max_result_rows: 1,
  result_overflow_mode: 'throw',
  enable_extended_results_for_datetime_functions: 1,
};

test.each(['commit_count', 'delta_velocity', 'pr_awaiting_review_count', 'issues_resolved_per_active_developer'])(
  'a report of %s that is too large for one statement is answered in parts, with the same numbers',
  async (segment) => {
    const input = {
      resource_path: 'acme',
      segment_by: segment,
      aggregate_by: 'none',
      interval_em: 'weekly',
      start_date: '2026-02-18',
      end_date: '2026-03-26',
      suppress_aggregation: false,
    } as const;
    const now = new Date('2026-04-01T00:00:00Z');
    const queryScope = await started.resolveQueryScope(TEST_PRINCIPAL, input);
    const query = buildReportQuery(parseReportQuery(input, now), queryScope, TEST_PRINCIPAL, now);
    const whole = await createReportRunner(context)(query);
    expect(new Set(whole.map(({ bucket }) => bucket)).size).toBeGreaterThan(1);
    expect(await createReportRunner(context, ONE_ROW)(query)).toEqual(whole);
  },
);
