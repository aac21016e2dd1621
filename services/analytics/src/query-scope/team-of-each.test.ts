import { expect, test } from 'vitest';
import { type Membership, teamOfEach } from './memberships.ts';

const always = { since: 0, until: 200_000 };
const member = (over: Partial<Membership>): Membership => ({ teamId: 1, member: 10, repos: [], ...always, ...over });
const DAYS = { from: 100, until: 130 };

test('people who stay in one team are looked up, whoever is in teams that are not shown', () => {
  const memberships = [member({}), member({ member: 11, teamId: 2 }), member({ teamId: 3 })];
  expect(teamOfEach(memberships, [1, 2], DAYS)).toEqual({ team_members: [10, 11], team_of_members: [1, 2] });
});

test('a membership that ended before the range, or begins after it, does not matter', () => {
  const memberships = [member({}), member({ teamId: 2, until: 100 }), member({ teamId: 2, since: 130 })];
  expect(teamOfEach(memberships, [1, 2], DAYS)).toEqual({ team_members: [10], team_of_members: [1] });
});

test.each([
  ['is in two of them', [member({}), member({ teamId: 2 })]],
  ['joins within the range', [member({ since: 101 })]],
  ['leaves within the range', [member({ until: 129 })]],
  ['is in a team that is limited to repos', [member({ repos: [7] })]],
])('nobody is looked up where somebody %s', (_, memberships) => {
  expect(teamOfEach(memberships, [1, 2], DAYS)).toBeNull();
});
