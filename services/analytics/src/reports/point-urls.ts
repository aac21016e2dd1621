import { recordsOf } from '../segments/registry.ts';
import { addDays, type Bucket } from './intervals.ts';
import type { Question } from './question.ts';

/** What a series stands for, in the words of the lists' own parameters. */
export interface SeriesFilter {
  committerUserName?: string;
  teamSlug?: string;
  repoPath?: string;
}

/** A link to the records behind a point: the audit, or the release or defect list, with the filters that give just those. */
export function pointUrl(question: Question, filter: SeriesFilter, bucket: Bucket): string {
  const records = recordsOf(question.segment);
  const start = bucket.from;
  const end = addDays(bucket.until, -1);
  const query = new URLSearchParams();
  const { scope } = question;
  query.set(
    'resource_path',
    filter.repoPath
      ? `${scope.entitySlug}/${filter.repoPath}`
      : scope.resources.map((resource) => resource.path).join(','),
  );
  const team = filter.teamSlug ?? question.ofTeam?.slug;
  if (team) query.set('team_slug', team);
  const people = filter.committerUserName ? [filter.committerUserName] : question.named;
  switch (records.list) {
    case 'releases':
    case 'critical_defects':
      query.set('start_date', start);
      query.set('end_date', end);
      return `/api/v1/${records.list}?${query}`;
    case 'report':
      query.set('segment_by', question.segment.segment);
      query.set('start_date', start);
      query.set('end_date', end);
      if (people.length > 0) query.set('committer_user_name', people.join(','));
      return `/api/v1/reports?${query}`;
    default:
      query.set('resource_type', records.list);
      if (people.length > 0) query.set('committer_user_name', people.join(','));
      query.set('by' in records && records.by === 'resolved' ? 'resolved_start_date' : 'start_date', start);
      query.set('by' in records && records.by === 'resolved' ? 'resolved_end_date' : 'end_date', end);
      if ('phase' in records && records.phase) query.set('phase_em', records.phase);
      return `/api/v1/audits?${query}`;
  }
}
