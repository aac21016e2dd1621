import type { RecordList } from '../segments/fact.ts';
import { auditAiSeats, auditAiUsages } from './audit-ai.ts';
import { auditCommits } from './audit-commits.ts';
import { auditDefects } from './audit-defects.ts';
import { auditIssues } from './audit-issues.ts';
import { auditCommitters, auditTeams } from './audit-people.ts';
import { auditPullRequests } from './audit-pull-requests.ts';
import type { AuditPage, AuditQuestion } from './audit-question.ts';
import { auditReleases } from './audit-releases.ts';
import { auditSprintIssues } from './audit-sprint-issues.ts';
import { auditTags } from './audit-tags.ts';

type Audit = (question: AuditQuestion) => Promise<AuditPage<unknown>>;

/** What can be audited, by the name of the answer's array; whatever a report counts is among them. */
export const AUDITS = {
  commits: auditCommits,
  committers: auditCommitters,
  issues: auditIssues,
  pull_requests: auditPullRequests,
  teams: auditTeams,
  tags: auditTags,
  critical_defects: auditDefects,
  releases: auditReleases,
  ai_usages: auditAiUsages,
  ai_seats: auditAiSeats,
  sprint_issues: auditSprintIssues,
} as const satisfies Record<RecordList | 'committers' | 'teams' | 'tags', Audit>;

export type AuditType = keyof typeof AUDITS;
