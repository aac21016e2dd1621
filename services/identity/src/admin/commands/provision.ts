import { ENTITY_OPTION, UsageError } from '@linescope/command-line/command';
import { parseDateTime } from '@linescope/contract/date-time';
import type { Role } from '@linescope/contract/roles';
import { GIT_PROVIDER_WORDS, gitProviderInput } from '@linescope/contract/vendors';
import { ensureUser } from '../../actions/ensure-user.ts';
import { saveConnection } from '../../actions/save-connection.ts';
import { openTokenBudget, settleTokenBudget } from '../../actions/token-budget.ts';
import { verifyCodeHost } from '../../actions/verify-code-host.ts';
import type { CodeHostAccess } from '../../domain/code-host-access.ts';
import { isEmail, normaliseEmail } from '../../domain/email.ts';
import { neededFor } from '../../domain/provider-needs.ts';
import { openProviderClients } from '../../provider-clients.ts';
import { moveConnections } from '../../store/connections.ts';
import type { Entity } from '../../store/entities.ts';
import type { AdminCommand } from '../admin-context.ts';
import { type AdminContext, OPERATOR } from '../admin-context.ts';
import { needEntity } from '../find-entity.ts';

export const provision: AdminCommand = {
  summary: 'Connect an entity to a code host; the token is read from standard input, or from GIT_PROVIDER_TOKEN',
  options: {
    ...ENTITY_OPTION,
    email: { value: 'email', help: 'the user whose token it is; made a member if need be' },
    provider: { value: 'provider', help: GIT_PROVIDER_WORDS.join(', ') },
    endpoint: { value: 'url', help: "the code host's address, where it is not the vendor's own" },
    'devops-organization': { value: 'name', help: 'for Azure DevOps' },
    'devops-tenant': { value: 'id', help: 'for Azure DevOps' },
    'expires-at': { value: 'time', help: 'when the token expires' },
    'token-stdin': { help: 'read the token from standard input' },
    moved: { help: 'the host has a new address: connections of the account follow it there' },
  },
  async run(context, { need, option, flag }) {
    const entity = await needEntity(context.postgres, need('entity'));
    const email = normaliseEmail(need('email'));
    if (!isEmail(email)) throw new UsageError('--email is not an email address.');
    const provider = gitProviderInput.safeParse(need('provider'));
    if (!provider.success) throw new UsageError(`--provider must be one of ${GIT_PROVIDER_WORDS.join(', ')}.`);
    const expiry = option('expires-at');
    const access: CodeHostAccess = {
      gitProvider: provider.data,
      token: await context.readSecret('GIT_PROVIDER_TOKEN', flag('token-stdin')),
      email,
      endpointUrl: option('endpoint')?.replace(/(?<!\/)\/+$/, '') ?? null,
      devopsOrganizationName: option('devops-organization') ?? null,
      devopsTenantId: option('devops-tenant') ?? null,
      expiresAt: expiry === undefined ? null : parseDateTime(expiry),
    };
    const needs = neededFor(access.gitProvider);
    if (needs.custom_endpoint_url) need('endpoint');
    if (needs.devops_organization_name) need('devops-organization');
    if (needs.git_provider_token_expires_at) need('expires-at');
    const { id, organizations } = await connect(context, entity, access, { role: 'member', moved: flag('moved') });
    return {
      json: { id, organizations },
      text: `Connection ${id} is kept; it sees ${organizations.length} organizations: ${organizations.join(', ')}.`,
    };
  },
};

/** Verifies the access with the host, then keeps it for the user of its address. */
export async function connect(
  context: AdminContext,
  entity: Entity,
  access: CodeHostAccess,
  { role, moved }: { role: Role; moved: boolean },
): Promise<{ id: number; organizations: string[] }> {
  const clients = openProviderClients(context.egress);
  try {
    const budget = await openTokenBudget(context, entity.id, access);
    const verified = await verifyCodeHost(clients.openDirectory, entity.id, access, budget);
    const id = await context.postgres.transaction(async (tx) => {
      const user = await ensureUser(tx, context.outbox, {
        entityId: entity.id,
        email: access.email,
        role,
        actor: OPERATOR,
      });
      if (moved) {
        const { hostId } = verified.hostUser;
        await moveConnections(tx, entity.id, access.gitProvider, hostId, access.endpointUrl ?? '');
      }
      return saveConnection(tx, context, { entityId: entity.id, userId: user.id, access, verified, actor: OPERATOR });
    });
    await settleTokenBudget(context, budget, { id, entityId: entity.id });
    return { id, organizations: verified.organizations.map((organization) => organization.slug) };
  } finally {
    await clients.close();
  }
}
