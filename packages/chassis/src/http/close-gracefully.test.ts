import { createServer } from 'node:http';
import { expect, test } from 'vitest';
import { announceClose, closeGracefully } from './close-gracefully.ts';

test('a server that is drained and then stopped listens once for each request, and answers the last one with close', async () => {
  const server = createServer((_request, response) => response.end('done'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('not listening');
  announceClose(server);
  announceClose(server);
  expect(server.listenerCount('request')).toBe(2);
  const answer = await fetch(`http://127.0.0.1:${address.port}/`);
  expect([await answer.text(), answer.headers.get('connection')]).toEqual(['done', 'close']);
  const closed = closeGracefully(server);
  expect(server.listenerCount('request')).toBe(2);
  await closed;
});
