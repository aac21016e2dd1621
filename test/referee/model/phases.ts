import type { Commit } from '../world.ts';
import { amountsOf, withoutCopies } from './commits.ts';
import type { Fact } from './fact.ts';
import { issueOfCommit, issuesOfPull } from './keys.ts';
import { personOf } from './people.ts';
import type { View } from './view.ts';

/**
 * Commits of pull requests by when they were written: before it was opened, while it was open; and, after it was merged,
 * commits of the default branch about the issues it named. A squash commit and its branch's are never both there.
 */
export function phaseFacts(view: View): Fact[] {
  const { world } = view;
  const counted = (commit: Commit) =>
    !commit.merge && !commit.removed && view.people.has(personOf(world, commit.identityId));
  const inPulls = new Map<Commit, 'preparing' | 'revising' | 'after merge'>();
  const pulls = world.pulls.filter(({ repoId }) => view.repoIds.has(repoId));
  const commitsIn = (repoId: number) => world.commits.filter((commit) => commit.repoId === repoId && counted(commit));
  const ofPulls = new Set(
    pulls.flatMap(({ repoId, commitShas, squashSha }) => [...commitShas, squashSha].map((sha) => `${repoId} ${sha}`)),
  );
  for (const pull of pulls) {
    const own = commitsIn(pull.repoId);
    for (const commit of own.filter(({ sha }) => pull.commitShas.includes(sha)))
      inPulls.set(commit, commit.authoredAt < pull.openedAt ? 'preparing' : 'revising');
    const issues = new Set(issuesOfPull(world, pull));
    for (const commit of own.filter(
      ({ onDefaultBranch, repoId, sha }) => onDefaultBranch && !ofPulls.has(`${repoId} ${sha}`),
    )) {
      const issue = issueOfCommit(world, commit);
      if (issue && issues.has(issue) && pull.mergedAt !== null && commit.authoredAt > pull.mergedAt)
        inPulls.set(commit, 'after merge');
    }
  }
  return withoutCopies(world, [...inPulls.keys()]).map((commit) => ({
    kind: 'commit',
    id: `${commit.repoId} ${commit.sha}`,
    at: commit.authoredAt,
    person: personOf(world, commit.identityId),
    repo: commit.repoId,
    amounts: { [inPulls.get(commit) ?? '']: amountsOf(commit)['delta'] ?? 0 },
  }));
}
