import { entityOffboarding, entityRowsRemoved } from '@linescope/contract/events/identity-events';
import pg from 'pg';
import type { Broker } from '../events/broker.ts';
import { consumeEvent } from '../events/consume.ts';
import type { Outbox } from '../events/outbox.ts';
import type { Postgres, Transaction } from '../postgres/postgres.ts';
import type { IdentityCalls } from '../scope/resolve-scope.ts';
import type { Runtime } from '../service/run-service.ts';

interface OffboardingParts {
  broker: Broker;
  postgres: Postgres;
  outbox: Outbox;
  identity: Pick<IdentityCalls, 'getEntitySettings'>;
}

/** Deletes everything the service keeps of the entity and returns how many rows by table. It may run twice. */
export type RemoveEntity = (tx: Transaction, entityId: number) => Promise<Record<string, number>>;

/**
 * A service's part in offboarding an entity: on the event, delete every row and acknowledge, in one transaction.
 * What is not in Postgres (partitions, files) is deleted by `remove` too, which must be idempotent.
 */
export function offboardEntity(
  runtime: Runtime<unknown>,
  { broker, postgres, outbox, identity }: OffboardingParts,
  remove: RemoveEntity,
): Promise<void> {
  return consumeEvent(runtime, broker, entityOffboarding, async ({ entityId, data: { round } }) => {
    // Only identity decides who leaves: a forged message must not remove the rows of an entity that stays.
    if ((await identity.getEntitySettings({ entityId })).found) {
      runtime.log.error(
        { entityId, round },
        'an offboarding of an entity that stays was asked for, nothing is deleted',
      );
      return;
    }
    await postgres.transaction(async (tx) => {
      await tx.run('SET LOCAL statement_timeout = 0');
      const removedCounts = { ...(await remove(tx, entityId)), ...(await removeChassisRows(tx, entityId)) };
      await outbox.add(tx, entityRowsRemoved, {
        entityId,
        aggregateId: entityId,
        aggregateVersion: round,
        data: { service: broker.service, removedCounts, round },
      });
    });
    runtime.log.info({ entityId, round }, 'deleted every row of an entity that is being offboarded');
  });
}

/** Deletes from tables with an `entity_id`, in the order given: children first. */
export const deleteRowsOf =
  (...tables: string[]): RemoveEntity =>
  async (tx, entityId) => {
    const counts: Record<string, number> = {};
    for (const table of tables) {
      counts[table] = await tx.run(`DELETE FROM ${pg.escapeIdentifier(table)} WHERE entity_id = $1`, [entityId]);
    }
    return counts;
  };

/** What the chassis itself keeps of an entity: idempotent answers, unpublished events, and which lists changed. */
export async function removeChassisRows(tx: Transaction, entityId: number): Promise<Record<string, number>> {
  return {
    idempotency_keys: await tx.run('DELETE FROM idempotency_keys WHERE entity_id = $1', [entityId]),
    outbox: await tx.run(`DELETE FROM outbox WHERE payload ->> 'entityId' = $1`, [String(entityId)]),
    list_changes: await tx.run('DELETE FROM list_changes WHERE entity_id = $1', [entityId]),
  };
}
