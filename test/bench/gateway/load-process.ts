import { connect } from 'node:net';
import { z } from 'zod';
import { answerParent } from '../../support/bench-child.ts';

export const loadSchema = z.object({
  port: z.number(),
  connections: z.number(),
  requests: z.number(),
  /** Sent at even times, whatever the answers before took; without it, one after another on each connection. */
  perSecond: z.number().optional(),
  headers: z.record(z.string(), z.string()),
});

/** Milliseconds of each request from the time it was due; it reads no more of an answer than its length. */
async function load({
  port,
  connections,
  requests,
  perSecond,
  headers,
}: z.infer<typeof loadSchema>): Promise<number[]> {
  const lines = Object.entries({ host: `127.0.0.1:${port}`, ...headers }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  const request = Buffer.from(`GET /api/v1/teams?name=core HTTP/1.1\r\n${lines.join('')}\r\n`);
  const began = performance.now();
  const times: number[] = [];
  let sent = 0;

  const keepBusy = () =>
    new Promise<void>((resolve, reject) => {
      const socket = connect(port, '127.0.0.1', send);
      socket.setNoDelay(true);
      let due = 0;
      function write() {
        // Timers are whole milliseconds: what goes out early was due then.
        due = Math.min(due, performance.now());
        socket.write(request);
      }
      function send() {
        if (sent >= requests) {
          socket.end();
          return;
        }
        const now = performance.now();
        due = perSecond === undefined ? now : began + (sent * 1000) / perSecond;
        sent += 1;
        if (due - now < 1) write();
        else setTimeout(write, due - now);
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
        times.push(performance.now() - due);
        send();
      });
      socket.on('error', reject);
      socket.on('close', () => resolve());
    });

  await Promise.all(Array.from({ length: connections }, keepBusy));
  return times;
}

answerParent(async (query) => {
  const began = performance.now();
  const times = (await load(loadSchema.parse(query))).sort((one, other) => one - other);
  const at = (share: number) => times[Math.floor(share * (times.length - 1))] ?? Number.NaN;
  return { seconds: (performance.now() - began) / 1000, medianMs: at(0.5), p99Ms: at(0.99) };
});
