import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startNats } from '@linescope/local-stores/nats';
import { z } from 'zod';
import { type BenchChild, startChild } from '../support/bench-child.ts';
import { memoryOfOwn } from '../support/memory-by-unit.ts';

const HELP = `npm run bench -- gateway [--rounds 40] [--requests 1500] [--connections 32]

Requests a second through the gateway, with authentication, against a bare express + http-proxy-middleware and against the
service itself. The three take short turns in many rounds, so that a busy machine is equally unkind to each; medians are printed.
Then each is asked half of what it could answer, at even times, for ten seconds: how long that takes from the time a request was due.
`;

const WARM_UP = 20_000;
const CALM_SECONDS = 10;
const loadedSchema = z.object({ seconds: z.number(), medianMs: z.number(), p99Ms: z.number() });
const HEADERS = { authorization: 'Bearer ls_bench', accept: 'application/json', 'user-agent': 'bench' };
const processFile = (name: string): string => join(import.meta.dirname, 'gateway', name);

interface Contender {
  name: string;
  port: number;
  process: BenchChild;
  rates: number[];
  cpuMicros: number[];
}

const { values } = parseArgs({
  options: {
    help: { type: 'boolean', short: 'h' },
    rounds: { type: 'string', default: '40' },
    requests: { type: 'string', default: '1500' },
    connections: { type: 'string', default: '32' },
  },
});
if (values.help) process.stdout.write(HELP);
else await run(Number(values.rounds), Number(values.requests), Number(values.connections));

async function run(rounds: number, requests: number, connections: number): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'linescope-bench-'));
  const nats = await startNats({ dataDir, log: () => {} });
  const load = startChild(processFile('load-process.ts'));
  const contenders = await startContenders(nats.url);

  for (let round = 0; round <= rounds; round++) {
    // The order turns with each round; the first only warms up.
    for (let turn = 0; turn < contenders.length; turn++) {
      const contender = contenders[(round + turn) % contenders.length];
      if (!contender) continue;
      const before = await contender.process.cpu();
      const query = { port: contender.port, connections, requests: round === 0 ? WARM_UP : requests, headers: HEADERS };
      const { seconds } = await load.ask(query, loadedSchema);
      const cpu = (await contender.process.cpu()) - before;
      if (round > 0) {
        contender.rates.push(requests / seconds);
        contender.cpuMicros.push(cpu / requests);
      }
    }
  }
  report(contenders);
  for (const contender of contenders) await reportAtHalfLoad(contender, load, connections);
  process.stdout.write(`${memoryOfOwn()}\n`);
  for (const child of [load, ...contenders.map((contender) => contender.process)]) child.stop();
  await nats.stop();
  await rm(dataDir, { recursive: true, force: true });
}

async function reportAtHalfLoad({ name, port, rates }: Contender, load: BenchChild, connections: number) {
  const perSecond = Math.round(median(rates) / 2);
  const query = { port, connections, requests: perSecond * CALM_SECONDS, perSecond, headers: HEADERS };
  const { medianMs, p99Ms } = await load.ask(query, loadedSchema);
  process.stdout.write(
    `${name.padEnd(38)} at ${perSecond} requests/s: median ${medianMs.toFixed(1)} ms, p99 ${p99Ms.toFixed(1)} ms\n`,
  );
}

async function startContenders(natsUrl: string): Promise<Contender[]> {
  const secret = randomBytes(32).toString('base64url');
  const shared = { LOG_LEVEL: 'error', BIND_HOST: '127.0.0.1', INTERNAL_PORT: '0', GRPC_PORT: '0', RPC_TOKEN: secret };
  const service = startChild(processFile('service-process.ts'), shared);
  const { http, grpc } = await service.ask('start', z.object({ http: z.number(), grpc: z.number() }));
  const target = `http://127.0.0.1:${http}`;
  const bare = startChild(processFile('bare-proxy-process.ts'), { TARGET: target, NODE_ENV: 'production' });
  const gateway = startChild(processFile('gateway-process.ts'), {
    ...shared,
    NODE_ENV: 'production',
    PORT: '0',
    NATS_URL: natsUrl,
    PRINCIPAL_KEYS: JSON.stringify([{ kid: 'bench', secret }]),
    IDENTITY_GRPC: `127.0.0.1:${grpc}`,
    IDENTITY_HTTP: target,
    DEVELOPERS_TEAMS_HTTP: target,
    DEFECTS_RELEASES_HTTP: target,
    IMPORTS_HTTP: target,
    ANALYTICS_HTTP: target,
  });
  const contender = (name: string, process: BenchChild, port: number): Contender => ({
    name,
    process,
    port,
    rates: [],
    cpuMicros: [],
  });
  return [
    contender('the service itself', service, http),
    contender('bare express + http-proxy-middleware', bare, await bare.ask('start', z.number())),
    contender('the gateway, authenticated', gateway, await gateway.ask('start', z.number())),
  ];
}

function report([direct, bare, gateway]: Contender[]): void {
  if (!direct || !bare || !gateway) return;
  for (const { name, rates, cpuMicros } of [direct, bare, gateway]) {
    const rate = Math.round(median(rates)).toString().padStart(6);
    const spread = `${Math.round(Math.min(...rates))}–${Math.round(Math.max(...rates))}`;
    const cpu = median(cpuMicros).toFixed(0).padStart(4);
    process.stdout.write(`${name.padEnd(38)} ${rate} requests/s (${spread}), ${cpu} µs of its processor each\n`);
  }
  const toBare = median(gateway.rates.map((rate, round) => rate / (bare.rates[round] ?? Number.NaN)));
  const toDirect = median(gateway.rates.map((rate, round) => rate / (direct.rates[round] ?? Number.NaN)));
  process.stdout.write(`\ngateway / bare proxy   ${toBare.toFixed(2)}  (at least 1.10 is wanted)\n`);
  process.stdout.write(`gateway / direct       ${toDirect.toFixed(2)}\n`);
  process.stdout.write(
    `processor per request, bare / gateway  ${(median(bare.cpuMicros) / median(gateway.cpuMicros)).toFixed(2)}\n`,
  );
}

function median(numbers: number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
