import { created, defineRoute, ok, type Route } from '@linescope/chassis/http/route';
import { envelopeShape, success } from '@linescope/contract/envelope';
import { invalidParameter, notFound } from '@linescope/contract/fault';
import { integerInput, stringArrayInput, stringInput } from '@linescope/contract/inputs';
import { id } from '@linescope/contract/output-fields';
import { aiProviderInput } from '@linescope/contract/vendors';
import { z } from 'zod';
import { addLlmToken } from '../actions/add-llm-token.ts';
import { checkAddress } from '../actions/check-address.ts';
import type { Context } from '../context.ts';
import { writeAudit } from '../store/audit-log.ts';
import { deleteLlmTokenOf } from '../store/llm-tokens.ts';
import { listOrganizations } from '../store/resource-tree.ts';
import { urlInput } from './inputs.ts';

const ADD = 'action_llm_token_add';
const REMOVE = 'action_llm_token_remove';

const name = stringInput({ max: 200 }).optional();

export const addLlmTokenRoute = (context: Context, allowPrivateAddresses: boolean): Route =>
  defineRoute({
    method: 'POST',
    path: '/api_tokens/llm_tokens',
    statuses: [201],
    action: ADD,
    summary: 'Add a token of an AI provider',
    description:
      'Usage, acceptance and cost are collected with it from then on. It is kept encrypted and never shown again.',
    role: 'admin',
    input: z.object({
      ai_usage_provider_em: aiProviderInput.describe('The AI provider.'),
      token: stringInput({ min: 8, max: 4000 }).describe('The token, as the provider gave it.'),
      organizations: stringArrayInput({ maxItems: 100 })
        .optional()
        .describe('Slugs of the organizations that it serves; the whole entity unless given.'),
      endpoint_url: urlInput.optional().describe("The provider's address, where it is not its own."),
      provider_organization: name.describe('The organization at the provider, where it asks for one.'),
      provider_enterprise: name.describe('The enterprise at the provider, where it asks for one.'),
      provider_teams: stringArrayInput({ maxItems: 100 })
        .optional()
        .describe('Teams at the provider, where only theirs is wanted.'),
    }),
    output: z.object({ ...envelopeShape, llm_token_id: id.describe('What removes it again.') }),
    async handle(given, { principal: { entityId, userId, tokenId } }) {
      if (given.endpoint_url) checkAddress('endpoint_url', given.endpoint_url, allowPrivateAddresses);
      const organizationIds = await organizationsNamed(context, entityId, given.organizations ?? []);
      const id = await context.postgres.transaction((tx) =>
        addLlmToken(tx, context, {
          entityId,
          createdByUserId: userId,
          aiUsageProviderEm: given.ai_usage_provider_em,
          token: given.token,
          endpointUrl: given.endpoint_url ?? null,
          organizationSlug: given.provider_organization ?? null,
          enterpriseSlug: given.provider_enterprise ?? null,
          teamSlugs: given.provider_teams ?? [],
          organizationIds,
          actor: `token:${tokenId}`,
        }),
      );
      return created(success(ADD, 'The token is kept, encrypted.', { llm_token_id: id }));
    },
  });

export const removeLlmTokenRoute = ({ postgres }: Context): Route =>
  defineRoute({
    method: 'DELETE',
    path: '/api_tokens/llm_tokens/:id',
    action: REMOVE,
    summary: 'Remove a token of an AI provider',
    description: 'Nothing more is collected with it; what was collected stays.',
    role: 'admin',
    input: z.object({ id: integerInput({ min: 1 }) }),
    output: z.object(envelopeShape),
    async handle({ id }, { principal: { entityId, tokenId } }) {
      await postgres.transaction(async (tx) => {
        if ((await deleteLlmTokenOf(tx, entityId, id)) === 0) throw notFound('There is no such token.', 'id');
        const detail = { llm_token_id: id };
        await writeAudit(tx, { entityId, actor: `token:${tokenId}`, action: 'llm_token_removed', detail });
      });
      return ok(success(REMOVE, 'The token is removed.'));
    },
  });

async function organizationsNamed({ postgres }: Context, entityId: number, slugs: string[]): Promise<number[]> {
  if (slugs.length === 0) return [];
  const organizations = await listOrganizations(postgres, entityId);
  return slugs.map((slug) => {
    const found = organizations.find((one) => one.slug.toLowerCase() === slug.toLowerCase());
    if (!found) throw invalidParameter('organizations', `organizations names no organization ${slug} here.`);
    return found.id;
  });
}
