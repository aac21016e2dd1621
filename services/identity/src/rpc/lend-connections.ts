import { connectionContext, webhookContext } from '../domain/sealed-contexts.ts';
import { findLendable } from '../store/connections.ts';
import type { IdentityHandlers, RpcContext } from './messages.ts';

export const lendConnections =
  ({ postgres, secretBox }: RpcContext): IdentityHandlers['lendConnections'] =>
  async ({ entityId, gitProviderEm, organizationSlug, repoSlug, connectionId }) => {
    const connections = await findLendable(postgres, {
      entityId,
      gitProviderEm: gitProviderEm || null,
      organizationSlug: organizationSlug || null,
      repoSlug: repoSlug || null,
      connectionId: connectionId || null,
    });
    return {
      connections: connections.map((row) => ({
        id: row.id,
        entityId: row.entity_id,
        userId: row.user_id,
        gitProviderEm: row.git_provider_em,
        token: secretBox.open(row.sealed_token, connectionContext(row.id)),
        webhookSecret: secretBox.open(row.sealed_webhook_secret, webhookContext(row.id)),
        endpointUrl: row.endpoint_url,
        devopsOrganizationName: row.devops_organization_name,
        devopsTenantId: row.devops_tenant_id ?? '',
        userName: row.host_user_name,
        email: row.host_email ?? '',
        expiresAt: row.expires_at?.toISOString() ?? '',
      })),
    };
  };
