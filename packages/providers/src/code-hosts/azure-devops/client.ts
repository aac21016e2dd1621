import { AZURE_DEVOPS_SERVER } from '@linescope/contract/vendors';
import { ProviderError } from '../../errors.ts';
import { createProviderClient, type ProviderClient } from '../../pacing/provider-client.ts';
import type { Runtime } from '../../pacing/runtime.ts';
import type { HostConnection } from '../code-host.ts';

/** In the cloud the organization stands under the vendor's address, on-prem the collection under the customer's. */
export function devopsBaseUrl({ endpoint, organization, host }: HostConnection): string {
  if (!organization) throw new ProviderError('endpoint_refused', { internal: 'the connection names no organization' });
  if (!endpoint && host === AZURE_DEVOPS_SERVER) {
    throw new ProviderError('endpoint_refused', { internal: 'this host has no endpoint of its own' });
  }
  const root = (endpoint ?? 'https://dev.azure.com').replace(/(?<!\/)\/+$/, '');
  const named = root.toLowerCase().endsWith(`/${organization.toLowerCase()}`);
  return named ? root : `${root}/${encodeURIComponent(organization)}`;
}

export const apiVersionOf = (host: string): string => (host === AZURE_DEVOPS_SERVER ? '7.0' : '7.1');

export function devopsClient(connections: readonly HostConnection[], runtime: Runtime): ProviderClient {
  const [first] = connections;
  if (!first) throw new ProviderError('connection_invalid', { internal: 'no connection was given' });
  return createProviderClient({
    baseUrl: devopsBaseUrl(first),
    runtime,
    windowMs: 300_000,
    connections: connections.map(({ id, token }) => {
      const encoded = Buffer.from(`:${token}`).toString('base64');
      return { id, headers: { authorization: `Basic ${encoded}` }, secrets: [token, encoded] };
    }),
  });
}
