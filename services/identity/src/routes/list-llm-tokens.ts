import { defineRoute, ok, type Route } from '@linescope/chassis/http/route';
import { nothingSeen } from '@linescope/chassis/scope/resolve-scope';
import { isoTimestamp } from '@linescope/contract/date-time';
import { invalidParameter, notFound } from '@linescope/contract/fault';
import { id, timestamp } from '@linescope/contract/output-fields';
import { maybePagedInput, type pageFields, requestedPage, slicePage, wholeFields } from '@linescope/contract/pages';
import { resourcePathInput } from '@linescope/contract/resource-path';
import { AI_PROVIDERS, GIT_PROVIDERS } from '@linescope/contract/vendors';
import { providerErrorCodes } from '@linescope/providers/errors';
import { z } from 'zod';
import { resolvePath } from '../actions/resolve-path.ts';
import type { Context } from '../context.ts';
import { providerErrorEm } from '../domain/provider-error.ts';
import type { ScopedResource } from '../domain/resource-scope.ts';
import { type ListedLlmToken, listLlmTokens as list } from '../store/llm-tokens.ts';

const output = z.array(
  z.object({
    id: id.describe('What removes it.'),
    ai_usage_provider_em: z.enum(AI_PROVIDERS),
    created_at: timestamp,
    global_error_em: z.enum(providerErrorCodes).nullable(),
    last_exceeded_quota_at: timestamp.nullable(),
    last_used_at: timestamp.nullable(),
    created_by_user: z.object({ service_id: id, name: z.string(), git_provider_em: z.enum(GIT_PROVIDERS).nullable() }),
    confirmed_resources: z.array(
      z.object({
        resource_em: z.enum(['entity_resource', 'organization_resource']),
        resource_id: id,
        resource_name: z.string(),
      }),
    ),
  }),
);

export const listLlmTokens = ({ postgres }: Context): Route =>
  defineRoute({
    method: 'GET',
    path: '/api_tokens/llm_tokens',
    action: 'action_llm_token_list',
    summary: 'List the tokens of AI providers',
    description:
      'Whole, unless a page is asked for. The counts are in the headers X-Page, X-Per-Page, X-Page-Count, X-Total-Count and X-Next-Cursor. An organization shows the tokens that serve it.',
    role: 'admin',
    input: z.object({ resource_path: resourcePathInput, ...maybePagedInput }),
    records: { field: '' },
    output,
    answerHeaders: COUNT_HEADERS,
    async handle({ resource_path, ...given }, { principal }) {
      const caller = { entityId: principal.entityId, isSuperAdmin: principal.role === 'super_admin' };
      const resolved = await resolvePath(postgres, resource_path, caller);
      if (!resolved) throw notFound(nothingSeen(principal), 'resource_path');
      const tokens = await list(postgres, resolved.entity.id, organizationsOf(resolved.resources));
      const request = requestedPage(given);
      const { items, fields } = request
        ? slicePage(tokens, request, (token) => [token.id])
        : { items: tokens, fields: wholeFields(tokens.length) };
      return { ...ok(items.map(record)), headers: countHeaders(fields) };
    },
  });

const COUNT_HEADERS = {
  'X-Page': { description: 'The page that this is.', schema: { type: 'integer' } },
  'X-Per-Page': { description: 'How many records a page has.', schema: { type: 'integer' } },
  'X-Page-Count': { description: 'How many pages there are.', schema: { type: 'integer' } },
  'X-Total-Count': { description: 'How many records there are on all pages.', schema: { type: 'integer' } },
  'X-Next-Cursor': {
    description: 'What to give as `cursor` for the next page; absent on the last.',
    schema: { type: 'string' },
  },
} as const;

/** The answer is a bare array, so what other lists carry beside their records is in headers. */
const countHeaders = (
  fields: ReturnType<typeof wholeFields> | ReturnType<typeof pageFields>,
): Record<string, string> => ({
  'x-page': String(fields.page),
  'x-per-page': String(fields.per_page),
  'x-page-count': String(fields.page_count),
  'x-total-count': String(fields.total_count),
  ...(fields.next_cursor === null ? {} : { 'x-next-cursor': fields.next_cursor }),
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
  id: token.id,
  ai_usage_provider_em: token.ai_usage_provider_em,
  created_at: isoTimestamp(token.created_at),
  global_error_em: providerErrorEm(token.global_error_em),
  last_exceeded_quota_at: time(token.last_exceeded_quota_at),
  last_used_at: time(token.last_used_at),
  created_by_user: { service_id: token.user_id, name: token.user_name, git_provider_em: token.git_provider_em },
  confirmed_resources: token.confirmed_resources,
});
