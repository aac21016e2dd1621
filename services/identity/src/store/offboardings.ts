import type { Queryable } from '@linescope/chassis/postgres/postgres';
import { z } from 'zod';
import type { Offboarding } from '../domain/offboarding.ts';

const offboardingRow = z.object({
  entity_id: z.number(),
  entity_slug: z.string(),
  actor: z.string(),
  round: z.number(),
  acknowledged: z.record(z.string(), z.literal(true)),
  removed_counts: z.record(z.string(), z.number()),
  asked_at: z.date(),
  requested_at: z.date(),
});

const COLUMNS = 'entity_id, entity_slug, actor, round, acknowledged, removed_counts, asked_at, requested_at';

export async function insertOffboarding(
  db: Queryable,
  offboarding: { entityId: number; entitySlug: string; actor: string },
): Promise<void> {
  await db.run(`UPDATE entities SET status = 'offboarding', version = version + 1 WHERE id = $1`, [
    offboarding.entityId,
  ]);
  await db.run('INSERT INTO offboardings (entity_id, entity_slug, actor) VALUES ($1, $2, $3)', [
    offboarding.entityId,
    offboarding.entitySlug,
    offboarding.actor,
  ]);
}

export const findOffboarding = (db: Queryable, entityId: number): Promise<Offboarding | null> =>
  db.maybe(offboardingRow, `SELECT ${COLUMNS} FROM offboardings WHERE entity_id = $1`, [entityId]);

export const lockOffboarding = (db: Queryable, entityId: number): Promise<Offboarding | null> =>
  db.maybe(offboardingRow, `SELECT ${COLUMNS} FROM offboardings WHERE entity_id = $1 FOR UPDATE`, [entityId]);

export const listOffboardings = (db: Queryable): Promise<Offboarding[]> =>
  db.many(offboardingRow, `SELECT ${COLUMNS} FROM offboardings ORDER BY requested_at`);

export async function saveOffboarding(db: Queryable, offboarding: Offboarding): Promise<void> {
  await db.run(
    `UPDATE offboardings SET round = $2, acknowledged = $3, removed_counts = $4, asked_at = $5 WHERE entity_id = $1`,
    [
      offboarding.entity_id,
      offboarding.round,
      JSON.stringify(offboarding.acknowledged),
      JSON.stringify(offboarding.removed_counts),
      offboarding.asked_at,
    ],
  );
}

export async function replaceWithTombstone(db: Queryable, offboarding: Offboarding): Promise<void> {
  await db.run('DELETE FROM offboardings WHERE entity_id = $1', [offboarding.entity_id]);
  await db.run(
    `INSERT INTO tombstones (entity_id, entity_slug, requested_at, removed_counts) VALUES ($1, $2, $3, $4)`,
    [
      offboarding.entity_id,
      offboarding.entity_slug,
      offboarding.requested_at,
      JSON.stringify(offboarding.removed_counts),
    ],
  );
}

/** Users who belonged to this entity alone go with it. */
export async function removeEntityRows(db: Queryable, entityId: number): Promise<Record<string, number>> {
  const ofEntity = async (table: string) => db.run(`DELETE FROM ${table} WHERE entity_id = $1`, [entityId]);
  const users = await db.many(
    z.object({ id: z.number() }),
    'SELECT user_id AS id FROM memberships WHERE entity_id = $1',
    [entityId],
  );
  const counts: Record<string, number> = {};
  const tables = [
    'llm_token_resources',
    'llm_tokens',
    'provider_quotas',
    'trackers',
    'connection_repos',
    'connections',
  ];
  for (const table of [
    ...tables,
    'idempotency_claims',
    'sign_in_links',
    'oidc_sign_ins',
    'oidc_identities',
    'oidc_clients',
    'api_tokens',
    'memberships',
    'repo_removals',
    'awaited_imports',
    'repos',
    'organizations',
    'audit_log',
  ])
    counts[table] = await ofEntity(table);
  counts['entities'] = await db.run('DELETE FROM entities WHERE id = $1', [entityId]);
  counts['users'] = await db.run(
    `DELETE FROM users WHERE id = ANY($1) AND NOT EXISTS (SELECT 1 FROM memberships WHERE user_id = users.id)`,
    [users.map((user) => user.id)],
  );
  return counts;
}

const tombstoneRow = z.object({
  entity_id: z.number(),
  entity_slug: z.string(),
  requested_at: z.date(),
  removed_at: z.date(),
  removed_counts: z.record(z.string(), z.number()),
});

export const listTombstones = (db: Queryable): Promise<z.infer<typeof tombstoneRow>[]> =>
  db.many(
    tombstoneRow,
    'SELECT entity_id, entity_slug, requested_at, removed_at, removed_counts FROM tombstones ORDER BY removed_at',
  );
