// One set of servers for a whole test run. Each is started when a test first asks for it, so a run that needs none pays nothing.
// This process is a child of the runner with a channel to it: when the runner ends, in whatever way, the channel closes,
// and the servers and their folder go, in which the tests make their temporary files too.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startClickHouse } from '@linescope/local-stores/clickhouse';
import { startNats } from '@linescope/local-stores/nats';
import { startPostgres } from '@linescope/local-stores/postgres';
import type { TestServer } from './container-servers.ts';
import { CLICKHOUSE_SERVERS } from './servers.ts';

const folder = mkdtempSync(join(tmpdir(), 'linescope-test-'));
chmodSync(folder, 0o711); // Postgres may run as another user, who must be able to pass

const log = (line: string) => {
  if (process.env.TEST_SERVER_LOGS === '1') process.stderr.write(`${line}\n`);
};

type Starters = Map<string, () => Promise<TestServer>>;

const PROCESSES: Starters = new Map([
  ['/postgres', () => startPostgres({ dataDir: join(folder, 'postgres'), password: 'test', durable: false, log })],
  ['/nats', () => startNats({ dataDir: join(folder, 'nats'), log })],
  ...ofEachClickHouse((path) => () => startClickHouse({ dataDir: join(folder, path), log })),
]);
const STARTERS = process.env.TEST_STORES === 'containers' ? await inContainers() : PROCESSES;
const started = new Map<string, Promise<TestServer>>();

const server = createServer(async (request, response) => {
  // A test that keeps its process busy would not notice that an idle connection was closed, and ask on it.
  response.setHeader('connection', 'close');
  const name = request.url ?? '';
  const start = STARTERS.get(name);
  if (start === undefined) {
    response.writeHead(404).end();
    return;
  }
  const part = started.get(name) ?? start();
  started.set(name, part);
  try {
    response.end((await part).url);
  } catch (error) {
    response.writeHead(500).end(error instanceof Error ? explain(error) : String(error));
  }
});

function ofEachClickHouse<T>(start: (path: string) => T): [string, T][] {
  return Array.from({ length: CLICKHOUSE_SERVERS }, (_, number) => {
    const path = `clickhouse/${number}`;
    return [`/${path}`, start(path)];
  });
}

async function inContainers(): Promise<Starters> {
  const containers = await import('./container-servers.ts');
  return new Map([
    ['/postgres', containers.startPostgresContainer],
    ['/nats', containers.startNatsContainer],
    ...ofEachClickHouse(() => containers.startClickHouseContainer),
  ]);
}

function explain(error: Error): string {
  const lines = 'lastLines' in error && Array.isArray(error.lastLines) ? error.lastLines : [];
  return [error.message, ...lines].join('\n');
}

async function stopEverything(): Promise<void> {
  server.close();
  const parts = await Promise.allSettled(started.values());
  await Promise.allSettled(parts.map((part) => (part.status === 'fulfilled' ? part.value.stop() : undefined)));
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  process.exit(0);
}

process.once('disconnect', stopEverything);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {}); // the runner decides when
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (typeof address === 'object' && address !== null)
    process.send?.({ url: `http://127.0.0.1:${address.port}`, folder });
});
