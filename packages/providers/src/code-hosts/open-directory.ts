import type { Runtime } from '../pacing/runtime.ts';
import type { HostConnection, HostDirectory } from './code-host.ts';
import { hostCClient } from './host-c/client.ts';
import { hostCDirectory } from './host-c/directory.ts';

/** The directory of the host that a connection names: what provisioning asks during its call. */
export function openDirectory(connection: HostConnection, runtime: Runtime): HostDirectory {
  switch (connection.host) {
    case 'hostC':
      return hostCDirectory(hostCClient([connection], runtime));
    default:
      throw new Error(`no adapter for ${connection.host} yet`);
  }
}
