import type { Postgres, Transaction } from '@linescope/chassis/postgres/postgres';
import { z } from 'zod';

const staleRow = z
  .object({ entity_id: z.number(), repo_id: z.number(), mark: z.number() })
  .transform((row) => ({ entityId: row.entity_id, repoId: row.repo_id, mark: row.mark }));
export type StaleRepo = z.output<typeof staleRow>;

const isThere = z.object({ is_there: z.boolean() });

/** A repo that was marked again while it was refreshed lets others have their turn, and what comes meanwhile is refreshed together. */
const MARKED_AGAIN_REST = '500 milliseconds';

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

/** Asked twice a second: without the transaction that takes one. */
export const hasStaleRepo = (postgres: Postgres): Promise<boolean> =>
  postgres
    .one(isThere, 'SELECT EXISTS (SELECT 1 FROM stale_releases WHERE retry_at <= now()) AS is_there')
    .then(({ is_there }) => is_there);

/**
 * One marked repo; other replicas skip it while the transaction is open. The mark itself is not locked: whoever stores releases or facts
 * meanwhile marks the repo again, and would hold all connections that the refresh needs to come to its end. One that failed waits, and
 * holds up no other.
 */
export const takeStaleRepo = (tx: Transaction, { urgent }: { urgent: boolean }): Promise<StaleRepo | null> =>
  tx.maybe(
    staleRow,
    // Materialized, so that only the repos looked at are locked: the first that nobody else has.
    `WITH marked AS MATERIALIZED (
       SELECT entity_id, repo_id, mark FROM stale_releases WHERE (urgent OR NOT $1) AND retry_at <= now()
       ORDER BY entity_id, repo_id
     )
     SELECT entity_id, repo_id, mark FROM marked
     WHERE pg_try_advisory_xact_lock(hashtextextended(format('stale_releases %s %s', entity_id, repo_id), 0)) LIMIT 1`,
    [urgent],
  );

/** Removes the mark, unless the repo was marked again since it was taken. */
export async function clearStaleRepo(tx: Transaction, { entityId, repoId, mark }: StaleRepo): Promise<void> {
  const cleared = await tx.run('DELETE FROM stale_releases WHERE entity_id = $1 AND repo_id = $2 AND mark = $3', [
    entityId,
    repoId,
    mark,
  ]);
  if (cleared > 0) return;
  await tx.run(
    `UPDATE stale_releases SET failures = 0, retry_at = now() + interval '${MARKED_AGAIN_REST}'
     WHERE entity_id = $1 AND repo_id = $2`,
    [entityId, repoId],
  );
}

/** A refresh that failed is tried again later, each time after twice as long, an hour at most. */
export const postponeStaleRepo = (postgres: Postgres, { entityId, repoId }: Omit<StaleRepo, 'mark'>): Promise<number> =>
  postgres.run(
    `UPDATE stale_releases SET failures = failures + 1,
       retry_at = now() + least(interval '1 hour', interval '1 second' * power(2, least(failures, 12)))
     WHERE entity_id = $1 AND repo_id = $2`,
    [entityId, repoId],
  );
