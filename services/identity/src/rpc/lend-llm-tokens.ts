import { llmTokenContext } from '../domain/sealed-contexts.ts';
import { findLendableLlmTokens } from '../store/llm-tokens.ts';
import type { IdentityHandlers, RpcContext } from './messages.ts';

export const lendLlmTokens =
  ({ postgres, secretBox }: RpcContext): IdentityHandlers['lendLlmTokens'] =>
  async ({ entityId }) => {
    const tokens = await findLendableLlmTokens(postgres, entityId || null);
    return {
      tokens: tokens.map((row) => ({
        id: row.id,
        entityId: row.entity_id,
        aiUsageProviderEm: row.ai_usage_provider_em,
        token: secretBox.open(row.sealed_token, llmTokenContext(row.id)),
        endpointUrl: row.endpoint_url ?? '',
        organizationSlug: row.organization_slug ?? '',
        enterpriseSlug: row.enterprise_slug ?? '',
        teamSlugs: row.team_slugs,
        organizationId: row.organization_id ?? 0,
      })),
    };
  };
