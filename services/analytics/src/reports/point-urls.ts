import type { RecordList } from '../segments/fact.ts';
import { recordLists } from '../segments/segment.ts';
import { addDays, type DayRange } from './intervals.ts';
import type { Question } from './question.ts';

/**
 * Where the records behind a point are listed: the audit of just those, by the same question of the interval and the series. The
 * first link is of the records that the point is about, others of what these are divided by or weighed with.
 */
export function pointLinks(question: Question, series: string): (range: DayRange) => string[] {
  const lists = recordLists(question.segment, series);
  return (range) =>
    lists.map((list) =>
      question.mayAudit || (list !== 'releases' && list !== 'critical_defects')
        ? auditUrl(question, list, series, range)
        : listUrl(question, list, series, range),
    );
}

function auditUrl(question: Question, list: RecordList, series: string, range: DayRange): string {
  const { segment, scope, interval, aggregation, suppressed } = question;
  const query = new URLSearchParams({ resource_path: scope.resources.map(({ path }) => path).join(',') });
  if (question.teamSlug) query.set('team_slug', question.teamSlug);
  setDays(query, range);
  if (question.named.length > 0) query.set('committer_user_name', question.named.join(','));
  if (question.providers.length > 0) query.set('ai_provider_em', question.providers.join(','));
  query.set('resource_type', list);
  query.set('segment_by', segment.segment);
  query.set('interval_em', interval);
  if (suppressed) query.set('suppress_aggregation', 'true');
  else if (aggregation !== 'none') query.set('aggregate_by', aggregation);
  if (series !== '') query.set('series', series);
  return `/api/v1/audits?${query}`;
}

/** Who may not read audits gets the list that is open to all, which holds more where the point is about some of them. */
function listUrl(question: Question, list: RecordList, series: string, range: DayRange): string {
  const { scope, aggregation } = question;
  const ofRepo = aggregation === 'repo' || aggregation === 'repo_path';
  const repo = ofRepo ? scope.repos.find(({ id }) => String(id) === series) : undefined;
  const paths = repo ? [`${scope.entitySlug}/${repo.path}`] : scope.resources.map(({ path }) => path);
  const query = new URLSearchParams({ resource_path: paths.join(',') });
  if (question.teamSlug) query.set('team_slug', question.teamSlug);
  setDays(query, range);
  return `/api/v1/${list}?${query}`;
}

function setDays(query: URLSearchParams, { from, until }: DayRange): void {
  query.set('start_date', from);
  query.set('end_date', addDays(until, -1));
}
