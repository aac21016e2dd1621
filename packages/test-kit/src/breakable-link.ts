import { type AddressInfo, createServer, connect as dial, type Socket } from 'node:net';
import { removeAfterFile } from './leave-nothing.ts';

export interface BreakableLink {
  /** The server's address, by way of the link. */
  url: string;
  /** Cuts every connection and takes no new one, as if the server had been killed. */
  cut(): void;
  mend(): void;
}

/** A link to a server that a test can cut and mend, to see how a unit bears it. */
export async function breakableLink(url: string): Promise<BreakableLink> {
  const target = new URL(url);
  const open = new Set<Socket>();
  let whole = true;
  const server = createServer((client) => {
    if (!whole) return void client.destroy();
    const upstream = dial(Number(target.port), target.hostname);
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      open.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        open.delete(socket);
        other.destroy();
      });
      socket.pipe(other);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const cut = () => {
    whole = false;
    for (const socket of open) socket.destroy();
  };
  removeAfterFile(async () => {
    cut();
    server.close();
  });
  const link = new URL(url);
  link.hostname = '127.0.0.1';
  link.port = String((server.address() as AddressInfo).port);
  return {
    url: link.href,
    cut,
    mend: () => {
      whole = true;
    },
  };
}
