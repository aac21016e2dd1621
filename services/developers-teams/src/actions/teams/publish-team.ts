import type { Transaction } from '@linescope/chassis/postgres/postgres';
import { teamChanged } from '@linescope/contract/events/developers-teams-events';
import { conflict } from '@linescope/contract/fault';
import type { Context } from '../../context.ts';
import { MAX_MEMBERSHIPS, type Membership, type Team } from '../../domain/team.ts';
import { managersOf, membershipsOf } from '../../store/team-people.ts';
import { reposOfTeams } from '../../store/team-repos.ts';
import { deleteTeam, markPublished } from '../../store/teams.ts';

/** Publishes the whole team as it is now, with everybody who ever was in it. */
export async function publishTeam(context: Context, tx: Transaction, team: Team): Promise<void> {
  const members = await membershipsOf(tx, team.id);
  if (members.length > MAX_MEMBERSHIPS)
    throw conflict(`A team may have at most ${MAX_MEMBERSHIPS} members over its life.`, 'developer_members');
  const repos = await reposOfTeams(tx, [team.id]);
  const managerUserIds = await managersOf(tx, [team.id]);
  const repoPaths = repos.map((repo) => repo.path);
  await addEvent(context, tx, team, { members, managerUserIds, repoPaths, removed: false });
  await markPublished(tx, team);
}

/** Deletes the team, and publishes that and the child teams that moved up. */
export async function removeAndPublish(context: Context, tx: Transaction, team: Team): Promise<void> {
  const { removed, moved } = await deleteTeam(tx, team.id);
  await publishRemovedTeam(context, tx, removed);
  for (const child of moved) await publishTeam(context, tx, child);
}

const publishRemovedTeam = (context: Context, tx: Transaction, team: Team): Promise<void> =>
  addEvent(
    context,
    tx,
    { ...team, version: team.version + 1 },
    { members: [], managerUserIds: [], repoPaths: [], removed: true },
  );

interface TeamState {
  members: Membership[];
  managerUserIds: number[];
  repoPaths: string[];
  removed: boolean;
}

function addEvent(context: Context, tx: Transaction, team: Team, state: TeamState): Promise<void> {
  return context.outbox.add(tx, teamChanged, {
    entityId: team.entityId,
    aggregateId: team.id,
    aggregateVersion: team.version,
    data: {
      teamId: team.id,
      name: team.name,
      slug: team.slug,
      parentTeamId: team.parentId,
      projectBoardId: team.projectBoardId,
      externalSourceEm: team.externalSourceEm,
      ...state,
    },
  });
}
