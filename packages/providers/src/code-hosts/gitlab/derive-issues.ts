import { GITLAB } from '@linescope/contract/vendors';
import type { z } from 'zod';
import type { IssueFact, Person } from '../../facts.ts';
import type { issueSchema, personSchema } from './schemas.ts';

const person = (user: z.output<typeof personSchema>): Person | null =>
  user
    ? { hostId: user.id ?? null, userName: user.username ?? null, fullName: user.name ?? null, email: null, bot: false }
    : null;

/** Scoped labels (`type::bug`) are this host's way of typed fields. */
const scoped = (labels: string[], scope: string): string | null =>
  labels.find((label) => label.toLowerCase().startsWith(`${scope}::`))?.slice(scope.length + 2) ?? null;

export function issueFact(issue: z.output<typeof issueSchema>, repoPath: string): IssueFact {
  const labels = issue.labels.map((label) => (typeof label === 'string' ? label : label.name));
  const closed = issue.state === 'closed';
  const isBug = labels.some((label) => /^(bug|defect|hotfix)$/i.test(label));
  const [assignee] = issue.assignees ?? [];
  const workflow = scoped(labels, 'workflow') ?? scoped(labels, 'status');
  return {
    fact: 'issue',
    tracker: GITLAB,
    key: `${repoPath}#${issue.iid}`,
    hostId: issue.id,
    title: issue.title,
    type: scoped(labels, 'type') ?? (isBug ? 'Bug' : (issue.issue_type ?? null)),
    priority: scoped(labels, 'priority') ?? scoped(labels, 'severity'),
    status: closed ? 'closed' : (workflow ?? 'opened'),
    statusCategory: closed ? 'done' : assignee ? 'in_progress' : 'to_do',
    assignee: person(assignee),
    reporter: person(issue.author),
    storyPoints: issue.weight ?? null,
    epicKey: issue.epic ? `&${issue.epic.iid}` : null,
    isEpic: false,
    sprintIds: [],
    labels,
    createdAt: issue.created_at,
    updatedAt: issue.updated_at,
    resolvedAt: closed ? (issue.closed_at ?? null) : null,
    url: issue.web_url,
  };
}
