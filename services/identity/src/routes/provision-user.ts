import { created, defineRoute, type Route } from '@linescope/chassis/http/route';
import { envelopeShape, success } from '@linescope/contract/envelope';
import { dateTimeInput, stringInput } from '@linescope/contract/inputs';
import { id } from '@linescope/contract/output-fields';
import { gitProviderInput } from '@linescope/contract/vendors';
import { z } from 'zod';
import { checkMayProvision, provisionUser as provision } from '../actions/provision-user.ts';
import { openTokenBudget, settleTokenBudget } from '../actions/token-budget.ts';
import { type OpenDirectory, verifyCodeHost } from '../actions/verify-code-host.ts';
import type { Context } from '../context.ts';
import { neededFor } from '../domain/provider-needs.ts';
import { earliest, expiryWarning } from '../domain/token-expiry.ts';
import { findEntity } from '../store/entities.ts';
import { emailInput, entitySlugInput, providerTokenInput, urlInput } from './inputs.ts';

const ACTION = 'action_provision_user';

const fields = z.object({
  email: emailInput,
  git_provider_em: gitProviderInput.describe(
    'The code host: `github`, `gitlab`, `bitbucket`, `bitbucket_server`, `azure_devops` or `azure_devops_server`; or as answers call them, `hostC` and so on.',
  ),
  git_provider_token: providerTokenInput.describe('Personal or API token for the code host.'),
  entity_slug: entitySlugInput
    .optional()
    .describe('The entity; made where there is none. Blank: an entity of the user’s own.'),
  user_name: stringInput({ max: 200 }).optional().describe('Full name; applied only when a user is created.'),
  avatar_url: urlInput.optional().describe('Applied only when a user is created.'),
  git_provider_token_expires_at: dateTimeInput().optional().describe('Required for the devops suite.'),
  devops_organization_name: stringInput({ max: 200 }).optional().describe('Required for the devops suite.'),
  devops_tenant_id: stringInput({ max: 200 }).optional(),
  custom_endpoint_url: urlInput
    .optional()
    .describe(
      'For a server of your own (GitHub Enterprise, self-managed GitLab, …): its address, as a full URL. Required for Bitbucket Data Center and Azure DevOps Server; else, unless given, it is the vendor’s own.',
    ),
});

/** Rules between parameters are checked even where others are at fault, so that all faults are reported at once. */
const input = fields
  .refine(has('git_provider_token_expires_at'), requiredBy('git_provider_token_expires_at'))
  .refine(has('devops_organization_name'), requiredBy('devops_organization_name'))
  .refine(has('custom_endpoint_url'), requiredBy('custom_endpoint_url'))
  .refine(({ git_provider_token_expires_at: at }) => !(at instanceof Date) || at.getTime() > Date.now(), {
    path: ['git_provider_token_expires_at'],
    error: 'is past: the token has expired',
    when: () => true,
  });

type Conditional = keyof ReturnType<typeof neededFor>;

function has(param: Conditional) {
  return (given: z.output<typeof fields>) =>
    !gitProviderInput.safeParse(given.git_provider_em).success ||
    !neededFor(given.git_provider_em)[param] ||
    given[param] !== undefined;
}

function requiredBy(param: Conditional) {
  return { path: [param], error: 'is required for this code host', when: () => true };
}

const output = z.object({
  ...envelopeShape,
  connection_id: id.describe('The connection that was made or renewed, by its id in GET /connections.'),
  entity_slug: z.string().optional(),
  api_token: z.string().optional(),
});

export const provisionUser = (context: Context, openDirectory: OpenDirectory): Route =>
  defineRoute({
    method: 'POST',
    path: '/api_tokens/provision_user',
    action: ACTION,
    summary: 'Provision a user with a code-host connection',
    description:
      'The token is verified with the code host during the call; the repos it reaches are cached afterwards. ' +
      'For another entity than that of the bearer token, or without `entity_slug`, a super admin is needed; the answer ' +
      'then carries `entity_slug` and `api_token`.',
    role: 'admin',
    statuses: [201],
    failures: ['response_provider_rejected', 'response_provider_unreachable'],
    input,
    output,
    async handle(given, { principal }) {
      const entitySlug = given.entity_slug ?? null;
      checkMayProvision(principal, entitySlug);
      const access = {
        gitProvider: given.git_provider_em,
        token: given.git_provider_token,
        email: given.email,
        endpointUrl: given.custom_endpoint_url ?? null,
        devopsOrganizationName: given.devops_organization_name ?? null,
        devopsTenantId: given.devops_tenant_id ?? null,
        expiresAt: given.git_provider_token_expires_at ?? null,
      };
      const known = entitySlug === null ? null : await findEntity(context.postgres, entitySlug);
      const budget = await openTokenBudget(context, known?.id ?? null, access);
      const verified = await verifyCodeHost(openDirectory, principal.entityId, access, budget);
      const {
        entitySlug: provisionedSlug,
        apiToken,
        connection,
      } = await provision(
        context,
        principal,
        {
          email: given.email,
          fullName: given.user_name ?? null,
          avatarUrl: given.avatar_url ?? null,
          entitySlug,
          access,
        },
        verified,
      );
      await settleTokenBudget(context, budget, connection);
      const count = verified.organizations.length;
      const detail = [
        `The user is provisioned: ${count} ${count === 1 ? 'organization was' : 'organizations were'} retrieved.`,
        expiryWarning(earliest(access.expiresAt, verified.hostUser.tokenExpiresAt), new Date()),
      ];
      return created(
        success(ACTION, detail.filter((sentence) => sentence !== null).join(' '), {
          connection_id: connection.id,
          ...(apiToken === null ? {} : { entity_slug: provisionedSlug, api_token: apiToken }),
        }),
      );
    },
  });
