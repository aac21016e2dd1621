import type { IncomingMessage, Server, ServerResponse } from 'node:http';

const CLOSE_GRACE_MS = 8_000;

const announced = new WeakSet<Server>();

/** From now on each answer is the last on its connection: clients open another, and get to whoever takes over. */
export function announceClose(server: Server): void {
  if (announced.has(server)) return;
  announced.add(server);
  server.prependListener('request', (_request: IncomingMessage, response: ServerResponse) => {
    response.shouldKeepAlive = false;
  });
}

/** Stops accepting, lets requests under way finish, closes idle keep-alive connections as they come free, the rest in the end. */
export function closeGracefully(server: Server): Promise<void> {
  return new Promise((resolve) => {
    announceClose(server);
    server.close(() => resolve());
    server.closeIdleConnections();
    const sweep = setInterval(() => server.closeIdleConnections(), 100);
    const force = setTimeout(() => server.closeAllConnections(), CLOSE_GRACE_MS);
    server.once('close', () => {
      clearInterval(sweep);
      clearTimeout(force);
    });
  });
}
