import type { Commit, Issue, Pull, World } from '../world.ts';

const EDGE = '[\\p{L}\\p{N}_-]';
const escapeText = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
const cache = new Map<string, RegExp>();

/** A text names a key where it stands by itself: case-sensitive, not next to a letter, digit, `-` or `_`. */
export function names(text: string, key: string): number {
  let pattern = cache.get(key);
  if (!pattern) {
    pattern = new RegExp(`(?<!${EDGE})${escapeText(key)}(?!${EDGE})`, 'u');
    cache.set(key, pattern);
  }
  return text.search(pattern);
}

/** A branch separates words by `-`, `_` and `/`. */
const branchNames = (branch: string, key: string): boolean =>
  new RegExp(`(^|[/_-])${escapeText(key)}($|[/_-])`).test(branch);

/** Where in a repo's text an issue is named: a host's by its number. */
const placeIn = (repoId: number, text: string, issue: Issue): number => {
  if (issue.repoId === 0) return names(text, issue.key);
  return issue.repoId === repoId ? text.search(new RegExp(`(?<![\\w&/])#${issue.key.split('#')[1]}(?!\\d)`)) : -1;
};

const firstIn = (world: World, repoId: number, text: string): Issue | undefined =>
  world.issues
    .map((issue) => ({ issue, place: placeIn(repoId, text, issue) }))
    .filter(({ place }) => place >= 0)
    .toSorted((one, other) => one.place - other.place)[0]?.issue;

export const pullsOfCommit = (world: World, commit: Commit): Pull[] =>
  world.pulls.filter(
    ({ repoId, commitShas, mergeSha, squashSha }) =>
      repoId === commit.repoId &&
      (commitShas.includes(commit.sha) || mergeSha === commit.sha || squashSha === commit.sha),
  );

/** The first its message names; else the first of its branch, its pull request's title, the host's closing references. */
export function issueOfCommit(world: World, commit: Commit): Issue | undefined {
  const named = firstIn(world, commit.repoId, commit.message);
  if (named) return named;
  for (const pull of pullsOfCommit(world, commit)) {
    const issue = issuesOfPull(world, pull)[0];
    if (issue) return issue;
  }
  return undefined;
}

/** In the order of its branch, its title and what it closes. */
export function issuesOfPull(world: World, pull: Pull): Issue[] {
  const inBranch = world.issues.filter(({ key, repoId }) => repoId === 0 && branchNames(pull.branch, key));
  const inText = [pull.title, ...pull.closes].flatMap((text) => firstIn(world, pull.repoId, text) ?? []);
  return [...new Set([...inBranch, ...inText])];
}

/** Every issue that a commit's message names. */
export const issuesInMessage = (world: World, commit: Commit): Issue[] =>
  world.issues.filter((issue) => placeIn(commit.repoId, commit.message, issue) >= 0);

/** Whether a commit's message, its branch or its pull request names a key of whatever shape, by itself. */
export const commitNames = (world: World, commit: Commit, key: string): boolean =>
  names(commit.message, key) >= 0 ||
  pullsOfCommit(world, commit).some(({ title, branch }) => names(title, key) >= 0 || names(branch, key) >= 0);
