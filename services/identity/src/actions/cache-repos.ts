import { gitProviderInput } from '@linescope/contract/vendors';
import type { HostConnection, HostDirectory, HostRepository } from '@linescope/providers/code-hosts/code-host';
import { isProviderError } from '@linescope/providers/errors';
import { swapQuotas } from '@linescope/providers/pacing/swap-quotas';
import type { Context } from '../context.ts';
import { connectionContext } from '../domain/sealed-contexts.ts';
import { replaceConnectionRepos } from '../store/connection-repos.ts';
import { type ConnectionRecord, findConnection, noteConnectionStatus } from '../store/connections.ts';
import { quotaShelf } from '../store/quotas.ts';
import { hostConnection, type OpenDirectory } from './verify-code-host.ts';

/** Reads what the connection reaches and remembers it. A token the host refuses by now is marked, not tried again. */
export async function cacheRepos(
  { postgres, secretBox, openDirectory }: Context & { openDirectory: OpenDirectory },
  connectionId: number,
): Promise<void> {
  const connection = await findConnection(postgres, connectionId);
  if (!connection) return;
  const token = secretBox.open(connection.sealed_token, connectionContext(connection.id));
  try {
    const quotas = swapQuotas(quotaShelf(postgres, connection.entity_id));
    const repos = await readRepos((host) => openDirectory(host, quotas), connection, token);
    await postgres.transaction((tx) => replaceConnectionRepos(tx, connection, repos));
  } catch (error) {
    if (!isProviderError(error, 'connection_invalid', 'access_denied')) throw error;
    await noteConnectionStatus(postgres, connection.id, 'connection_invalid', error.message);
  }
}

async function readRepos(
  open: (connection: HostConnection) => HostDirectory,
  connection: ConnectionRecord,
  token: string,
): Promise<HostRepository[]> {
  const directory = open(
    hostConnection(
      String(connection.id),
      {
        gitProvider: gitProviderInput.parse(connection.git_provider_em),
        token,
        endpointUrl: connection.endpoint_url || null,
        devopsOrganizationName: connection.devops_organization_name || null,
        devopsTenantId: connection.devops_tenant_id,
        expiresAt: connection.expires_at,
      },
      connection.host_email,
    ),
  );
  const repos: HostRepository[] = [];
  try {
    for await (const page of directory.listRepositories()) repos.push(...page.items);
  } catch (error) {
    // Of a list without an end, what was read is kept.
    if (!isProviderError(error, 'reading_too_large')) throw error;
  }
  return repos;
}
