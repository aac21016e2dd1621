import { brokenConstraint, type Transaction } from '@linescope/chassis/postgres/postgres';
import { isoDate } from '@linescope/contract/date-time';
import { conflict, invalidParameters, type ParameterError } from '@linescope/contract/fault';
import type { Principal } from '@linescope/contract/principal';
import type { Context } from '../../context.ts';
import type { Committer } from '../../domain/committer.ts';
import type { Invited } from '../../domain/people.ts';
import { BY_HAND, joiningDay, slugOf, type Team } from '../../domain/team.ts';
import { addManagers, addMembers } from '../../store/team-people.ts';
import { addRepos, type TeamRepo } from '../../store/team-repos.ts';
import { forgetRemovals } from '../../store/team-sources.ts';
import { freeSlug, insertTeam, lockEntityTeams } from '../../store/teams.ts';
import { type Access, statsAccess } from '../access/stats-access.ts';
import { invite } from '../invitations/invite.ts';
import { findParentTeam } from './find-parent-team.ts';
import { findDevelopers, findManagers, type User } from './find-people.ts';
import { findRepos } from './find-repos.ts';
import { findRoleConflicts } from './find-role-conflicts.ts';
import { isDefaultName } from './find-team.ts';
import { publishTeam } from './publish-team.ts';

export interface TeamInput {
  developer_members: string[];
  manager_members: string[];
  invite_developers: boolean;
  invite_managers: boolean;
  repo_paths: string[];
  project_board_id?: string | undefined;
  parent_slug?: string | undefined;
}

/** Creates the team with all its people and repos, or nothing where anything is invalid. */
export async function createTeam(
  context: Context,
  principal: Principal,
  input: TeamInput & { name: string },
): Promise<Team> {
  const { entityId } = principal;
  const access = await statsAccess(context, entityId, principal);
  return refuseTakenName(() =>
    context.postgres.transaction(async (tx) => {
      await lockEntityTeams(tx, entityId);
      const errors: ParameterError[] = [];
      const named = await findNamed(context, tx, entityId, access, input, errors);
      const parent =
        input.parent_slug === undefined ? null : await findParentTeam(tx, entityId, input.parent_slug, errors);
      if (errors.length > 0) throw invalidParameters(errors);
      if (isDefaultName(input.name)) throw nameTaken('name');
      const team = await insertTeam(tx, {
        entityId,
        name: input.name,
        slug: await freeSlug(tx, entityId, slugOf(input.name)),
        parentId: parent?.id ?? null,
        externalSourceEm: BY_HAND,
        externalId: null,
        projectBoardId: input.project_board_id ?? null,
        createdOn: isoDate(context.now()),
      });
      await addNamed(context, tx, team, named, principal.userId);
      await publishTeam(context, tx, team);
      return team;
    }),
  );
}

export interface Named {
  developers: Committer[];
  managers: User[];
  invited: Invited[];
  repos: TeamRepo[];
}

/** The people and repos that the request names; every fault is collected. */
export async function findNamed(
  context: Context,
  tx: Transaction,
  entityId: number,
  access: Access,
  input: TeamInput,
  errors: ParameterError[],
): Promise<Named> {
  const developers = await findDevelopers(
    tx,
    { entityId, access, identifiers: input.developer_members, invite: input.invite_developers },
    errors,
  );
  const managers = await findManagers(
    context,
    { entityId, identifiers: input.manager_members, invite: input.invite_managers },
    errors,
  );
  const people = {
    developers: developers.developers,
    managers: managers.managers,
    invited: [...developers.invited, ...managers.invited],
  };
  await findRoleConflicts(tx, people, errors);
  return { ...people, repos: await findRepos(context, entityId, input.repo_paths, errors) };
}

export async function addNamed(
  context: Context,
  tx: Transaction,
  team: Team,
  named: Named,
  userId: number,
): Promise<void> {
  const today = isoDate(context.now());
  const developerIds = named.developers.map((developer) => developer.id);
  await forgetRemovals(tx, team.id, developerIds);
  await addMembers(tx, team, developerIds, { from: joiningDay(team, today), today, source: BY_HAND });
  await addManagers(
    tx,
    team,
    named.managers.map((manager) => manager.id),
  );
  await addRepos(tx, team, named.repos);
  await invite(context, tx, team, named.invited, userId);
  // Last, since it cannot be taken back: a manager of a team has the manager's role.
  for (const manager of named.managers.filter((user) => user.role === 'member'))
    await context.identity.ensureUser({ entityId: team.entityId, email: manager.email, role: 'manager' });
}

export const nameTaken = (param: string) => conflict('There is a team of this name.', param);

export async function refuseTakenName<T>(work: () => Promise<T>, param = 'name'): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (brokenConstraint(error) === 'teams_name') throw nameTaken(param);
    throw error;
  }
}
