import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startCodeHost } from '@linescope/code-host/start-code-host';

export interface HostileHost {
  url: string;
  token: string;
  /** Requests that arrived so far. */
  requests(): number;
  /** Every list says that another page follows. */
  setEndless(on: boolean): void;
  /** Clones get two kilobytes a second, until this is switched off. */
  setDripping(on: boolean): void;
  addRepository(name: string, gitDir: string): Promise<void>;
  stop(): Promise<void>;
}

const TOKEN = 'token-of-the-rival';
const DRIP_MS = 500;

/** A code host of a customer who wants to hurt others: a good one, behind a front that misbehaves when told to. */
export async function startHostileHost(): Promise<HostileHost> {
  const dataDir = await mkdtemp(join(tmpdir(), 'linescope-hostile-'));
  const behind = await startCodeHost({ dataDir, tokens: { [TOKEN]: 'rival' } });
  const does = { endless: false, dripping: false };
  const dripping = new Set<ServerResponse>();
  let requests = 0;
  const front = createServer((request, response) => {
    requests += 1;
    if (does.dripping && request.url?.includes('.git/')) drip(response, dripping);
    else forward(request, response, behind.url, () => (does.endless ? requests : 0)).catch(() => response.destroy());
  });
  front.listen(0, '127.0.0.1');
  await once(front, 'listening');
  const address = front.address();
  return {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`,
    token: TOKEN,
    requests: () => requests,
    setEndless: (on) => {
      does.endless = on;
    },
    setDripping: (on) => {
      does.dripping = on;
      if (!on) for (const response of dripping.values()) response.destroy();
    },
    addRepository: async (name, gitDir) => {
      await behind.addRepository({ org: 'rival', name, gitDir });
    },
    async stop() {
      front.closeAllConnections();
      front.close();
      await behind.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function forward(request: IncomingMessage, response: ServerResponse, to: string, nextPage: () => number) {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part);
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers))
    if (typeof value === 'string' && !['connection', 'content-length', 'host'].includes(name)) headers.set(name, value);
  const page = nextPage();
  const answer = await fetch(`${to}${page > 0 ? firstPage(request.url) : request.url}`, {
    method: request.method ?? 'GET',
    headers,
    ...(parts.length > 0 ? { body: Buffer.concat(parts) } : {}),
    redirect: 'manual',
  });
  const body = Buffer.from(await answer.arrayBuffer());
  const own = `http://${request.headers.host}`;
  const kept = [...answer.headers].flatMap(([name, value]) =>
    ['connection', 'content-encoding', 'content-length', 'transfer-encoding'].includes(name)
      ? []
      : [[name, value.replaceAll(to, own)]],
  );
  const link = page > 0 ? [['link', `<${own}${(request.url ?? '').split('?')[0]}?page=${page}>; rel="next"`]] : [];
  response.writeHead(answer.status, Object.fromEntries([...kept, ...link]));
  const isText = answer.headers.get('content-type')?.includes('json');
  response.end(isText ? body.toString().replaceAll(to, own) : body);
}

const firstPage = (url = '/'): string => url.replace(/([?&])page=\d+/, '$1page=1');

function drip(response: ServerResponse, dripping: Set<ServerResponse>): void {
  dripping.add(response);
  response.writeHead(200, { 'content-type': 'application/x-git-upload-pack-advertisement' });
  response.write('001e# service=git-upload-pack\n0000');
  const timer = setInterval(() => response.write('0'.repeat(1024)), DRIP_MS);
  response.on('close', () => {
    clearInterval(timer);
    dripping.delete(response);
  });
}
