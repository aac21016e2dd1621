import type { Context } from '../../context.ts';
import { usesSeat } from '../../domain/committer.ts';
import type { Team } from '../../domain/team.ts';
import { managersOf, personsOfEntity, personsOfTeams } from '../../store/team-people.ts';
import { reposOfTeams } from '../../store/team-repos.ts';
import { subtreeOf, teamById } from '../../store/teams.ts';
import { type Access, maySee } from '../access/stats-access.ts';

/**
 * The team with its child teams, as the API shows it. Counts are of everybody; names are only of those whom the caller
 * may see. Secondary identities count with their primary: in the total always, in the active ones while it has a seat.
 */
export async function describeTeam(context: Context, team: Team, access: Access) {
  const { postgres } = context;
  const teamIds = await subtreeOf(postgres, team.id);
  const persons = team.isDefault
    ? await personsOfEntity(postgres, team.entityId)
    : await personsOfTeams(postgres, teamIds);
  const seated = persons.filter((person) => usesSeat(person.status));
  const identities = (among: typeof persons) => among.reduce((sum, person) => sum + person.identityCount, 0);
  const userIds = await managersOf(postgres, [team.id]);
  const { users } =
    userIds.length === 0 ? { users: [] } : await context.identity.findUsers({ entityId: team.entityId, userIds });
  const parent = team.parentId === null ? null : await teamById(postgres, team.parentId);
  return {
    id: team.id,
    name: team.name,
    slug: team.slug,
    parent_slug: parent?.slug ?? null,
    external_source_em: team.externalSourceEm,
    project_board_id: team.projectBoardId,
    people_count: persons.length,
    people_seated_count: seated.length,
    committers_total_count: identities(persons),
    committers_active_count: identities(seated),
    committers_seated: seated.filter((person) => maySee(access, person.id)).map((person) => person.userName),
    developers: persons
      .filter((person) => maySee(access, person.id))
      .map((person) => ({
        id: person.id,
        committer_user_name: person.userName,
        full_name: person.fullName,
        processing_status_em: person.status,
        user_id: person.userId,
      })),
    managers: users.map((user) => ({ user_id: user.id, user_name: user.userName, full_name: user.fullName || null })),
    repo_paths: (await reposOfTeams(postgres, teamIds)).map((repo) => repo.path),
  };
}
