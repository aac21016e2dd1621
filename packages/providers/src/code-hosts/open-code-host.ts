import {
  AZURE_DEVOPS,
  AZURE_DEVOPS_SERVER,
  BITBUCKET,
  BITBUCKET_SERVER,
  GITHUB,
  GITLAB,
} from '@linescope/contract/vendors';
import { ProviderError } from '../errors.ts';
import type { Runtime } from '../pacing/runtime.ts';
import type { CodeHostName } from '../provider-names.ts';
import { azureDevopsCodeHost } from './azure-devops/code-host.ts';
import { bitbucketCodeHost } from './bitbucket/code-host.ts';
import { bitbucketServerCodeHost } from './bitbucket-server/code-host.ts';
import type { CodeHost, HostConnection, HostDirectory } from './code-host.ts';
import { githubCodeHost } from './github/code-host.ts';
import { gitlabCodeHost } from './gitlab/code-host.ts';

const adapters: Record<CodeHostName, (connections: readonly HostConnection[], runtime: Runtime) => CodeHost> = {
  [AZURE_DEVOPS]: azureDevopsCodeHost,
  [AZURE_DEVOPS_SERVER]: azureDevopsCodeHost,
  [BITBUCKET]: bitbucketCodeHost,
  [BITBUCKET_SERVER]: bitbucketServerCodeHost,
  [GITHUB]: githubCodeHost,
  [GITLAB]: gitlabCodeHost,
};

/** The adapter for connections of one entity to one host and endpoint: the load is shared among them. */
export function openCodeHost(connections: readonly HostConnection[], runtime: Runtime): CodeHost {
  const [first] = connections;
  if (!first) throw new ProviderError('connection_invalid', { internal: 'no connection was given' });
  const elsewhere = connections.some(
    ({ host, endpoint, organization }) =>
      host !== first.host || endpoint !== first.endpoint || organization !== first.organization,
  );
  // A token must never travel to another host than its own.
  if (elsewhere) throw new ProviderError('endpoint_refused', { internal: 'connections of several hosts were given' });
  return adapters[first.host](connections, runtime);
}

/** What provisioning asks during its call, with the one connection it holds. */
export const openDirectory = (connection: HostConnection, runtime: Runtime): HostDirectory =>
  openCodeHost([connection], runtime);
