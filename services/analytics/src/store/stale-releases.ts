import type { Postgres, Transaction } from '@linescope/chassis/postgres/postgres';
import { z } from 'zod';

const staleRow = z
  .object({ entity_id: z.number(), repo_id: z.number() })
  .transform((row) => ({ entityId: row.entity_id, repoId: row.repo_id }));
export type StaleRepo = z.output<typeof staleRow>;

/** Marks a repo whose commits or releases changed. Urgent where a caller waits for the result. */
export const markReleasesStale = (
  postgres: Postgres,
  entityId: number,
  repoId: number,
  { urgent = false } = {},
): Promise<unknown> =>
  postgres.run(
    `INSERT INTO stale_releases (entity_id, repo_id, urgent) VALUES ($1, $2, $3)
     ON CONFLICT (entity_id, repo_id) DO UPDATE
     SET mark = stale_releases.mark + 1, urgent = stale_releases.urgent OR excluded.urgent`,
    [entityId, repoId, urgent],
  );

/** Takes one marked repo; other replicas skip it while the transaction is open. One that failed waits, and holds up no other. */
export const takeStaleRepo = (tx: Transaction, { urgent }: { urgent: boolean }): Promise<StaleRepo | null> =>
  tx.maybe(
    staleRow,
    `DELETE FROM stale_releases WHERE (entity_id, repo_id) = (
       SELECT entity_id, repo_id FROM stale_releases WHERE (urgent OR NOT $1) AND retry_at <= now()
       ORDER BY entity_id, repo_id FOR UPDATE SKIP LOCKED LIMIT 1
     ) RETURNING entity_id, repo_id`,
    [urgent],
  );

/** A refresh that failed is tried again later, each time after twice as long, an hour at most. */
export const postponeStaleRepo = (postgres: Postgres, { entityId, repoId }: StaleRepo): Promise<number> =>
  postgres.run(
    `UPDATE stale_releases SET failures = failures + 1,
       retry_at = now() + least(interval '1 hour', interval '1 second' * power(2, least(failures, 12)))
     WHERE entity_id = $1 AND repo_id = $2`,
    [entityId, repoId],
  );
