import type { Report, Segment } from '@linescope/client/answers';
import { useMemo } from 'preact/hooks';
import { isoDay } from '../scope/range.ts';
import { scopeParams, useScope } from '../scope/scope.ts';
import { useReport, useSegments } from '../state/queries.ts';
import type { Answer } from '../state/use-answer.ts';
import { type ChartData, chartOf, type Headline, headlineOf, upTo } from './chart-data.ts';

export interface Shown {
  data: ChartData;
  values: (number | null)[];
  headline: Headline;
}

/**
 * The figure of a segment, with its trend. What adds up is the mean of its intervals; what does not, a share or a mean, is asked
 * for again over all of their days as one: the mean of the weeks' shares is not the share of the weeks.
 */
export function useHeadline(name: string | null): {
  segment: Segment | undefined;
  report: Answer<Report>;
  shown: Shown | null;
  error: Error | undefined;
} {
  const scope = useScope();
  const segments = useSegments();
  const segment = segments.data?.find(({ segment_em }) => segment_em === name);
  const params = { ...scopeParams(scope), suppress_aggregation: true, segment_by: name };
  const report = useReport(name === null ? null : params);
  const adds = segment?.additive ?? true;
  const { end } = scope.range;
  const trend = useMemo(() => report.data && trendOf(report.data, { end, adds }), [report.data, end, adds]);
  // One whole interval, or the one that is not over, is exact as it is.
  const { days, daysBefore, running } = trend?.headline ?? {};
  const isExact = !segment || segment.additive || segment.interval_ems.length === 1 || running !== null;
  const over = (given: { start: string; end: string } | null | undefined) =>
    isExact || !given
      ? null
      : {
          ...params,
          start_date: given.start,
          end_date: given.end,
          interval_em: trend?.data.interval,
          generate_summary_stats: true,
        };
  const whole = useReport(over(days));
  // The answer has the range of as many days before too, but months differ in length.
  const isMonthly = trend?.data.interval === 'monthly';
  const monthsBefore = useReport(isMonthly ? over(daysBefore) : null);

  const shown = useMemo(() => {
    if (!trend || !segments.data || whole.loading || monthsBefore.loading) return null;
    if (!whole.data) return trend;
    const stats = statsOf(whole.data);
    const value = stats?.range_value ?? null;
    if (!isMonthly)
      return withValues(
        trend,
        value,
        stats?.previous_range_value ?? null,
        stats?.previous_range_change_percent ?? null,
      );
    const before = (monthsBefore.data && statsOf(monthsBefore.data)?.range_value) ?? null;
    return withValues(trend, value, before, changeOf(value, before));
  }, [trend, segments.data, whole.data, whole.loading, monthsBefore.data, monthsBefore.loading]);
  const failed = [report, segments, whole, monthsBefore].find(({ data, error }) => error && !data);
  return { segment, report, shown: failed ? null : shown, error: failed?.error };
}

function trendOf(report: Report, { end, adds }: { end: string; adds: boolean }): Shown {
  const today = isoDay(new Date());
  const data = upTo(chartOf(report, today, { adds: true }), { end, today, adds });
  const values = data.series[0]?.values ?? [];
  return { data, values, headline: headlineOf(data, values) };
}

const statsOf = (report: Report) => Object.values(report.calculated_summary_stats ?? {})[0];

const withValues = (
  shown: Shown,
  value: number | null,
  before: number | null,
  changePercent: number | null,
): Shown => ({
  ...shown,
  headline: { ...shown.headline, value, before, changePercent },
});

const changeOf = (value: number | null, before: number | null): number | null =>
  value === null || before === null || before === 0 ? null : (100 * (value - before)) / before;
