import type { HostConnection } from '@linescope/providers/code-hosts/code-host';
import type { Context } from '../context.ts';

export type LentConnection = Awaited<ReturnType<Context['identity']['lendConnections']>>['connections'][number];

/** A connection as identity lends it, in the form that code-host clients take. */
export const hostConnection = (lent: LentConnection): HostConnection & { connectionId: number } => ({
  connectionId: lent.id,
  id: String(lent.id),
  host: lent.gitProviderEm as HostConnection['host'],
  token: lent.token,
  email: lent.email || null,
  endpoint: lent.endpointUrl || null,
  organization: lent.devopsOrganizationName || null,
  tenantId: lent.devopsTenantId || null,
  expiresAt: lent.expiresAt ? new Date(lent.expiresAt) : null,
});
