import { GITHUB } from '@linescope/contract/vendors';
import type { z } from 'zod';
import type { IssueChangeFact, IssueFact, Person } from '../../facts.ts';
import { type issueSchema, issuesSchema } from './schemas.ts';

type Issue = z.output<typeof issueSchema>;

function personOf(user: Issue['user']): Person | null {
  if (!user) return null;
  const bot = user.type === 'Bot' || (user.login?.endsWith('[bot]') ?? false);
  return { hostId: user.id ?? null, userName: user.login, fullName: null, email: null, bot };
}

const labelNames = (issue: Issue): string[] =>
  issue.labels.flatMap((label) => (typeof label === 'string' ? [label] : label.name ? [label.name] : []));

/** Before a host had types and priorities of its own, people wrote them as labels, and still do. */
function labelled(labels: string[], pattern: RegExp): string | null {
  for (const label of labels) {
    const match = pattern.exec(label);
    if (match) return match[1] ?? label;
  }
  return null;
}

function typeOf(issue: Issue, labels: string[]): string | null {
  if (issue.type) return issue.type.name;
  const named = labelled(labels, /^(?:type|kind)\s{0,20}[:/]\s{0,20}(\S.*)$/i);
  if (named !== null) return named;
  return labels.some((label) => /^(bug|defect|hotfix)$/i.test(label)) ? 'Bug' : null;
}

export function issueFact(issue: Issue, repoPath: string): IssueFact {
  const labels = labelNames(issue);
  const closed = issue.state === 'closed';
  const type = typeOf(issue, labels);
  const epic = /\/repos\/([^/]+\/[^/]+)\/issues\/(\d+)$/.exec(issue.parent_issue_url ?? '');
  return {
    fact: 'issue',
    tracker: GITHUB,
    key: `${repoPath}#${issue.number}`,
    hostId: issue.id,
    title: issue.title,
    type,
    priority: labelled(labels, /^(?:priority|prio)\s{0,20}[:/ ]\s{0,20}(\S.*)$/i) ?? labelled(labels, /^(p[0-4])$/i),
    status: closed ? (issue.state_reason ?? 'closed') : 'open',
    statusCategory: closed ? 'done' : issue.assignee ? 'in_progress' : 'to_do',
    assignee: personOf(issue.assignee),
    reporter: personOf(issue.user),
    storyPoints: null,
    epicKey: epic ? `${epic[1]}#${epic[2]}` : null,
    isEpic: type?.toLowerCase() === 'epic',
    sprintIds: [],
    labels,
    createdAt: issue.created_at,
    updatedAt: issue.updated_at,
    resolvedAt: closed ? issue.closed_at : null,
    url: issue.html_url,
  };
}

/** The list gives two times of an issue; webhooks give each closing and reopening as it happens. */
function lifeOf(issue: Issue): IssueChangeFact[] {
  if (issue.closed_at === null) return [];
  return [statusChange(issue, issue.closed_at, 'open', issue.state_reason ?? 'closed')];
}

export function statusChange(issue: Issue, at: string, from: string, to: string): IssueChangeFact {
  return { fact: 'issue_change', tracker: GITHUB, issueId: issue.id, changeId: at, field: 'status', at, from, to };
}

export function issueFactsOf(body: unknown, repoPath: string): (IssueFact | IssueChangeFact)[] {
  return issuesSchema
    .parse(body)
    .filter((issue) => issue.pull_request === undefined || issue.pull_request === null)
    .flatMap((issue) => [issueFact(issue, repoPath), ...lifeOf(issue)]);
}
