import type { Transaction } from '@linescope/chassis/postgres/postgres';
import { isoDate } from '@linescope/contract/date-time';
import type { Context } from '../../context.ts';
import type { Committer } from '../../domain/committer.ts';
import { joiningDay } from '../../domain/team.ts';
import { awaitedMembers, deleteAwaited } from '../../store/awaited-members.ts';
import { committersByIdentifier } from '../../store/committers.ts';
import { addMembers } from '../../store/team-people.ts';
import { removedByHand } from '../../store/team-sources.ts';
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
  const bySource = Map.groupBy(await awaitedMembers(tx, entityId, names), (one) => `${one.teamId} ${one.source}`);
  for (const awaited of bySource.values()) {
    const [{ teamId, source } = { teamId: 0, source: '' }] = awaited;
    const identifiers = awaited.map((one) => one.identifier);
    const found = await committersByIdentifier(tx, entityId, identifiers);
    const team = found.length > 0 ? await teamById(tx, teamId) : null;
    if (!team) continue;
    const removed = await removedByHand(tx, teamId);
    const members = [...new Set(found.map(({ committer }) => committer.primaryId))].filter((id) => !removed.has(id));
    await addMembers(tx, team, members, { from: joiningDay(team, today), today, source });
    await deleteAwaited(
      tx,
      teamId,
      found.map(({ identifier }) => identifier),
    );
    await publishTeam(context, tx, await updateTeam(tx, team));
  }
}
