import { ProviderError } from '../errors.ts';
import type { Runtime } from '../pacing/runtime.ts';
import type { CodeHostName } from '../provider-names.ts';
import type { CodeHost, HostConnection, HostDirectory } from './code-host.ts';
import { devopsSuiteCodeHost } from './devops-suite/code-host.ts';
import { hostBCodeHost } from './host-b/code-host.ts';
import { hostBServerCodeHost } from './host-b-server/code-host.ts';
import { hostCCodeHost } from './host-c/code-host.ts';
import { hostDCodeHost } from './host-d/code-host.ts';

const adapters: Record<CodeHostName, (connections: readonly HostConnection[], runtime: Runtime) => CodeHost> = {
  devops_suite: devopsSuiteCodeHost,
  devops_suite_on_prem: devopsSuiteCodeHost,
  hostB: hostBCodeHost,
  hostB_server: hostBServerCodeHost,
  hostC: hostCCodeHost,
  hostD: hostDCodeHost,
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
