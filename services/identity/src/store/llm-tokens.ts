import type { Queryable } from '@linescope/chassis/postgres/postgres';
import { AI_PROVIDERS, GIT_PROVIDERS } from '@linescope/contract/vendors';
import { z } from 'zod';

const loanRow = z.object({
  id: z.number(),
  entity_id: z.number(),
  ai_usage_provider_em: z.enum(AI_PROVIDERS),
  sealed_token: z.string(),
  endpoint_url: z.string().nullable(),
  organization_slug: z.string().nullable(),
  enterprise_slug: z.string().nullable(),
  team_slugs: z.array(z.string()),
  /** Whose usage it reads; null for the entity's, or that of several organizations. */
  organization_id: z.number().nullable(),
});
export type LlmTokenLoan = z.infer<typeof loanRow>;

/** Of one entity, or of every one when null; never of an entity that is leaving. */
export const findLendableLlmTokens = (db: Queryable, entityId: number | null): Promise<LlmTokenLoan[]> =>
  db.many(
    loanRow,
    `SELECT t.id, t.entity_id, t.ai_usage_provider_em, t.sealed_token, t.endpoint_url, t.organization_slug,
       t.enterprise_slug, t.team_slugs,
       (SELECT CASE WHEN count(*) = 1 THEN min(r.organization_id) END FROM llm_token_resources AS r
        WHERE r.llm_token_id = t.id) AS organization_id
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

const confirmedResource = z.object({
  resource_em: z.enum(['entity_resource', 'organization_resource']),
  resource_id: z.number(),
  resource_name: z.string(),
});

const listedRow = z.object({
  id: z.number(),
  ai_usage_provider_em: z.enum(AI_PROVIDERS),
  created_at: z.date(),
  global_error_em: z.string().nullable(),
  last_exceeded_quota_at: z.date().nullable(),
  last_used_at: z.date().nullable(),
  user_id: z.number(),
  user_name: z.string(),
  git_provider_em: z.enum(GIT_PROVIDERS).nullable(),
  confirmed_resources: z.array(confirmedResource),
});
export type ListedLlmToken = z.infer<typeof listedRow>;

/**
 * Tokens of the entity; with organizations, those that serve one of them, as those of the whole entity do. The code host named
 * beside the user is theirs, or else the entity's.
 */
export const listLlmTokens = (
  db: Queryable,
  entityId: number,
  organizationIds: number[] | null,
): Promise<ListedLlmToken[]> =>
  db.many(
    listedRow,
    `SELECT t.id, t.ai_usage_provider_em, t.created_at, t.global_error_em, t.last_exceeded_quota_at, t.last_used_at,
       u.id AS user_id, coalesce(m.full_name, m.user_name, split_part(u.email, '@', 1)) AS user_name,
       (SELECT c.git_provider_em FROM connections AS c
        WHERE c.entity_id = t.entity_id ORDER BY c.user_id <> u.id, c.id LIMIT 1) AS git_provider_em,
       (SELECT coalesce(jsonb_agg(jsonb_build_object(
            'resource_em', CASE WHEN r.organization_id IS NULL THEN 'entity_resource' ELSE 'organization_resource' END,
            'resource_id', coalesce(r.organization_id, r.entity_id),
            'resource_name', coalesce(o.slug, e.slug)) ORDER BY r.organization_id NULLS FIRST), '[]')
        FROM llm_token_resources AS r
        JOIN entities AS e ON e.id = r.entity_id
        LEFT JOIN organizations AS o ON o.id = r.organization_id
        WHERE r.llm_token_id = t.id) AS confirmed_resources
     FROM llm_tokens AS t JOIN users AS u ON u.id = t.created_by_user_id
     LEFT JOIN memberships AS m ON m.entity_id = t.entity_id AND m.user_id = u.id
     WHERE t.entity_id = $1
       AND ($2::bigint[] IS NULL OR EXISTS (
         SELECT 1 FROM llm_token_resources AS r
         WHERE r.llm_token_id = t.id AND (r.organization_id IS NULL OR r.organization_id = ANY($2))))
     ORDER BY t.id`,
    [entityId, organizationIds],
  );

export async function nextLlmTokenId(db: Queryable): Promise<number> {
  const row = z.object({ id: z.number() });
  return (await db.one(row, `SELECT nextval(pg_get_serial_sequence('llm_tokens', 'id')) AS id`)).id;
}

export interface LlmTokenFields {
  id: number;
  entityId: number;
  createdByUserId: number;
  aiUsageProviderEm: string;
  sealedToken: string;
  endpointUrl: string | null;
  organizationSlug: string | null;
  enterpriseSlug: string | null;
  teamSlugs: string[];
  /** Empty: the whole entity. */
  organizationIds: number[];
}

export async function insertLlmToken(db: Queryable, fields: LlmTokenFields): Promise<void> {
  await db.run(
    `INSERT INTO llm_tokens (id, entity_id, created_by_user_id, ai_usage_provider_em, sealed_token, endpoint_url,
       organization_slug, enterprise_slug, team_slugs)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      fields.id,
      fields.entityId,
      fields.createdByUserId,
      fields.aiUsageProviderEm,
      fields.sealedToken,
      fields.endpointUrl,
      fields.organizationSlug,
      fields.enterpriseSlug,
      fields.teamSlugs,
    ],
  );
  const confirmed = fields.organizationIds.length === 0 ? [null] : fields.organizationIds;
  await db.run(
    `INSERT INTO llm_token_resources (llm_token_id, entity_id, organization_id) SELECT $1, $2, unnest($3::bigint[])`,
    [fields.id, fields.entityId, confirmed],
  );
}

export const deleteLlmTokenOf = (db: Queryable, entityId: number, id: number): Promise<number> =>
  db.run('DELETE FROM llm_tokens WHERE id = $1 AND entity_id = $2', [id, entityId]);

export const deleteLlmToken = (db: Queryable, id: number): Promise<number> =>
  db.run('DELETE FROM llm_tokens WHERE id = $1', [id]);
