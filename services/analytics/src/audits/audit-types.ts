import type { z } from 'zod';
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
  list(question: AuditQuestion): Promise<AuditPage<unknown>>;
  record: z.ZodType;
}

/** What can be audited, by the name of the answer's array; whatever a report counts is among them. */
export const AUDITS = {
  commits: { list: auditCommits, record: commitRecord },
  committers: { list: auditCommitters, record: committerRecord },
  issues: { list: auditIssues, record: issueRecord },
  pull_requests: { list: auditPullRequests, record: pullRequestRecord },
  teams: { list: auditTeams, record: teamRecord },
  tags: { list: auditTags, record: tagRecord },
  critical_defects: { list: auditDefects, record: defectRecord },
  releases: { list: auditReleases, record: releaseRecord },
  ai_usages: { list: auditAiUsages, record: aiUsageRecord },
  ai_seats: { list: auditAiSeats, record: aiSeatRecord },
  sprint_issues: { list: auditSprintIssues, record: sprintIssueRecord },
} as const satisfies Record<RecordList | 'committers' | 'teams' | 'tags', Audit>;

export type AuditType = keyof typeof AUDITS;
