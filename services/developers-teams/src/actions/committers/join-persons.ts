import type { Transaction } from '@linescope/chassis/postgres/postgres';
import type { Context } from '../../context.ts';
import type { Committer } from '../../domain/committer.ts';
import { addDays } from '../../domain/days-off.ts';
import { updateRepoOwners } from '../../store/committer-repos.ts';
import { committersByIds, linkUser, moveIdentities } from '../../store/committers.ts';
import { moveMemberships } from '../../store/team-people.ts';
import { lockEntityTeams, teamById, updateTeam } from '../../store/teams.ts';
import { lockDaysOff, readDaysOff } from '../../store/time-off.ts';
import { publishTeam } from '../teams/publish-team.ts';
import { replaceDaysOff } from '../time-off/change-time-off.ts';

/**
 * Merges two persons: identities, teams, days off and the user move to the primary, whose status counts. Returns the
 * committers that changed; the caller publishes them.
 */
export async function joinPersons(
  context: Context,
  tx: Transaction,
  entityId: number,
  fromPrimaryId: number,
  primaryId: number,
): Promise<Committer[]> {
  const [from] = await committersByIds(tx, entityId, [fromPrimaryId]);
  const moved = await moveIdentities(tx, fromPrimaryId, primaryId);
  await updateRepoOwners(
    tx,
    moved.map((identity) => identity.id),
  );
  const linked = from?.userId ? await linkUser(tx, primaryId, from.userId) : null;
  await joinDaysOff(context, tx, entityId, fromPrimaryId, primaryId);
  await lockEntityTeams(tx, entityId);
  for (const teamId of await moveMemberships(tx, fromPrimaryId, primaryId)) {
    const team = await teamById(tx, teamId);
    if (team) await publishTeam(context, tx, await updateTeam(tx, team));
  }
  return linked ? [...moved, linked] : moved;
}

async function joinDaysOff(
  context: Context,
  tx: Transaction,
  entityId: number,
  fromId: number,
  toId: number,
): Promise<void> {
  const given = await readDaysOff(tx, fromId);
  if (given.length === 0) return;
  const known = await lockDaysOff(tx, toId);
  await replaceDaysOff(context, tx, entityId, toId, given.reduce(addDays, known));
  await replaceDaysOff(context, tx, entityId, fromId, []);
}
