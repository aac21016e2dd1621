import type { z } from 'zod';
import type { RecordList } from '../segments/segment-view.ts';
import { auditAiSeats } from './audit-ai-seats.ts';
import { auditAiUsages } from './audit-ai-usages.ts';
import { auditCommits } from './audit-commits.ts';
import { auditCommitters } from './audit-committers.ts';
import { auditDefects } from './audit-defects.ts';
import { auditIssues } from './audit-issues.ts';

import { auditPullRequests } from './audit-pull-requests.ts';
import type { AuditQuery } from './audit-query.ts';
import { auditReleases } from './audit-releases.ts';
import { auditSprintIssues } from './audit-sprint-issues.ts';
import { auditTags } from './audit-tags.ts';
import { auditTeams } from './audit-teams.ts';
import type { AuditPage } from './read-page.ts';
import {
  aiSeatRecord,
  aiUsageRecord,
  commitRecord,
  committerRecord,
  defectRecord,
  issueRecord,
  pullRequestRecord,
  releaseRecord,
  sprintIssueRecord,
  tagRecord,
  teamRecord,
} from './record-schemas.ts';

interface Audit {
  list(query: AuditQuery): Promise<AuditPage<unknown>>;
  record: z.ZodType;
  /** The filters that it applies. */
  filters: readonly string[];
}

const PEOPLE = ['committer_identifier', 'committer_user_name'];
const DAYS = ['days_ago', 'start_date', 'end_date'];
const RESOLVED = ['resolved_start_date', 'resolved_end_date'];
/** Of a point, whatever its records are. */
const OF_POINT = [
  ...PEOPLE,
  ...DAYS,
  'ai_provider_em',
  'aggregate_by',
  'suppress_aggregation',
  'interval_em',
  'series',
];

/** The audits by the name of the response's array; every record that a report counts is in one of them. */
export const AUDITS = {
  commits: {
    list: auditCommits,
    record: commitRecord,
    filters: [...PEOPLE, ...DAYS, 'issue_key', 'sha', 'pull_request_number'],
  },
  committers: { list: auditCommitters, record: committerRecord, filters: [...PEOPLE, ...DAYS] },
  issues: {
    list: auditIssues,
    record: issueRecord,
    filters: [
      ...PEOPLE,
      ...DAYS,
      ...RESOLVED,
      'issue_key',
      'issue_provider_em',
      'issue_status',
      'critical_defects_only',
    ],
  },
  pull_requests: {
    list: auditPullRequests,
    record: pullRequestRecord,
    filters: [...PEOPLE, ...DAYS, ...RESOLVED, 'issue_key', 'sha', 'pull_request_number', 'phase_em'],
  },
  teams: { list: auditTeams, record: teamRecord, filters: PEOPLE },
  tags: { list: auditTags, record: tagRecord, filters: [...DAYS, 'sha', 'tag_name'] },
  critical_defects: { list: auditDefects, record: defectRecord, filters: [...DAYS, ...RESOLVED, 'issue_key', 'sha'] },
  releases: { list: auditReleases, record: releaseRecord, filters: [...PEOPLE, ...DAYS, 'issue_key', 'sha'] },
  ai_usages: { list: auditAiUsages, record: aiUsageRecord, filters: [...PEOPLE, ...DAYS, 'ai_provider_em'] },
  ai_seats: { list: auditAiSeats, record: aiSeatRecord, filters: PEOPLE },
  sprint_issues: {
    list: auditSprintIssues,
    record: sprintIssueRecord,
    filters: [...PEOPLE, ...DAYS, ...RESOLVED, 'issue_key'],
  },
} as const satisfies Record<RecordList | 'committers' | 'teams' | 'tags', Audit>;

export type AuditType = keyof typeof AUDITS;

const FILTERS = new Set([...OF_POINT, ...Object.values(AUDITS).flatMap(({ filters }) => filters)]);

/** The filters that a query leaves without effect: those of other types, or, behind a point, all but the point's own. */
export function unusedFilters(type: AuditType, isOfPoint: boolean): string[] {
  const used = new Set(isOfPoint ? OF_POINT : AUDITS[type].filters);
  return [...FILTERS].filter((name) => !used.has(name));
}
