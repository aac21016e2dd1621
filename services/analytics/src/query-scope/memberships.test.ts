import { expect, test } from 'vitest';
import type { EntityCopies, Team } from '../store/entity-copies.ts';
import { membershipsOf } from './memberships.ts';

const [API, WEB, DOCS] = [
  { repo_id: 1, organization_id: 1, path: 'acme/api' },
  { repo_id: 2, organization_id: 1, path: 'acme/web' },
  { repo_id: 3, organization_id: 1, path: 'acme/docs' },
];

const team = (id: number, parentId: number, repoPaths: string[], memberIds: number[]): Team => ({
  team_id: id,
  name: `Team ${id}`,
  slug: `team-${id}`,
  parent_team_id: parentId,
  board_id: '',
  repo_paths: repoPaths,
  member_ids: memberIds,
  member_from: memberIds.map(() => 0),
  member_until: memberIds.map(() => 200_000),
});

const committer = (id: number) => ({
  committer_id: id,
  primary_id: id,
  user_name: `user-${id}`,
  full_name: '',
  processing_status: 'processing_stats',
  has_seat: true,
  version: 1,
});

/** The repos in which each person counts in a team; none: in all. */
function reposIn(teamId: number, teams: Team[]): Record<number, number[]> {
  const copies: EntityCopies = {
    committers: [committer(10), committer(20)],
    teams,
    timeOff: [],
    repos: [API, WEB, DOCS],
  };
  const people = membershipsOf(copies, []).filter(
    (membership) => membership.teamId === teamId && [10, 20].includes(membership.member),
  );
  return Object.fromEntries(people.map(({ member, repos }) => [member, repos.toSorted()]));
}

test('a team is limited to the repos that it and the teams below it were given', () => {
  const teams = [team(1, 0, [API.path], [10]), team(2, 1, [], []), team(3, 2, [WEB.path], [20])];
  expect(reposIn(1, teams)).toEqual({ 10: [1, 2], 20: [1, 2] });
  expect(reposIn(2, teams)).toEqual({ 20: [2] });
  expect(reposIn(3, teams)).toEqual({ 20: [2] });
});

test('a team counts everywhere where neither it nor a team below it was given a repo', () => {
  const teams = [team(1, 0, [API.path], [10]), team(2, 1, [], [20])];
  expect(reposIn(2, teams)).toEqual({ 20: [] });
});
