import type { Context } from '../context.ts';
import { type EntityCopies, readCopies } from '../store/entity-copies.ts';
import type { Stamp } from '../store/fact-stamps.ts';
import { createResultCache } from '../store/result-cache.ts';
import type { ChangedStatus } from './visible-people.ts';

const LIMITS = {
  entries: 1_000,
  weight: 1_000_000,
  weigh: ({ committers, teams }: EntityCopies) =>
    teams.reduce((sum, team) => sum + 1 + team.member_ids.length, committers.length),
};

/** Reads an entity's committers, teams and time off as they are by a stamp, cached until one of them changes. */
export function createCopiesReader({ clickHouse }: Pick<Context, 'clickHouse'>) {
  const cache = createResultCache<EntityCopies>(LIMITS);
  return (entityId: number, stamp: Stamp): Promise<EntityCopies> =>
    cache.getOrLoad(`${entityId} ${stamp.copies}`, () => readCopies(clickHouse, entityId));
}

/** A status that was just set shows at once, before the committer's event has arrived. */
export function withChangedStatuses(copies: EntityCopies, changed: ChangedStatus[]): EntityCopies {
  if (changed.length === 0) return copies;
  const byId = new Map(changed.map((status) => [status.committerId, status]));
  const committers = copies.committers.map((committer) => {
    const status = byId.get(committer.committer_id);
    if (!status || status.version <= committer.version) return committer;
    return { ...committer, processing_status: status.processingStatusEm, has_seat: status.hasSeat };
  });
  return { ...copies, committers };
}
