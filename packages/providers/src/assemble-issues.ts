import type { EntitySettings } from '@linescope/contract/entity-settings';
import type { Fact, IssueChangeFact, IssueFact } from './facts.ts';
import { mergeFacts } from './merge-facts.ts';

/** An issue with its history. */
export type Issue = Omit<IssueFact, 'fact'> & {
  /** When it first stood in a status of work, or null. */
  startedAt: string | null;
  /** Oldest first. */
  statusHistory: { at: string; from: string | null; to: string | null }[];
  isCriticalDefect: boolean;
};

/** Which issues are critical defects is an entity's own setting. Words are compared without case. */
export type CriticalDefectRule = EntitySettings['critical_defect_rule'];

export function isCriticalDefect(issue: Pick<IssueFact, 'type' | 'priority'>, rule: CriticalDefectRule): boolean {
  const among = (words: string[], word: string | null) =>
    word !== null && words.some((known) => known.toLowerCase() === word.toLowerCase());
  return among(rule.types, issue.type) && among(rule.priorities, issue.priority);
}

type Category = IssueFact['statusCategory'];

/** Only present statuses carry their category; a past one that no issue stands in any more is judged by its name. */
function categoryOf(status: string | null, known: ReadonlyMap<string, Category>): Category {
  if (status === null) return 'to_do';
  const given = known.get(status);
  if (given) return given;
  if (/\b(done|closed|resolved|completed|released)\b/i.test(status)) return 'done';
  return /progress|review|develop|doing|active|testing|\bqa\b/i.test(status) ? 'in_progress' : 'to_do';
}

function assemble(
  { fact: _fact, ...issue }: IssueFact,
  changes: readonly IssueChangeFact[],
  known: ReadonlyMap<string, Category>,
  rule: CriticalDefectRule,
): Issue {
  const statusHistory = changes
    .filter(({ field }) => field === 'status')
    .map(({ at, from, to }) => ({ at, from, to }))
    .sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));
  const started = statusHistory.find(({ to }) => categoryOf(to, known) === 'in_progress');
  return { ...issue, statusHistory, startedAt: started?.at ?? null, isCriticalDefect: isCriticalDefect(issue, rule) };
}

/** Joins the facts of issues, in whatever order and however often they came. Pure. */
export function assembleIssues(facts: Iterable<Fact>, rule: CriticalDefectRule): Issue[] {
  const merged = [...mergeFacts(facts).values()];
  const issues = merged.filter((fact) => fact.fact === 'issue');
  const changes = Map.groupBy(
    merged.filter((fact) => fact.fact === 'issue_change'),
    ({ tracker, issueId }) => JSON.stringify([tracker, issueId]),
  );
  const known = new Map(issues.map(({ status, statusCategory }) => [status, statusCategory]));
  return issues.map((issue) =>
    assemble(issue, changes.get(JSON.stringify([issue.tracker, issue.hostId])) ?? [], known, rule),
  );
}
