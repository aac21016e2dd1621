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

/** What a usage belongs to: a repo of an organization, an organization, or the entity (both 0). */
export interface UsageResource {
  organizationId: number;
  repoId: number;
}

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
  organization_id: number,
  repo_id: number,
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

const STORED = `usage_date AS date, model, committer_id, team_id, organization_id, repo_id, ${USAGE_COUNTS.join(', ')}, version`;

/** One statement a row, so that additions at the same time all count; the resulting row goes to ClickHouse. */
export const recordUsage = (
  tx: Transaction,
  entityId: number,
  { organizationId, repoId }: UsageResource,
  usage: AiUsage,
): Promise<StoredUsage> =>
  tx.one(
    storedRow,
    `INSERT INTO ai_usages AS known (entity_id, usage_date, model, committer_id, team_id, organization_id, repo_id, ${USAGE_COUNTS.join(', ')})
     VALUES ($1, $2, $3, $4, $5, $6, $7, $9, $10, $11, $12, $13, $14, $15)
     ON CONFLICT ON CONSTRAINT ai_usages_once DO UPDATE SET
       ${USAGE_COUNTS.map((name) => `${name} = EXCLUDED.${name} + CASE WHEN $8 THEN known.${name} ELSE 0 END`).join(', ')},
       version = known.version + 1
     RETURNING ${STORED}`,
    [
      entityId,
      usage.date,
      usage.model,
      usage.committerId,
      usage.teamId,
      organizationId,
      repoId,
      usage.adds,
      ...USAGE_COUNTS.map((name) => usage[name]),
    ],
  );

/**
 * A replacement also stands for what was recorded for resources above and below its own, and for other identities of the person
 * before they were joined: their counts become 0.
 */
export const clearUsageAround = (
  tx: Transaction,
  entityId: number,
  { organizationId, repoId }: UsageResource,
  usage: AiUsage,
  identities: readonly number[],
): Promise<StoredUsage[]> =>
  tx.many(
    storedRow,
    `UPDATE ai_usages SET ${USAGE_COUNTS.map((name) => `${name} = 0`).join(', ')}, version = version + 1
     WHERE entity_id = $1 AND usage_date = $2 AND model = $3 AND committer_id = ANY($8::bigint[]) AND team_id = $5
       AND (committer_id, organization_id, repo_id) <> ($4, $6, $7)
       AND ($6 = 0 OR organization_id = 0 OR (organization_id = $6 AND ($7 = 0 OR repo_id IN (0, $7))))
     RETURNING ${STORED}`,
    [
      entityId,
      usage.date,
      usage.model,
      usage.committerId,
      usage.teamId,
      organizationId,
      repoId,
      [usage.committerId, ...identities],
    ],
  );
