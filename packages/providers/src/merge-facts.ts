import type { Fact } from './facts.ts';

/** What a fact is about: two facts with one key are two views of one thing. */
export function keyOf(fact: Fact): string {
  switch (fact.fact) {
    case 'pull_request':
    case 'pull_request_commits':
    case 'pull_request_changed':
      return JSON.stringify([fact.fact, fact.host, fact.repoPath, fact.number]);
    case 'pull_request_transition':
      return JSON.stringify([fact.fact, fact.host, fact.repoPath, fact.number, fact.state, fact.at]);
    case 'review':
      return JSON.stringify([fact.fact, fact.host, fact.repoPath, fact.number, fact.reviewId]);
    case 'comment':
    case 'comment_resolution':
      return JSON.stringify([fact.fact, fact.host, fact.repoPath, fact.number, fact.commentId]);
    case 'tag':
      return JSON.stringify([fact.fact, fact.host, fact.repoPath, fact.name]);
    case 'release':
      return JSON.stringify([fact.fact, fact.host, fact.repoPath, fact.releaseId]);
    case 'push':
      return JSON.stringify([fact.fact, fact.host, fact.repoPath, fact.ref, fact.afterSha]);
    case 'issue':
      return JSON.stringify([fact.fact, fact.tracker, fact.key]);
    case 'issue_change':
      return JSON.stringify([fact.fact, fact.tracker, fact.issueId, fact.changeId, fact.field]);
    case 'sprint':
      return JSON.stringify([fact.fact, fact.tracker, fact.sprintId]);
  }
}

/** How new a view is. What never changes has one version. */
export function versionOf(fact: Fact): string {
  if (fact.fact === 'comment' || fact.fact === 'release') return `${fact.updatedAt} ${fact.deleted ? 1 : 0}`;
  if (fact.fact === 'sprint') return fact.completedAt ?? fact.startAt ?? '';
  return 'updatedAt' in fact ? fact.updatedAt : '';
}

/** A total order, so that even two views of one moment are decided the same way everywhere. */
function isNewer(candidate: Fact, held: Fact): boolean {
  const [a, b] = [versionOf(candidate), versionOf(held)];
  return a === b ? JSON.stringify(candidate) > JSON.stringify(held) : a > b;
}

/** The newest view of each thing: the same for any order and any number of repeats. */
export function mergeFacts(facts: Iterable<Fact>): Map<string, Fact> {
  const merged = new Map<string, Fact>();
  for (const fact of facts) {
    const key = keyOf(fact);
    const held = merged.get(key);
    if (held === undefined || isNewer(fact, held)) merged.set(key, fact);
  }
  return merged;
}
