import type { Outbox } from '@linescope/chassis/events/outbox';
import type { Transaction } from '@linescope/chassis/postgres/postgres';
import { entityCreated } from '@linescope/contract/events/identity-events';
import { conflict } from '@linescope/contract/fault';
import { writeAudit } from '../store/audit-log.ts';
import { type Entity, insertEntity } from '../store/entities.ts';

export interface NewEntity {
  slug: string;
  madeForUserId?: number | null;
  actor: string;
}

/** A new entity, or null where the slug is taken. */
export async function tryCreateEntity(tx: Transaction, outbox: Outbox, wanted: NewEntity): Promise<Entity | null> {
  const entity = await insertEntity(tx, wanted.slug, wanted.madeForUserId ?? null);
  if (!entity) return null;
  await outbox.add(tx, entityCreated, {
    entityId: entity.id,
    aggregateId: entity.id,
    aggregateVersion: entity.version,
    data: { entitySlug: entity.slug },
  });
  await writeAudit(tx, { entityId: entity.id, actor: wanted.actor, action: 'entity_created' });
  return entity;
}

export async function createEntity(tx: Transaction, outbox: Outbox, wanted: NewEntity): Promise<Entity> {
  const entity = await tryCreateEntity(tx, outbox, wanted);
  if (!entity) throw conflict(`There is an entity ${wanted.slug} already.`, 'entity_slug');
  return entity;
}
