import { endpointUrl } from '../../pacing/address-guard.ts';
import { createProviderClient, type ProviderClient } from '../../pacing/provider-client.ts';
import type { Runtime } from '../../pacing/runtime.ts';
import type { HostConnection } from '../code-host.ts';

/** api.github.com, or a self-managed server's `/api/v3` whether or not the customer wrote it. */
export function githubBaseUrl(endpoint: string | null): string {
  if (endpoint === null) return 'https://api.github.com';
  const url = endpointUrl(endpoint);
  const path = url.pathname.replace(/(?<!\/)\/+$/, '');
  const isApi = path.endsWith('/api/v3') || url.hostname.startsWith('api.');
  return `${url.origin}${path}${isApi ? '' : '/api/v3'}`;
}

export function githubClient(connections: readonly HostConnection[], runtime: Runtime): ProviderClient {
  return createProviderClient({
    baseUrl: githubBaseUrl(connections[0]?.endpoint ?? null),
    runtime,
    windowMs: 3_600_000,
    headers: { accept: 'application/vnd.github+json', 'x-github-api-version': '2022-11-28' },
    connections: connections.map(({ id, token }) => ({
      id,
      headers: { authorization: `Bearer ${token}` },
      secrets: [token],
    })),
  });
}
