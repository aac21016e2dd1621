import { issueKeysIn } from './message.ts';

const BRANCH_KEY = /(?:^|[/_-])([A-Z][A-Z0-9]{1,9}-\d{1,7})(?=$|[/_-])/g;
const MAX_KEYS = 50;

/** Issues that a pull request names: in its title, in its branch, and those its text says it closes. */
export function issueKeysOfPull(
  pull: { number: number; title: string; sourceBranch: string; closes?: readonly string[] },
  repoPath: string,
): string[] {
  const keys = new Set(issueKeysIn(pull.title, repoPath));
  for (const match of pull.sourceBranch.slice(0, 1_000).matchAll(BRANCH_KEY)) keys.add(match[1] ?? '');
  for (const key of pull.closes ?? []) keys.add(key.startsWith('#') ? `${repoPath}${key}` : key);
  keys.delete(`${repoPath}#${pull.number}`);
  return [...keys].slice(0, MAX_KEYS);
}
