import { membershipsOf } from '../query-scope/memberships.ts';
import type { QueryScope } from '../query-scope/resolve-query-scope.ts';
import { TEAM_AS_COMMITTER } from '../segments/segment-view.ts';
import type { Committer } from '../store/entity-copies.ts';

/** The identities that an audit filters by, resolved before a statement runs. */
export interface IdentityLists {
  /** All identities of committers that are not processed: their records are never listed. */
  hidden: number[];
  /** All identities of the contributors that the query names; null where it names none. */
  named: number[] | null;
  /** Members of the team that the query names, with their days; null where it names none or all contributors count. */
  members: TeamMembers | null;
}

export interface TeamMembers {
  teamId: number;
  identities: number[];
  since: number[];
  until: number[];
  /** The team and those below it, for AI usage that is reported for a whole team. */
  teamsBelow: number[];
}

export function listIdentities({ scope, copies, people, team }: QueryScope): IdentityLists {
  const byPrimary = Map.groupBy(copies.committers, ({ primary_id: primary }) => primary);
  const identitiesOf = (id: number) => (byPrimary.get(id) ?? []).map(({ committer_id: identity }) => identity);
  return {
    hidden: copies.committers
      .filter(({ processing_status: status }) => status === 'not_processing')
      .flatMap(({ committer_id: id }) => identitiesOf(id)),
    named: people.named ? people.committerIds.flatMap(identitiesOf) : null,
    members: team && !team.allContributors ? listMembers(team.id, scope, copies, identitiesOf) : null,
  };
}

function listMembers(
  teamId: number,
  scope: QueryScope['scope'],
  copies: QueryScope['copies'],
  identitiesOf: (id: number) => number[],
): TeamMembers {
  const memberships = membershipsOf(copies, scope.repos).filter((membership) => membership.teamId === teamId);
  const members = memberships.flatMap((one) => identitiesOf(one.member).map((identity) => ({ ...one, identity })));
  return {
    teamId,
    identities: members.map(({ identity }) => identity),
    since: members.map(({ since }) => since),
    until: members.map(({ until }) => until),
    teamsBelow: memberships
      .filter(({ member }) => member >= TEAM_AS_COMMITTER)
      .map(({ member }) => member - TEAM_AS_COMMITTER),
  };
}

/** The primary committer of an identity. */
export function primariesIn({ copies }: QueryScope): (identity: number) => Committer | undefined {
  const byId = new Map(copies.committers.map((committer) => [committer.committer_id, committer]));
  return (identity) => byId.get(byId.get(identity)?.primary_id ?? 0);
}

/** The same as a record names them; null where no one is named. */
export function peopleIn(queryScope: QueryScope) {
  const primaryOf = primariesIn(queryScope);
  return (id: number) => {
    const person = primaryOf(id);
    return person ? { full_name: person.full_name, user_name: person.user_name } : null;
  };
}
