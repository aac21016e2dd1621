import { recordLists } from '../segments/segment.ts';
import type { RecordList } from '../segments/segment-view.ts';
import type { ReportQuery } from './report-query.ts';

/** Both included. */
export interface DaysOfPoint {
  from: string;
  last: string;
}

/**
 * Where the records behind a point are listed: the audit of just those, by the same query for the interval and the series; for
 * those who may not audit, the records of the report. The first link is for the records that the point is about, the others for
 * what these are divided by.
 */
export const pointLinks = (query: ReportQuery, series: string, days: DaysOfPoint): string[] =>
  recordLists(query.segment, series).map((list) => {
    const { upToDays, afterDays } = recordsUrl(query, list);
    return upToDays(days) + afterDays(series);
  });

/** A link in two parts: the first is the same in all series, the second on all days. */
export interface RecordsUrl {
  upToDays(days: DaysOfPoint): string;
  afterDays(series: string): string;
}

export function recordsUrl(query: ReportQuery, list: RecordList): RecordsUrl {
  const { segment, interval, aggregation, suppressed } = query;
  const { scope } = query.queryScope;
  const before = new URLSearchParams({ resource_path: scope.resources.map(({ path }) => path).join(',') });
  if (query.teamSlug) before.set('team_slug', query.teamSlug);
  const after = new URLSearchParams();
  if (query.named.length > 0) after.set('committer_user_name', query.named.join(','));
  if (query.providers.length > 0) after.set('ai_provider_em', query.providers.join(','));
  after.set('resource_type', list);
  after.set('segment_by', segment.segment);
  after.set('interval_em', interval);
  if (suppressed) after.set('suppress_aggregation', 'true');
  else if (aggregation !== 'none') after.set('aggregate_by', aggregation);
  const start = `/api/v1/${query.mayAudit ? 'audits' : 'report_records'}?${before}`;
  const end = `${after}`;
  return {
    upToDays: ({ from, last }) => `${start}&start_date=${from}&end_date=${last}&`,
    afterDays: (series) => (series === '' ? end : `${end}&${new URLSearchParams({ series })}`),
  };
}
