import type { AggregateBy, IntervalEm, Segment } from '@linescope/client/answers';
import type { Params } from '@linescope/client/client';
import { type Scope, scopeParams } from '../../scope/scope.ts';

/** What the reader chose for all charts of Explore, as it stands in the URL. */
export interface Choice {
  segments: string[];
  by: AggregateBy | null;
  interval: IntervalEm | 'auto';
  isCompared: boolean;
}

const DEFAULT_SEGMENT = 'diff_delta';

export const choiceIn = (query: URLSearchParams): Choice => ({
  segments: (query.get('segments') ?? DEFAULT_SEGMENT).split(',').filter(Boolean),
  by: (query.get('by') || null) as AggregateBy | null,
  interval: intervalOf(query.get('interval')),
  isCompared: query.get('compare') === '1',
});

const intervalOf = (text: string | null): IntervalEm | 'auto' =>
  text === 'daily' || text === 'weekly' || text === 'monthly' ? text : 'auto';

/** The report of one chart; a split that the segment does not have is left to what fits. */
export function reportParams(
  scope: Scope,
  { segment_em, aggregation_options }: Pick<Segment, 'segment_em' | 'aggregation_options'>,
  { by, interval, isCompared }: Choice,
): Params {
  return {
    ...scopeParams(scope),
    segment_by: segment_em,
    ...(isCompared
      ? { suppress_aggregation: true, fill_all_dates: true }
      : { aggregate_by: by && aggregation_options.includes(by) ? by : null }),
    interval_em: interval === 'auto' ? null : interval,
    generate_summary_stats: true,
  };
}
