import { ENTITY_OPTION, UsageError } from '@linescope/command-line/command';
import { listing } from '@linescope/command-line/table';
import { vendorName } from '@linescope/contract/vendor-tokens';
import { AI_PROVIDER_WORDS, aiProviderInput } from '@linescope/contract/vendors';
import { addLlmToken } from '../../actions/add-llm-token.ts';
import { deleteLlmToken, listLlmTokens } from '../../store/llm-tokens.ts';
import { listOrganizations } from '../../store/resource-tree.ts';
import type { AdminCommand } from '../admin-context.ts';
import { OPERATOR } from '../admin-context.ts';
import { needEntity, needMember } from '../find-entity.ts';
import { sayWord } from '../say-word.ts';
import { readId } from './token.ts';

export const llmTokenCreate: AdminCommand = {
  summary: 'Add a token of an AI provider; it is read from standard input, or from LLM_TOKEN',
  options: {
    ...ENTITY_OPTION,
    email: { value: 'email', help: 'the member who gives it' },
    provider: { value: 'provider', help: AI_PROVIDER_WORDS.join(', ') },
    organizations: { value: 'slugs', help: 'the organizations it serves, comma-delimited; else the whole entity' },
    endpoint: { value: 'url', help: "the provider's own address, if not given" },
    'provider-organization': { value: 'name', help: 'the organization at the provider' },
    enterprise: { value: 'name', help: 'the enterprise at the provider' },
    teams: { value: 'slugs', help: 'teams at the provider, comma-delimited' },
    'token-stdin': { help: 'read the token from standard input' },
  },
  async run(context, { need, option, flag }) {
    const entity = await needEntity(context.postgres, need('entity'));
    const member = await needMember(context.postgres, entity, need('email'));
    const provider = aiProviderInput.safeParse(need('provider'));
    if (!provider.success) throw new UsageError(`--provider must be one of ${AI_PROVIDER_WORDS.join(', ')}.`);
    const organizations = await listOrganizations(context.postgres, entity.id);
    const organizationIds = words(option('organizations')).map((slug) => {
      const found = organizations.find((organization) => organization.slug.toLowerCase() === slug.toLowerCase());
      if (!found) throw new UsageError(`${entity.slug} has no organization ${slug}.`);
      return found.id;
    });
    const token = await context.readSecret('LLM_TOKEN', flag('token-stdin'));
    const id = await context.postgres.transaction((tx) =>
      addLlmToken(tx, context, {
        entityId: entity.id,
        createdByUserId: member.id,
        aiUsageProviderEm: provider.data,
        token,
        endpointUrl: option('endpoint') ?? null,
        organizationSlug: option('provider-organization') ?? null,
        enterpriseSlug: option('enterprise') ?? null,
        teamSlugs: words(option('teams')),
        organizationIds,
        actor: OPERATOR,
      }),
    );
    return { json: { id }, text: `The token is kept, encrypted, with id ${id}.` };
  },
};

export const llmTokenList: AdminCommand = {
  summary: 'List the tokens of AI providers of an entity',
  options: ENTITY_OPTION,
  async run({ postgres }, { need }) {
    const entity = await needEntity(postgres, need('entity'));
    const tokens = await listLlmTokens(postgres, entity.id, null);
    const rows = tokens.map((token) => ({
      id: token.id,
      provider: token.ai_usage_provider_em,
      created_by: token.user_name,
      resources: token.confirmed_resources.map((resource) => resource.resource_name).join(','),
      created_at: token.created_at.toISOString(),
      last_used_at: token.last_used_at?.toISOString() ?? null,
      error: token.global_error_em,
    }));
    return listing(
      rows,
      rows.map((row) => ({ ...row, provider: vendorName(row.provider), error: row.error && sayWord(row.error) })),
    );
  },
};

export const llmTokenRemove: AdminCommand = {
  summary: 'Remove a token of an AI provider',
  args: ['id'],
  async run({ postgres }, { args }) {
    const id = readId(args[0] ?? '');
    if ((await deleteLlmToken(postgres, id)) === 0) throw new UsageError(`There is no LLM token with id ${id}.`);
    return { json: { id, removed: true }, text: `LLM token ${id} is removed.` };
  },
};

const words = (text: string | undefined): string[] =>
  (text ?? '')
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '');
