import type { Issue, World } from '../world.ts';
import type { Fact } from './fact.ts';
import { issuesInMessage, issuesOfPull } from './keys.ts';
import { personOf } from './people.ts';
import { counts, type View } from './view.ts';

const known = new WeakMap<World, Map<Issue, number[]>>();

/** The repos that an issue belongs to: a host's to its own; a tracker's to those that name it or that its board's team has. */
export function reposOfIssue(world: World, issue: Issue): number[] {
  const found = known.get(world) ?? new Map<Issue, number[]>();
  known.set(world, found);
  const before = found.get(issue);
  if (before) return before;
  const boards = new Set(
    world.sprints
      .filter(({ days }) => days.some(({ issueKey }) => issueKey === issue.key))
      .map(({ boardId }) => boardId),
  );
  const paths = world.teams.filter(({ boardId }) => boards.has(boardId)).flatMap(({ repoPaths }) => repoPaths);
  const repos =
    issue.repoId !== 0
      ? [issue.repoId]
      : [
          ...world.commits
            .filter((commit) => !commit.removed && issuesInMessage(world, commit).includes(issue))
            .map(({ repoId }) => repoId),
          ...world.pulls.filter((pull) => issuesOfPull(world, pull).includes(issue)).map(({ repoId }) => repoId),
          ...world.repos.filter(({ path }) => paths.includes(path)).map(({ id }) => id),
        ];
  const distinct = [...new Set(repos)].toSorted((one, other) => one - other);
  found.set(issue, distinct);
  return distinct;
}

export const issuesIn = (view: View): Issue[] =>
  view.world.issues.filter(
    (issue) =>
      counts(view, issue.assigneeId) &&
      (view.whole || reposOfIssue(view.world, issue).some((id) => view.repoIds.has(id))),
  );

export const issueFact = (view: View, issue: Issue, at: number, amounts: Record<string, number>): Fact => ({
  kind: 'issue',
  id: issue.key,
  at,
  person: personOf(view.world, issue.assigneeId),
  repo: reposOfIssue(view.world, issue).find((id) => view.repoIds.has(id)) ?? 0,
  repos: reposOfIssue(view.world, issue),
  amounts,
});
