import type { Transaction } from '@linescope/chassis/postgres/postgres';
import { z } from 'zod';

export const USAGE_COUNTS = [
  'lines_added',
  'lines_deleted',
  'prompted_suggest_count',
  'prompted_accept_count',
  'tab_suggest_count',
  'tab_accept_count',
  'cents_cost',
] as const;
export type UsageCount = (typeof USAGE_COUNTS)[number];

export interface AiUsage extends Record<UsageCount, number> {
  date: string;
  model: string;
  committerId: number;
  teamId: number;
  /** Add to what is there, else replace it. */
  adds: boolean;
}

const number = z.coerce.number();
const storedRow = z.object({
  date: z.string(),
  model: z.string(),
  committer_id: number,
  team_id: number,
  lines_added: number,
  lines_deleted: number,
  prompted_suggest_count: number,
  prompted_accept_count: number,
  tab_suggest_count: number,
  tab_accept_count: number,
  cents_cost: number,
  version: number,
});
export type StoredUsage = z.infer<typeof storedRow>;

/** One statement a row, so that additions at the same time all count; the resulting row goes to ClickHouse. */
export const recordUsage = (tx: Transaction, entityId: number, usage: AiUsage): Promise<StoredUsage> =>
  tx.one(
    storedRow,
    `INSERT INTO ai_usages AS known (entity_id, usage_date, model, committer_id, team_id, ${USAGE_COUNTS.join(', ')})
     VALUES ($1, $2, $3, $4, $5, $7, $8, $9, $10, $11, $12, $13)
     ON CONFLICT ON CONSTRAINT ai_usages_once DO UPDATE SET
       ${USAGE_COUNTS.map((name) => `${name} = EXCLUDED.${name} + CASE WHEN $6 THEN known.${name} ELSE 0 END`).join(', ')},
       version = known.version + 1
     RETURNING usage_date AS date, model, committer_id, team_id, ${USAGE_COUNTS.join(', ')}, version`,
    [
      entityId,
      usage.date,
      usage.model,
      usage.committerId,
      usage.teamId,
      usage.adds,
      ...USAGE_COUNTS.map((name) => usage[name]),
    ],
  );
