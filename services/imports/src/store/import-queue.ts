import type { Broker } from '@linescope/chassis/events/broker';
import type { Postgres, Queryable } from '@linescope/chassis/postgres/postgres';
import { z } from 'zod';
import { ENDED_STATUSES } from '../domain/import-status.ts';
import { IMPORT_COLUMNS, type Import, importRow } from './imports.ts';

const IS_QUEUED = 'import_status <> ALL($1)';
const IS_DUE = `${IS_QUEUED} AND (lease_expires_at IS NULL OR lease_expires_at < now()) AND (resume_at IS NULL OR resume_at <= now())`;

/**
 * Leases the import that is next: entities take turns, first those for whom least is under way, then those who waited longest since
 * their last turn; within an entity the oldest. One caller at a time chooses, so that two never choose the same.
 */
export const takeNextImport = (
  postgres: Postgres,
  { passOver, leaseSeconds }: { passOver: readonly number[]; leaseSeconds: number },
): Promise<Import | null> =>
  postgres.transaction(async (tx) => {
    await tx.run("SELECT pg_advisory_xact_lock(hashtext('imports: next'))");
    return tx.maybe(
      importRow,
      `WITH oldest AS (
         SELECT DISTINCT ON (entity_id) id, entity_id, run_queued_at FROM imports
         WHERE ${IS_DUE} AND entity_id <> ALL($2::bigint[])
         ORDER BY entity_id, run_queued_at, id
       ), next AS (
         SELECT oldest.id FROM oldest CROSS JOIN LATERAL (
           SELECT count(*) FILTER (WHERE lease_expires_at >= now()) AS under_way, max(started_at) AS last_turn
           FROM imports WHERE imports.entity_id = oldest.entity_id
         ) AS served
         ORDER BY under_way, last_turn NULLS FIRST, run_queued_at, oldest.id LIMIT 1
       )
       UPDATE imports SET lease_token = lease_token + 1, lease_expires_at = now() + make_interval(secs => $3), started_at = clock_timestamp(),
         resume_at = NULL, updated_at = now()
       WHERE id = (SELECT id FROM next) RETURNING ${IMPORT_COLUMNS}`,
      [ENDED_STATUSES, passOver, leaseSeconds],
    );
  });

/** Imports that a worker could take now, and those that workers have. */
export const countJobs = async (db: Queryable): Promise<{ due: number; under_way: number }> =>
  db.one(
    z.object({ due: z.number(), under_way: z.number() }),
    `SELECT count(*) FILTER (WHERE ${IS_DUE}) AS due, count(*) FILTER (WHERE lease_expires_at >= now()) AS under_way
     FROM imports WHERE ${IS_QUEUED}`,
    [ENDED_STATUSES],
  );

const subjectOf = ({ namespace }: Broker): string => `${namespace}.wakeups.imports`;

/** Says that something was queued. The queue itself is in the database: a wake-up that is lost only costs a moment. */
export function wakeWorkers({ broker }: { broker: Broker }): void {
  try {
    broker.connection.publish(subjectOf(broker));
  } catch {
    // The connection is closing or gone; workers look for themselves.
  }
}

export function onWakeup(broker: Broker, wake: () => void): { unsubscribe(): void } {
  return broker.connection.subscribe(subjectOf(broker), { callback: wake });
}
