import type { HostConnection } from '../code-hosts/code-host.ts';
import type { CodeHostName } from '../provider-names.ts';

/** A connection to a local host; what a test cares about, it gives. */
export function connectionTo(
  host: CodeHostName,
  endpoint: string,
  given: Partial<HostConnection> = {},
): HostConnection {
  return {
    id: 'connection-1',
    host,
    token: 'token-of-connection-1',
    email: null,
    endpoint,
    organization: null,
    tenantId: null,
    expiresAt: null,
    ...given,
  };
}
