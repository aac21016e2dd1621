import type { IssueScope } from './issue-scope.ts';
import { issueKeysIn } from './message.ts';

const BRANCH_KEY = /(?:^|[/_-])([A-Z][A-Z0-9]{1,9}-\d{1,7})(?=$|[/_-])/g;
const MAX_KEYS = 50;

/** Issues that a pull request names: first those of its branch, then of its title, then those its text says it closes. */
export function issueKeysOfPull(
  pull: { number: number; title: string; sourceBranch: string; closes?: readonly string[] },
  scope: IssueScope,
): string[] {
  const keys = new Set<string>();
  for (const match of pull.sourceBranch.slice(0, 1_000).matchAll(BRANCH_KEY)) keys.add(match[1] ?? '');
  for (const key of issueKeysIn(pull.title, scope)) keys.add(key);
  for (const key of pull.closes ?? []) for (const one of closedKeys(key, scope)) keys.add(one);
  if (scope.countsPulls) keys.delete(`${scope.numbers}#${pull.number}`);
  return [...keys].slice(0, MAX_KEYS);
}

/** Another repo's issue is named whole. */
const closedKeys = (key: string, scope: IssueScope): string[] => (key.includes('/') ? [key] : issueKeysIn(key, scope));
