import type { Transaction } from '@linescope/chassis/postgres/postgres';
import { isoDate } from '@linescope/contract/date-time';
import type { Context } from '../../context.ts';
import type { Committer } from '../../domain/committer.ts';
import { joiningDay } from '../../domain/team.ts';
import { awaitedMembers, deleteAwaited } from '../../store/awaited-members.ts';
import { committersByIdentifier } from '../../store/committers.ts';
import { addMembers } from '../../store/team-people.ts';
import { lockEntityTeams, teamById, updateTeam } from '../../store/teams.ts';
import { publishTeam } from './publish-team.ts';

/** Adds committers who have become known to the synced teams that named them before. */
export async function addAwaitedMembers(
  context: Context,
  tx: Transaction,
  entityId: number,
  committers: Iterable<Committer>,
): Promise<void> {
  const names = [...committers].flatMap(({ userName, gitProviderId, email }) =>
    [userName, gitProviderId, email].filter((name) => name !== null),
  );
  if (names.length === 0 || (await awaitedMembers(tx, entityId, names)).length === 0) return;
  await lockEntityTeams(tx, entityId);
  const today = isoDate(context.now());
  for (const [teamId, awaited] of Map.groupBy(await awaitedMembers(tx, entityId, names), (one) => one.teamId)) {
    const identifiers = awaited.map((one) => one.identifier);
    const found = await committersByIdentifier(tx, entityId, identifiers);
    const team = found.length > 0 ? await teamById(tx, teamId) : null;
    if (!team) continue;
    const members = new Set(found.map(({ committer }) => committer.primaryId));
    await addMembers(tx, team, [...members], joiningDay(team, today), today);
    await deleteAwaited(
      tx,
      teamId,
      found.map(({ identifier }) => identifier),
    );
    await publishTeam(context, tx, await updateTeam(tx, team));
  }
}
