import { addDays } from '@linescope/contract/days';
import type { DayRange } from '../query-scope/day-range.ts';
import { recordLists } from '../segments/segment.ts';
import type { RecordList } from '../segments/segment-view.ts';
import type { ReportQuery } from './report-query.ts';

/**
 * Where the records behind a point are listed: the audit of just those, by the same query for the interval and the series; for
 * those who may not audit, the records of the report. The first link is for the records that the point is about, the others for
 * what these are divided by.
 */
export function pointLinks(query: ReportQuery, series: string): (range: DayRange) => string[] {
  const lists = recordLists(query.segment, series);
  return (range) => lists.map((list) => recordsUrl(query, list, series, range));
}

function recordsUrl(query: ReportQuery, list: RecordList, series: string, range: DayRange): string {
  const { segment, interval, aggregation, suppressed } = query;
  const { scope } = query.queryScope;
  const search = new URLSearchParams({ resource_path: scope.resources.map(({ path }) => path).join(',') });
  if (query.teamSlug) search.set('team_slug', query.teamSlug);
  setDays(search, range);
  if (query.named.length > 0) search.set('committer_user_name', query.named.join(','));
  if (query.providers.length > 0) search.set('ai_provider_em', query.providers.join(','));
  search.set('resource_type', list);
  search.set('segment_by', segment.segment);
  search.set('interval_em', interval);
  if (suppressed) search.set('suppress_aggregation', 'true');
  else if (aggregation !== 'none') search.set('aggregate_by', aggregation);
  if (series !== '') search.set('series', series);
  return `/api/v1/${query.mayAudit ? 'audits' : 'report_records'}?${search}`;
}

function setDays(search: URLSearchParams, { from, until }: DayRange): void {
  search.set('start_date', from);
  search.set('end_date', addDays(until, -1));
}
