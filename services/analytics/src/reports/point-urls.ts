import { recordsAreNamed, recordsOf } from '../segments/registry.ts';
import { addDays, type Bucket } from './intervals.ts';
import type { Question } from './question.ts';

/** What a series stands for, in the words of the lists' own parameters. */
export interface SeriesFilter {
  committerUserName?: string;
  teamSlug?: string;
  repoPath?: string;
}

/**
 * A link to the records behind a point: the audit of just those, by the same question and series. Defects and releases are in no
 * audit: their own lists are linked to with the filters that these have, and hold more than the point counts where it is about
 * some of them (by another time than the list's, with AI lines, failed). Of AI usage, seats and sprints no list holds the records:
 * the report itself.
 */
export function pointUrl(question: Question, series: { key: string; filter: SeriesFilter }, bucket: Bucket): string {
  const { segment, scope, interval, aggregation, suppressed } = question;
  const records = recordsOf(segment);
  const query = new URLSearchParams();
  const isExact = recordsAreNamed(segment);
  const narrowed = isExact ? undefined : series.filter.repoPath;
  query.set(
    'resource_path',
    narrowed ? `${scope.entitySlug}/${narrowed}` : scope.resources.map((resource) => resource.path).join(','),
  );
  const team = question.teamSlug ?? (isExact ? undefined : series.filter.teamSlug);
  if (team) query.set('team_slug', team);
  const own = isExact ? undefined : series.filter.committerUserName;
  const people = own ? [own] : question.named;
  query.set('start_date', bucket.from);
  query.set('end_date', addDays(bucket.until, -1));
  if (records.list === 'releases' || records.list === 'critical_defects') return `/api/v1/${records.list}?${query}`;
  if (people.length > 0) query.set('committer_user_name', people.join(','));
  if (records.list === 'report') {
    query.set('segment_by', segment.segment);
    if (question.providers.length > 0) query.set('ai_provider_em', question.providers.join(','));
    return `/api/v1/reports?${query}`;
  }
  query.set('resource_type', records.list);
  if (!isExact) return `/api/v1/audits?${query}`;
  query.set('segment_by', segment.segment);
  query.set('interval_em', interval);
  if (suppressed) query.set('suppress_aggregation', 'true');
  else if (aggregation !== 'none') query.set('aggregate_by', aggregation);
  if (series.key !== '') query.set('series', series.key);
  return `/api/v1/audits?${query}`;
}
