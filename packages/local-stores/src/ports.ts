import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

// Below the range the kernel hands to outgoing connections: there, a client that keeps trying a dead server's port
// can be given that very port as its own, and the server could not come back to it.
const FIRST = 20_000;
const LAST = 32_000;

const handedOut = new Set<number>();

/** Free ports on the loopback address, none of them handed out before by this process. */
export async function pickPorts(count: number): Promise<number[]> {
  const ports: number[] = [];
  let candidate = randomInt(FIRST, LAST);
  for (let tried = 0; ports.length < count && tried < LAST - FIRST; tried += 1) {
    candidate = candidate + 1 < LAST ? candidate + 1 : FIRST;
    if (!handedOut.has(candidate) && (await isFree(candidate, '127.0.0.1'))) {
      handedOut.add(candidate);
      ports.push(candidate);
    }
  }
  if (ports.length < count) throw new Error(`no ${count} free ports between ${FIRST} and ${LAST}`);
  return ports;
}

/** Keeps a port that was chosen elsewhere from being handed out before it is listened on. */
export function reservePort(port: number): void {
  handedOut.add(port);
}

/** One free port: the preferred one if it is. */
export async function pickPort(preferred?: number): Promise<number> {
  if (preferred !== undefined && !handedOut.has(preferred) && (await isFree(preferred, '127.0.0.1'))) {
    handedOut.add(preferred);
    return preferred;
  }
  const [port] = await pickPorts(1);
  if (port === undefined) throw new Error('no free port');
  return port;
}

async function isFree(port: number, host: string): Promise<boolean> {
  return (await whyNotFree(port, host)) === undefined;
}

/** The system's code for why a port cannot be listened on, such as EADDRINUSE; undefined if it can. */
export function whyNotFree(port: number, host: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', (error) => resolve('code' in error ? String(error.code) : error.message));
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(undefined)));
  });
}
