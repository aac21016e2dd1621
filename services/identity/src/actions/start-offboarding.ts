import type { Outbox } from '@linescope/chassis/events/outbox';
import type { Transaction } from '@linescope/chassis/postgres/postgres';
import { entityOffboarding } from '@linescope/contract/events/identity-events';
import { conflict, notFound } from '@linescope/contract/fault';
import type { Principal } from '@linescope/contract/principal';
import { writeAudit } from '../store/audit-log.ts';
import { lockEntity } from '../store/entities.ts';
import { insertOffboarding } from '../store/offboardings.ts';
import { markAllRevoked } from '../store/tokens.ts';
import { announceTokenChange } from './announce-token-change.ts';

/** Irreversible: the entity's tokens stop working, and every service is requested to delete its rows. */
export async function startOffboarding(
  tx: Transaction,
  outbox: Outbox,
  entitySlug: string,
  caller: Principal,
): Promise<void> {
  const entity = await lockEntity(tx, entitySlug);
  if (!entity) throw notFound(`There is no entity ${entitySlug}.`, 'entity_slug');
  if (entity.id === caller.entityId)
    throw conflict('An entity cannot be removed with a token of its own.', 'entity_slug');
  if (entity.status === 'offboarding') return;
  const actor = `token:${caller.tokenId}`;
  await announceTokenChange(tx, outbox, await markAllRevoked(tx, entity.id));
  await insertOffboarding(tx, { entityId: entity.id, entitySlug, actor });
  await writeAudit(tx, { entityId: entity.id, actor, action: 'offboarding_requested' });
  await outbox.add(tx, entityOffboarding, {
    entityId: entity.id,
    aggregateId: entity.id,
    aggregateVersion: 1,
    data: { entitySlug, round: 1 },
  });
}
