import { Fault } from '@linescope/contract/fault';
import { gitProviderInput } from '@linescope/contract/vendors';
import type { Context } from '../context.ts';
import { connectionContext } from '../domain/sealed-contexts.ts';
import { type ConnectionRecord, noteConnectionStatus, saveOrganizations } from '../store/connections.ts';
import { openTokenBudget } from './token-budget.ts';
import { type OpenDirectory, verifyCodeHost } from './verify-code-host.ts';

/** Signs in at the host as the connection does; what came of it becomes its state, and what it sees its organizations. A host that is away changes nothing. */
export async function checkConnection(
  context: Context,
  openDirectory: OpenDirectory,
  connection: ConnectionRecord,
): Promise<{ detail: string }> {
  const access = {
    gitProvider: gitProviderInput.parse(connection.git_provider_em),
    token: context.secretBox.open(connection.sealed_token, connectionContext(connection.id)),
    email: connection.host_email ?? '',
    endpointUrl: connection.endpoint_url || null,
    devopsOrganizationName: connection.devops_organization_name || null,
    devopsTenantId: connection.devops_tenant_id,
    expiresAt: connection.expires_at,
  };
  const budget = await openTokenBudget(context, connection.entity_id, access);
  try {
    const { organizations } = await verifyCodeHost(openDirectory, connection.entity_id, access, budget);
    await context.postgres.transaction(async (tx) => {
      await noteConnectionStatus(tx, connection.id, 'connection_valid', '');
      await saveOrganizations(tx, connection.id, organizations);
    });
    const count = organizations.length;
    return { detail: `The connection works: it sees ${count} ${count === 1 ? 'organization' : 'organizations'}.` };
  } catch (error) {
    if (!(error instanceof Fault) || error.responseEm !== 'response_provider_rejected') throw error;
    await noteConnectionStatus(context.postgres, connection.id, 'connection_invalid', error.message);
    return { detail: error.message };
  }
}
