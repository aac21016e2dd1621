import type { Neighbourhood } from '@linescope/analytics/testing/neighbours';
import { seenBy, teamsBelow } from './model/people.ts';
import type { World } from './world.ts';

/** What identity and developers-teams would answer about the worlds. */
export const neighbourhoodOf = (worlds: World[]): Neighbourhood => ({
  entities: worlds.map(({ entityId, slug, settings, repos }) => ({
    id: entityId,
    slug,
    settings: {
      time_zone: settings.timeZone,
      business_day_start: settings.businessDayStart,
      business_day_end: settings.businessDayEnd,
      holidays: settings.holidays,
    },
    repos,
  })),
  people: worlds.flatMap(({ identities }) => identities),
  teams: worlds.flatMap(({ teams }) =>
    teams.map((team) => ({
      ...team,
      committerIds: teamsBelow(teams, team.id).flatMap(({ members }) =>
        members.filter(({ until }) => until === null).map(({ identityId }) => identityId),
      ),
    })),
  ),
  access: new Map(
    worlds.flatMap((world) =>
      world.callers
        .filter(({ role }) => role !== 'admin')
        .map((caller) => [
          caller.userId,
          {
            committerIds: [...seenBy(world, caller)],
            managedTeamIds: caller.managedTeamIds.flatMap((id) => teamsBelow(world.teams, id).map((team) => team.id)),
            ownCommitterId: caller.personId,
          },
        ]),
    ),
  ),
});
