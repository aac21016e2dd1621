import { defineRoute, ok, type Route } from '@linescope/chassis/http/route';
import { isoTimestamp } from '@linescope/contract/date-time';
import { invalidParameter, notFound } from '@linescope/contract/fault';
import { PAGE_SIZE, pageInput } from '@linescope/contract/inputs';
import { resourcePathInput } from '@linescope/contract/resource-path';
import { z } from 'zod';
import { resolvePath } from '../actions/resolve-path.ts';
import type { Context } from '../context.ts';
import type { ScopedResource } from '../domain/resource-scope.ts';
import { type ListedLlmToken, listLlmTokens as list } from '../store/llm-tokens.ts';

const output = z.array(
  z.object({
    ai_usage_provider_em: z.string(),
    created_at: z.string(),
    global_error_em: z.string().nullable(),
    last_exceeded_quota_at: z.string().nullable(),
    last_used_at: z.string().nullable(),
    created_by_user: z.object({ service_id: z.number(), name: z.string(), git_provider_em: z.string().nullable() }),
    confirmed_resources: z.array(
      z.object({ resource_em: z.string(), resource_id: z.number(), resource_name: z.string() }),
    ),
  }),
);

export const listLlmTokens = ({ postgres }: Context): Route =>
  defineRoute({
    method: 'GET',
    path: '/api_tokens/llm_tokens',
    action: 'action_llm_token_list',
    summary: 'List the tokens of AI providers',
    description: 'Whole, unless `page` is given; then 50 a page. An organization shows the tokens that serve it.',
    role: 'admin',
    input: z.object({ resource_path: resourcePathInput, page: pageInput.optional() }),
    output,
    async handle({ resource_path, page }, { principal }) {
      const caller = { entityId: principal.entityId, isSuperAdmin: principal.role === 'super_admin' };
      const resolved = await resolvePath(postgres, resource_path, caller);
      if (!resolved) throw notFound('resource_path names nothing that you can see.', 'resource_path');
      const window = page === undefined ? null : { limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE };
      const tokens = await list(postgres, resolved.entity.id, organizationsOf(resolved.resources), window);
      return ok(tokens.map(record));
    },
  });

/** Null where the whole entity is meant. */
function organizationsOf(resources: ScopedResource[]): number[] | null {
  if (resources.some((resource) => resource.kind === 'repo')) {
    throw invalidParameter('resource_path', 'resource_path must name an entity or an organization here.');
  }
  return resources.some((resource) => resource.kind === 'entity') ? null : resources.map((resource) => resource.id);
}

const time = (at: Date | null): string | null => at && isoTimestamp(at);

const record = (token: ListedLlmToken): z.input<typeof output>[number] => ({
  ai_usage_provider_em: token.ai_usage_provider_em,
  created_at: isoTimestamp(token.created_at),
  global_error_em: token.global_error_em,
  last_exceeded_quota_at: time(token.last_exceeded_quota_at),
  last_used_at: time(token.last_used_at),
  created_by_user: { service_id: token.user_id, name: token.user_name, git_provider_em: token.git_provider_em },
  confirmed_resources: token.confirmed_resources,
});
