import { conflict, Fault, type ParameterError } from '@linescope/contract/fault';
import type { Context } from '../../context.ts';
import { type Committer, type ProcessingStatus, usesSeat } from '../../domain/committer.ts';
import {
  committersByIdentifier,
  committersByIds,
  committersByUserName,
  lockEntityCommitters,
  seatsUsed,
  setStatus,
} from '../../store/committers.ts';
import { recordAct } from '../record-act.ts';
import { publishCommitters } from './publish-committers.ts';
import { seatLimitOf } from './seat-limit.ts';

export interface ProcessingChange {
  entityId: number;
  userNames: string[];
  identifiers: string[];
  status: ProcessingStatus;
  actor: string;
}

/** All named persons change, or none: when one is unknown, or when there are not enough seats. */
export async function setProcessing(context: Context, change: ProcessingChange): Promise<Committer[]> {
  const { entityId, status } = change;
  const limit = await seatLimitOf(context, entityId);
  return context.postgres.transaction(async (tx) => {
    await lockEntityCommitters(tx, entityId);
    const byName = await committersByUserName(tx, entityId, change.userNames);
    const byIdentifier = await committersByIdentifier(tx, entityId, change.identifiers);
    refuseUnknown(change, byName, new Set(byIdentifier.map((found) => found.identifier)));
    const primaryIds = [
      ...new Set([...byName, ...byIdentifier.map((found) => found.committer)].map((found) => found.primaryId)),
    ];
    const before = await committersByIds(tx, entityId, primaryIds);
    const more = usesSeat(status) ? before.filter((person) => !usesSeat(person.processingStatusEm)).length : 0;
    if (limit !== null && more > 0) {
      const needed = (await seatsUsed(tx, entityId)) + more;
      if (needed > limit)
        throw conflict(
          `This would use ${needed} seats, and the entity has ${limit}. Nothing was changed.`,
          'processing_status',
        );
    }
    const changed = await setStatus(tx, primaryIds, status);
    await publishCommitters(context, tx, changed);
    const detail = { status, people: before.map(({ userName }) => userName) };
    await recordAct(context, tx, { entityId, actor: change.actor, action: 'processing_set', detail });
    return committersByIds(tx, entityId, primaryIds);
  });
}

function refuseUnknown(change: ProcessingChange, byName: Committer[], foundIdentifiers: Set<string>): void {
  const names = new Set(byName.map((committer) => committer.userName));
  const unknown = [
    ...change.userNames.filter((name) => !names.has(name)).map((name) => ({ param: 'committer_user_name', name })),
    ...change.identifiers
      .filter((identifier) => !foundIdentifiers.has(identifier))
      .map((name) => ({ param: 'committer_identifier', name })),
  ];
  if (unknown.length === 0) return;
  const errors = unknown.map(
    ({ param, name }): ParameterError => ({
      param,
      code_em: 'not_found',
      detail: `${param} names no developer: ${name}.`,
    }),
  );
  throw new Fault('response_not_found', errors.map((error) => error.detail).join(' '), { errors });
}
