import { connect } from 'node:net';
import { z } from 'zod';
import { answerParent } from '../../support/bench-child.ts';

export const loadSchema = z.object({
  port: z.number(),
  connections: z.number(),
  requests: z.number(),
  headers: z.record(z.string(), z.string()),
});

/** Keeps each connection busy with one request after another; it reads no more of an answer than its length. */
function load({ port, connections, requests, headers }: z.infer<typeof loadSchema>): Promise<void> {
  const lines = Object.entries({ host: `127.0.0.1:${port}`, ...headers }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  const request = Buffer.from(`GET /api/v1/teams?name=core HTTP/1.1\r\n${lines.join('')}\r\n`);
  let toSend = requests;

  const keepBusy = () =>
    new Promise<void>((resolve, reject) => {
      const socket = connect(port, '127.0.0.1', send);
      socket.setNoDelay(true);
      function send() {
        if (toSend-- > 0) socket.write(request);
        else socket.end();
      }
      let missing = -1;
      socket.on('data', (chunk) => {
        if (missing < 0) {
          const text = chunk.toString('latin1');
          if (!text.startsWith('HTTP/1.1 200')) reject(new Error(`answered ${text.slice(0, 400)}`));
          const end = text.indexOf('\r\n\r\n');
          const length = Number(/\r\ncontent-length: (\d+)/i.exec(text)?.[1]);
          missing = length - (chunk.length - end - 4);
        } else missing -= chunk.length;
        if (missing > 0) return;
        missing = -1;
        send();
      });
      socket.on('error', reject);
      socket.on('close', () => resolve());
    });

  return Promise.all(Array.from({ length: connections }, keepBusy)).then(() => {});
}

answerParent(async (query) => {
  const began = performance.now();
  await load(loadSchema.parse(query));
  return (performance.now() - began) / 1000;
});
