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
}

/** The audits by the name of the response's array; every record that a report counts is in one of them. */
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
