import type { Postgres, Queryable, Transaction } from '@linescope/chassis/postgres/postgres';
import { count, id, integer, timestamp } from '@linescope/contract/output-fields';
import { z } from 'zod';

/** What is derived again: everything after an upgrade, or scores after new weights. */
export const DERIVATIONS = ['definitions', 'diff_delta'] as const;

const derivationRow = z.object({
  entity_id: id,
  derivation: z.enum(DERIVATIONS),
  version: integer,
  requested_at: z.date(),
  started_at: z.date().nullable(),
  finished_at: z.date().nullable(),
  done: z.number(),
  total: z.number(),
  cursor: z.number(),
  /** Of a `diff_delta` derivation. */
  weights: z.unknown(),
});
export type Derivation = z.output<typeof derivationRow>;

const COLUMNS = 'entity_id, derivation, version, requested_at, started_at, finished_at, done, total, cursor, weights';

/** Notes that the installation has taken a version of the definitions; the first time, for every entity that has facts already. */
export const takeDefinitions = (postgres: Postgres, version: number): Promise<number> =>
  postgres.transaction(async (tx) => {
    const isNew = await tx.run('INSERT INTO definition_versions (version) VALUES ($1) ON CONFLICT DO NOTHING', [
      version,
    ]);
    if (isNew === 0) return 0;
    return tx.run(
      `INSERT INTO derivations (entity_id, derivation, version) SELECT entity_id, 'definitions', $1 FROM fact_stamps
       ON CONFLICT DO NOTHING`,
      [version],
    );
  });

export const listDerivations = (db: Queryable, entityId: number): Promise<Derivation[]> =>
  db.many(
    derivationRow,
    `SELECT ${COLUMNS} FROM derivations WHERE entity_id = $1 ORDER BY requested_at, derivation, version`,
    [entityId],
  );

/** A version of the definitions that an entity took when it had facts already. */
export interface DefinitionUpgrade {
  version: number;
  /** `YYYY-MM-DD` */
  since: string;
  /** Whether its facts were derived again. */
  isDerived: boolean;
}

/** A derivation as far as answers follow it. */
export const stateRow = z.object({
  derivation: z.string(),
  version: integer,
  since: z.string(),
  is_finished: z.boolean(),
});

/** What answers of an entity follow. */
export interface VersionsFollowed {
  /** Of the scores: the newest that is whole; 0 as imported. */
  scoreVersion: number;
  upgrades: DefinitionUpgrade[];
}

export async function readVersionsFollowed(db: Queryable, entityId: number): Promise<VersionsFollowed> {
  const rows = await db.many(
    stateRow,
    `SELECT derivation, version, to_char(requested_at AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS since, finished_at IS NOT NULL AS is_finished
     FROM derivations WHERE entity_id = $1 ORDER BY version`,
    [entityId],
  );
  return followedVersions(rows);
}

/** Of all derivations of an entity, by version. */
export function followedVersions(rows: readonly z.output<typeof stateRow>[]): VersionsFollowed {
  return {
    scoreVersion: rows.findLast((row) => row.derivation === 'diff_delta' && row.is_finished)?.version ?? 0,
    upgrades: rows
      .filter((row) => row.derivation === 'definitions')
      .map(({ version, since, is_finished: isDerived }) => ({ version, since, isDerived })),
  };
}

/** Asked every second: without the transaction that takes one. */
export const hasUnfinished = (db: Queryable): Promise<boolean> =>
  db
    .one(isThere, 'SELECT EXISTS (SELECT 1 FROM derivations WHERE finished_at IS NULL) AS is_there')
    .then(({ is_there }) => is_there);

const isThere = z.object({ is_there: z.boolean() });

/** One that is not finished; other replicas skip it while the transaction is open. */
export const takeUnfinished = (tx: Transaction, derivation: string): Promise<Derivation | null> =>
  tx.maybe(
    derivationRow,
    `UPDATE derivations SET started_at = coalesce(started_at, now()) WHERE (entity_id, derivation, version) = (
       SELECT entity_id, derivation, version FROM derivations WHERE finished_at IS NULL AND derivation = $1
       ORDER BY requested_at, entity_id, version FOR UPDATE SKIP LOCKED LIMIT 1
     ) RETURNING ${COLUMNS}`,
    [derivation],
  );

export const saveProgress = (
  tx: Transaction,
  { entity_id, derivation, version }: Pick<Derivation, 'entity_id' | 'derivation' | 'version'>,
  { done, total, cursor, isFinished }: { done: number; total: number; cursor: number; isFinished: boolean },
): Promise<number> =>
  tx.run(
    `UPDATE derivations SET done = $4, total = $5, cursor = $6, finished_at = CASE WHEN $7 THEN now() END
     WHERE entity_id = $1 AND derivation = $2 AND version = $3`,
    [entity_id, derivation, version, done, total, cursor, isFinished],
  );

/** As the API shows it. */
export const derivationSchema = z
  .object({
    derivation_em: z.enum(DERIVATIONS),
    version: integer,
    state_em: z.enum(['pending', 'in_progress', 'completed']),
    done_count: count,
    total_count: count,
    percent_complete: count,
    requested_at: timestamp,
    started_at: timestamp.nullable(),
    finished_at: timestamp.nullable(),
  })
  .meta({ id: 'Derivation', description: 'Facts that are derived again from stored ones.' });

export const describeDerivation = (row: Derivation): z.output<typeof derivationSchema> => ({
  derivation_em: row.derivation,
  version: row.version,
  state_em: row.finished_at ? 'completed' : row.started_at ? 'in_progress' : 'pending',
  done_count: row.done,
  total_count: row.total,
  percent_complete: row.finished_at ? 100 : row.total === 0 ? 0 : Math.floor((99 * row.done) / row.total),
  requested_at: row.requested_at.toISOString(),
  started_at: row.started_at?.toISOString() ?? null,
  finished_at: row.finished_at?.toISOString() ?? null,
});
