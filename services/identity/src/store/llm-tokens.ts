import type { Queryable } from '@linescope/chassis/postgres/postgres';
import { z } from 'zod';

const loanRow = z.object({
  id: z.number(),
  entity_id: z.number(),
  ai_usage_provider_em: z.string(),
  sealed_token: z.string(),
  endpoint_url: z.string().nullable(),
  organization_slug: z.string().nullable(),
  enterprise_slug: z.string().nullable(),
  team_slugs: z.array(z.string()),
});
export type LlmTokenLoan = z.infer<typeof loanRow>;

/** Of one entity, or of every one when null; never of an entity that is leaving. */
export const findLendableLlmTokens = (db: Queryable, entityId: number | null): Promise<LlmTokenLoan[]> =>
  db.many(
    loanRow,
    `SELECT t.id, t.entity_id, t.ai_usage_provider_em, t.sealed_token, t.endpoint_url, t.organization_slug,
       t.enterprise_slug, t.team_slugs
     FROM llm_tokens AS t JOIN entities ON entities.id = t.entity_id AND entities.status = 'active'
     WHERE $1::bigint IS NULL OR t.entity_id = $1
     ORDER BY t.id`,
    [entityId],
  );

export async function noteLlmTokenUse(
  db: Queryable,
  id: number,
  use: { usedAt: Date | null; exceededQuotaAt: Date | null; globalErrorEm: string | null },
): Promise<void> {
  await db.run(
    `UPDATE llm_tokens SET last_used_at = coalesce($2, last_used_at),
       last_exceeded_quota_at = coalesce($3, last_exceeded_quota_at), global_error_em = $4
     WHERE id = $1`,
    [id, use.usedAt, use.exceededQuotaAt, use.globalErrorEm],
  );
}
