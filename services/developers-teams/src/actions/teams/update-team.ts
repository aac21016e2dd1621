import type { Transaction } from '@linescope/chassis/postgres/postgres';
import { isoDate } from '@linescope/contract/date-time';
import { forbidden, invalidParameters, notFound, type ParameterError } from '@linescope/contract/fault';
import type { Principal } from '@linescope/contract/principal';
import type { Context } from '../../context.ts';
import { joiningDay, type Team } from '../../domain/team.ts';
import { membersOfTeams } from '../../store/access.ts';
import { committersByIdentifier } from '../../store/committers.ts';
import { managersOf, removeManagers, removeMembers } from '../../store/team-people.ts';
import { markRemoved } from '../../store/team-sources.ts';
import { findTeam, lockEntityTeams, updateTeam as saveTeam } from '../../store/teams.ts';
import { statsAccess } from '../access/stats-access.ts';
import { addNamed, findNamed, type Named, nameTaken, refuseTakenName, type TeamInput } from './create-team.ts';
import { findParentTeam } from './find-parent-team.ts';
import { findUsers, isNamed } from './find-people.ts';
import { isDefaultName } from './find-team.ts';
import { publishTeam, removeAndPublish } from './publish-team.ts';

export interface TeamUpdate extends TeamInput {
  name: string;
  new_name?: string | undefined;
  remove_members: string[];
}

/** Makes every requested change, or none where anything is invalid. Managers change their own teams; only admins move one. */
export async function updateTeam(context: Context, principal: Principal, input: TeamUpdate): Promise<Team> {
  const { entityId } = principal;
  const access = await statsAccess(context, entityId, principal);
  return refuseTakenName(
    () =>
      context.postgres.transaction(async (tx) => {
        await lockEntityTeams(tx, entityId);
        const team = await changeableTeam(tx, entityId, input.name);
        if (!access.all && !access.managedTeamIds.includes(team.id)) throw forbidden('You do not manage this team.');
        if (!access.all && input.parent_slug !== undefined) throw forbidden('Only an admin moves a team.');
        const errors: ParameterError[] = [];
        // Whoever may change the team may add any developer of the entity: that is no look at their stats.
        const named = await findNamed(context, tx, entityId, { ...access, all: true }, input, errors);
        const removed = await findRemoved(context, tx, team, input.remove_members, named, errors);
        const parentId =
          input.parent_slug === undefined
            ? team.parentId
            : ((await findParentTeam(tx, entityId, input.parent_slug, errors, team))?.id ?? null);
        if (errors.length > 0) throw invalidParameters(errors);
        const name = input.new_name ?? team.name;
        if (isDefaultName(name)) throw nameTaken('new_name');

        const projectBoardId = input.project_board_id ?? team.projectBoardId;
        const saved = await saveTeam(tx, { id: team.id, name, parentId, projectBoardId });
        const today = isoDate(context.now());
        await removeMembers(tx, team.id, removed.committerIds, joiningDay(team, today), today);
        await markRemoved(tx, team, removed.committerIds);
        await removeManagers(tx, team.id, removed.userIds);
        await addNamed(context, tx, saved, named, principal.userId);
        await publishTeam(context, tx, saved);
        return saved;
      }),
    'new_name',
  );
}

/** Child teams move up. */
export function removeTeam(context: Context, entityId: number, name: string): Promise<void> {
  return context.postgres.transaction(async (tx) => {
    await lockEntityTeams(tx, entityId);
    await removeAndPublish(context, tx, await changeableTeam(tx, entityId, name));
  });
}

async function changeableTeam(tx: Transaction, entityId: number, name: string): Promise<Team> {
  if (isDefaultName(name)) throw forbidden('The team of all contributors cannot be changed.');
  const team = await findTeam(tx, entityId, name);
  if (!team) throw notFound('name names no team.', 'name');
  return team;
}

/** Members and managers of the team whom the list names; the same person cannot come and go in one request. */
async function findRemoved(
  context: Context,
  tx: Transaction,
  team: Team,
  identifiers: string[],
  added: Named,
  errors: ParameterError[],
): Promise<{ committerIds: number[]; userIds: number[] }> {
  const param = 'remove_members';
  const members = new Set(await membersOfTeams(tx, [team.id]));
  const managers = new Set(await managersOf(tx, [team.id]));
  const committers = await committersByIdentifier(tx, team.entityId, identifiers);
  const users = await findUsers(context, team.entityId, identifiers);
  const committerIds = new Set<number>();
  const userIds = new Set<number>();
  for (const identifier of identifiers) {
    const committer = committers.find((match) => match.identifier === identifier)?.committer;
    const named = users.filter((user) => isNamed(user, identifier));
    const comes =
      added.developers.some((developer) => developer.id === committer?.primaryId) ||
      added.managers.some((manager) => named.some((user) => user.id === manager.id)) ||
      added.invited.some((one) => one.email === identifier.toLowerCase());
    if (comes)
      errors.push({ param, code_em: 'conflict', detail: `${param} names somebody who is also added: ${identifier}.` });
    const isMember = committer !== undefined && members.has(committer.primaryId);
    const managing = named.filter((user) => managers.has(user.id));
    if (isMember) committerIds.add(committer.primaryId);
    for (const user of managing) userIds.add(user.id);
    if (!comes && !isMember && managing.length === 0)
      errors.push({ param, code_em: 'invalid', detail: `${param} names nobody in this team: ${identifier}.` });
  }
  return { committerIds: [...committerIds], userIds: [...userIds] };
}
