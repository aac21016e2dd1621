import { endpointUrl } from '../../pacing/address-guard.ts';
import { createProviderClient, type ProviderClient } from '../../pacing/provider-client.ts';
import type { Runtime } from '../../pacing/runtime.ts';
import type { HostConnection } from '../code-host.ts';

export function gitlabBaseUrl(endpoint: string | null): string {
  const url = endpointUrl(endpoint ?? 'https://gitlab.com');
  const path = url.pathname.replace(/(?<!\/)\/+$/, '').replace(/\/api\/v4$/, '');
  return `${url.origin}${path}/api/v4`;
}

export function gitlabClient(connections: readonly HostConnection[], runtime: Runtime): ProviderClient {
  return createProviderClient({
    baseUrl: gitlabBaseUrl(connections[0]?.endpoint ?? null),
    runtime,
    windowMs: 60_000,
    connections: connections.map(({ id, token }) => ({
      id,
      headers: { authorization: `Bearer ${token}` },
      secrets: [token],
    })),
  });
}
