import type { AddressInfo, Server } from 'node:net';
import type { ProcessConfig } from '../config/settings.ts';

/** Listens and returns the port: the given one, or the one that the system chose for 0. */
export async function listen(
  server: Server,
  config: Pick<ProcessConfig, 'BIND_HOST' | 'SHARE_PORTS'>,
  port: number,
): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(
      { host: config.BIND_HOST, port, backlog: 1024, reusePort: config.SHARE_PORTS && port !== 0 },
      resolve,
    );
  });
  return (server.address() as AddressInfo).port;
}
