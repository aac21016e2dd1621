import type { Runtime } from '../pacing/runtime.ts';
import type { CodeHost, HostConnection, HostDirectory } from './code-host.ts';
import { hostBCodeHost } from './host-b/code-host.ts';
import { hostBServerCodeHost } from './host-b-server/code-host.ts';
import { hostCCodeHost } from './host-c/code-host.ts';
import { hostDCodeHost } from './host-d/code-host.ts';

/** The adapter for connections of one entity to one host: the load is shared among them. */
export function openCodeHost(connections: readonly HostConnection[], runtime: Runtime): CodeHost {
  const [first] = connections;
  switch (first?.host) {
    case 'hostB':
      return hostBCodeHost(connections, runtime);
    case 'hostB_server':
      return hostBServerCodeHost(connections, runtime);
    case 'hostC':
      return hostCCodeHost(connections, runtime);
    case 'hostD':
      return hostDCodeHost(connections, runtime);
    default:
      throw new Error(`no adapter for ${first?.host ?? 'no connection'}`);
  }
}

/** What provisioning asks during its call, with the one connection it holds. */
export const openDirectory = (connection: HostConnection, runtime: Runtime): HostDirectory =>
  openCodeHost([connection], runtime);
