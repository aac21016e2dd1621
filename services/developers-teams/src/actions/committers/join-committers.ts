import { invalidParameter, notFound } from '@linescope/contract/fault';
import type { Context } from '../../context.ts';
import { type Committer, usesSeat } from '../../domain/committer.ts';
import { updateRepoOwners } from '../../store/committer-repos.ts';
import {
  clearPartedByHand,
  committersByIdentifier,
  identitiesOf,
  lockEntityCommitters,
  makePrimary,
  seatsUsed,
  updatePersonTimes,
} from '../../store/committers.ts';
import { recordAct } from '../record-act.ts';
import { joinPersons } from './join-persons.ts';
import { publishCommitters } from './publish-committers.ts';
import { seatLimitOf } from './seat-limit.ts';

/** By hand: the named are one person, and the first is who they are. Returns every identity of theirs, the primary first. */
export function joinCommitters(
  context: Context,
  entityId: number,
  primaryIdentifier: string,
  identifiers: string[],
  actor: string | null = null,
): Promise<Committer[]> {
  return context.postgres.transaction(async (tx) => {
    await lockEntityCommitters(tx, entityId);
    const found = await committersByIdentifier(tx, entityId, [...new Set([primaryIdentifier, ...identifiers])]);
    const personOf = (identifier: string, param: string): number =>
      found.find((match) => match.identifier === identifier)?.committer.primaryId ?? refuseUnknown(identifier, param);
    const primaryId = personOf(primaryIdentifier, 'primary_identifier');
    const changed: Committer[] = [];
    for (const fromId of new Set(identifiers.map((identifier) => personOf(identifier, 'identifiers'))))
      if (fromId !== primaryId) changed.push(...(await joinPersons(context, tx, entityId, fromId, primaryId)));
    await clearPartedByHand(tx, primaryId);
    await updatePersonTimes(tx, [primaryId]);
    await publishCommitters(context, tx, newestOf(changed));
    const detail = { primary: primaryIdentifier, joined: identifiers };
    await recordAct(context, tx, { entityId, actor, action: 'identities_joined', detail });
    return identitiesOf(tx, primaryId);
  });
}

/** By hand: this identity is somebody else. They are processed as before while there is a seat. */
export async function splitCommitter(
  context: Context,
  entityId: number,
  identifier: string,
  actor: string | null = null,
): Promise<Committer> {
  const limit = await seatLimitOf(context, entityId);
  return context.postgres.transaction(async (tx) => {
    await lockEntityCommitters(tx, entityId);
    const [match] = await committersByIdentifier(tx, entityId, [identifier]);
    const identity = match?.committer ?? refuseUnknown(identifier, 'identifier');
    if (identity.primaryId === identity.id)
      throw invalidParameter('identifier', `${identifier} is a primary: split its secondary identities from it.`);
    const seatLeft = limit === null || (await seatsUsed(tx, entityId)) < limit;
    const status = seatLeft || !usesSeat(identity.processingStatusEm) ? identity.processingStatusEm : 'not_processing';
    const alone = await makePrimary(tx, identity.id, status);
    await updateRepoOwners(tx, [alone.id]);
    await updatePersonTimes(tx, [alone.id, identity.primaryId]);
    await publishCommitters(context, tx, [alone]);
    await recordAct(context, tx, { entityId, actor, action: 'identity_split', detail: { identity: alone.userName } });
    return alone;
  });
}

function refuseUnknown(identifier: string, param: string): never {
  throw notFound(`There is no developer ${identifier}.`, param);
}

/** One event for each, of its last version. */
const newestOf = (committers: Committer[]): Committer[] => [
  ...new Map(committers.map((committer) => [committer.id, committer])).values(),
];
