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
export function pointLinks(query: ReportQuery): (series: string) => (days: DaysOfPoint) => string[] {
  const known = new Map<RecordList, RecordsUrl>();
  const urlOf = (list: RecordList): RecordsUrl => {
    const url = known.get(list) ?? recordsUrl(query, list);
    known.set(list, url);
    return url;
  };
  return (series) => {
    const urls = recordLists(query.segment, series).map((list) => urlOf(list)(series));
    return (days) => urls.map((url) => url(days));
  };
}

type RecordsUrl = (series: string) => (days: DaysOfPoint) => string;

/** What stands before and after the days of a link is the same for all points of a series, and but for its name for all series. */
function recordsUrl(query: ReportQuery, list: RecordList): RecordsUrl {
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
  return (series) => {
    const whole = series === '' ? end : `${end}&${new URLSearchParams({ series })}`;
    return ({ from, last }) => `${start}&start_date=${from}&end_date=${last}&${whole}`;
  };
}
