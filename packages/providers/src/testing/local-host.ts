import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createRuntime, type Runtime, type RuntimeOptions } from '../pacing/runtime.ts';

export type Received = { method: string; path: string; query: URLSearchParams; headers: Headers; body: string };
export type Reply = {
  status?: number;
  headers?: Record<string, string>;
  /** JSON unless it is a string or bytes, which go out as they stand. */
  body?: unknown;
  /** Ends the connection after this many bytes of the body, though more were announced. */
  cutAfter?: number;
  /** Never answers. */
  silent?: boolean;
};

export type LocalHost = AsyncDisposable & { url: string; log: Received[] };

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

/** A host on loopback that answers as given and remembers every call: its log is the referee of call counts. */
export async function startLocalHost(answer: (request: Received, url: string) => Reply): Promise<LocalHost> {
  const log: Received[] = [];
  const server = createServer((request, response) => {
    void textOf(request).then((body) => {
      const url = new URL(request.url ?? '/', 'http://local');
      const headers = new Headers(
        Object.entries(request.headers).map(([name, value]) => [name, String(value)] as [string, string]),
      );
      const received = { method: request.method ?? '', path: url.pathname, query: url.searchParams, headers, body };
      log.push(received);
      const reply = answer(received, origin());
      if (reply.silent) return;
      const { body: given = null } = reply;
      const text = Buffer.isBuffer(given)
        ? given
        : Buffer.from(typeof given === 'string' ? given : JSON.stringify(given));
      const status = reply.status ?? 200;
      response.writeHead(status, {
        'content-type': 'application/json',
        ...(status === 304 ? {} : { 'content-length': String(text.length) }),
        ...reply.headers,
      });
      if (reply.cutAfter === undefined) return void response.end(status === 304 ? '' : text);
      response.write(text.subarray(0, reply.cutAfter), () => response.destroy());
    });
  });
  const origin = () => {
    const address: AddressInfo | string | null = server.address();
    if (address === null || typeof address === 'string') throw new Error('the local host is not listening');
    return `http://127.0.0.1:${address.port}`;
  };
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: origin(),
    log,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export type FakeTime = { now: number; slept: number[] };

/** A world for tests: its clock moves only when someone sleeps, and chance is always one half. */
export function testRuntime(options: RuntimeOptions = {}): Runtime & { time: FakeTime } {
  const time: FakeTime = { now: Date.parse('2026-10-08T12:00:00Z'), slept: [] };
  const runtime = createRuntime({
    allowPrivateAddresses: true,
    timeoutMs: 5_000,
    now: () => time.now,
    sleep: async (ms) => {
      time.slept.push(ms);
      time.now += ms;
    },
    random: () => 0.5,
    ...options,
  });
  return { ...runtime, time };
}
