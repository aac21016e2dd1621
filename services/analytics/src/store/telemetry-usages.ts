import type { Queryable, Transaction } from '@linescope/chassis/postgres/postgres';
import { z } from 'zod';
import { TELEMETRY_FIGURES } from '../domain/otlp/tools.ts';

const number = z.coerce.number();
const idRow = z.object({ entity_id: z.number() });

/** Entities with sums that ClickHouse does not have yet. */
export const listUnstoredEntities = async (db: Queryable): Promise<number[]> =>
  (
    await db.many(
      idRow,
      'SELECT DISTINCT entity_id FROM telemetry_usages WHERE version > stored_version ORDER BY entity_id LIMIT 1000',
    )
  ).map(({ entity_id: id }) => id);

const unstoredRow = z.object({
  day: z.string(),
  tool: z.string(),
  who: z.string(),
  email: z.string().nullable(),
  committer_id: z.number(),
});
export type UnstoredUsage = z.output<typeof unstoredRow>;

/** Sums to be stored, with the email that an account is known by, and whose they are where that is known. */
export const listUnstored = (db: Queryable, entityId: number, limit: number): Promise<UnstoredUsage[]> =>
  db.many(
    unstoredRow,
    `SELECT u.day, u.tool, u.who, max(a.email) AS email, max(u.committer_id) AS committer_id FROM telemetry_usages u
     LEFT JOIN telemetry_accounts a ON a.entity_id = u.entity_id AND a.tool = u.tool AND u.who = 'account:' || a.account
     WHERE u.entity_id = $1 AND (u.day, u.tool, u.who) IN (
       SELECT day, tool, who FROM telemetry_usages WHERE entity_id = $1 AND version > stored_version LIMIT $2)
     GROUP BY u.day, u.tool, u.who ORDER BY u.day, u.tool, u.who`,
    [entityId, limit],
  );

/** Who they are; those that nobody is known for wait. */
export const saveCommitters = (
  tx: Transaction,
  entityId: number,
  found: readonly (Pick<UnstoredUsage, 'day' | 'tool' | 'who'> & { committerId: number })[],
): Promise<number> =>
  tx.run(
    `UPDATE telemetry_usages u SET committer_id = given.committer_id, stored_version = u.version
     FROM unnest($2::date[], $3::text[], $4::text[], $5::bigint[]) AS given (day, tool, who, committer_id)
     WHERE u.entity_id = $1 AND u.day = given.day AND u.tool = given.tool AND u.who = given.who`,
    [
      entityId,
      found.map(({ day }) => day),
      found.map(({ tool }) => tool),
      found.map(({ who }) => who),
      found.map(({ committerId }) => committerId),
    ],
  );

const sumRow = z.object({
  day: z.string(),
  tool: z.string(),
  model: z.string(),
  committer_id: z.number(),
  lines_added: number,
  lines_deleted: number,
  prompted_suggest_count: number,
  prompted_accept_count: number,
  cents_cost: number,
  input_tokens: number,
  output_tokens: number,
  version: z.number(),
});
export type TelemetrySum = z.output<typeof sumRow>;

/** The sums of these people on these days, under whichever names they were reported. */
export const sumUsages = (
  tx: Transaction,
  entityId: number,
  days: readonly { day: string; tool: string; committerId: number }[],
): Promise<TelemetrySum[]> =>
  tx.many(
    sumRow,
    `SELECT u.day, u.tool, u.model, u.committer_id, ${TELEMETRY_FIGURES.map((figure) => `sum(u.${figure}) AS ${figure}`).join(', ')},
       nextval('telemetry_versions') AS version
     FROM telemetry_usages u
     WHERE u.entity_id = $1 AND (u.day, u.tool, u.committer_id) IN (
       SELECT day, tool, committer_id FROM unnest($2::date[], $3::text[], $4::bigint[]) AS given (day, tool, committer_id))
     GROUP BY u.day, u.tool, u.model, u.committer_id`,
    [entityId, days.map(({ day }) => day), days.map(({ tool }) => tool), days.map(({ committerId }) => committerId)],
  );

const waitingRow = z.object({ entity_id: z.number(), who: z.string(), email: z.string().nullable() });

/** Names that nobody is known for. */
export const listWaiting = (db: Queryable, limit: number): Promise<z.output<typeof waitingRow>[]> =>
  db.many(
    waitingRow,
    `SELECT DISTINCT u.entity_id, u.who, a.email FROM telemetry_usages u
     LEFT JOIN telemetry_accounts a ON a.entity_id = u.entity_id AND a.tool = u.tool AND u.who = 'account:' || a.account
     WHERE u.committer_id = 0 AND u.version <= u.stored_version ORDER BY u.entity_id, u.who LIMIT $1`,
    [limit],
  );

const receiptRow = z.object({ tool: z.string(), last_received_at: z.date(), waiting: z.number() });

/** When each tool was last heard of, and how many of the names that it gave nobody is known for. */
export const listReceipts = (db: Queryable, entityId: number): Promise<z.output<typeof receiptRow>[]> =>
  db.many(
    receiptRow,
    `SELECT r.tool, r.last_received_at, (
       SELECT count(DISTINCT u.who) FROM telemetry_usages u
       WHERE u.entity_id = r.entity_id AND u.tool = r.tool AND u.committer_id = 0) AS waiting
     FROM telemetry_receipts r WHERE r.entity_id = $1 ORDER BY r.tool`,
    [entityId],
  );
