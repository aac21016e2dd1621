import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { type BenchStack, startBenchStack } from '../support/bench-stack.ts';
import { type Caller, createCaller } from '../support/call-api.ts';
import { freeze, mountSmallDisk, sendSignal } from '../support/faults.ts';

const HELP = `npm run bench -- bad-week [--seconds 30]

A whole stack whose parts are killed, stopped for so many seconds, and whose disk runs full (as root), one after the other, while a
client reads and writes: what the client was answered, how long until all was well again, and what the logs said. At the end every
write that was acknowledged is looked for.
`;

const { values } = parseArgs({
  options: { help: { type: 'boolean', short: 'h' }, seconds: { type: 'string', default: '30' } },
});
const MS = Number(values.seconds) * 1000;
/** So long must all calls succeed before a fault counts as over. */
const CALM_MS = 5_000;
const KILLED = [
  'postgres',
  'nats',
  'clickhouse',
  'identity',
  'analytics',
  'defects-releases',
  'imports-worker',
  'gateway',
];
const STOPPED = ['postgres', 'nats', 'clickhouse', 'identity', 'analytics'];
const write = (text: string) => process.stdout.write(`${text}\n`);

async function run(): Promise<void> {
  const disk = mountSmallDisk();
  const stack = await startBenchStack(disk ? { DATA_DIR: disk.folder } : {});
  const api = createCaller(stack.ready.base_url, stack.ready.api_token ?? '');
  const acknowledged: string[] = [];
  const suffer = (name: string, fault: () => Promise<unknown>) => watchFault(stack, api, acknowledged, name, fault);
  try {
    await suffer('nothing', () => delay(CALM_MS));
    for (const name of KILLED)
      await suffer(`${name} killed`, async () => sendSignal(stack.pids()[name] ?? 0, 'SIGKILL'));
    for (const name of STOPPED)
      await suffer(`${name} stopped for ${MS / 1000} s`, () => freeze(stack.pids()[name], MS));
    if (disk) await suffer(`disk full for ${MS / 1000} s`, () => disk.fill(MS));
    else write('no disk can be mounted here: none ran full');
    const kept = await listKeys(api);
    const lost = acknowledged.filter((key) => !kept.has(key));
    write(`${acknowledged.length} writes acknowledged, ${lost.length} lost ${lost.join(' ')}`);
  } finally {
    await stack.stop();
    await disk?.remove();
  }
}

interface Call {
  at: number;
  kind: 'read' | 'write';
  status: number;
}

async function watchFault(
  stack: BenchStack,
  api: Caller,
  acknowledged: string[],
  name: string,
  fault: () => Promise<unknown>,
): Promise<void> {
  const calls: Call[] = [];
  const logs = startOfLogs(stack);
  let isOver = false;
  const note = (kind: Call['kind'], status: number) => calls.push({ at: Date.now(), kind, status });
  const reading = repeat(
    () => isOver,
    async (number) => {
      const answer = await api
        .get('/reports', { resource_path: 'demo', days_ago: 30 + (number % 300) })
        .catch(() => null);
      note('read', answer?.status ?? 0);
    },
  );
  const writing = repeat(
    () => isOver,
    async () => {
      const key = `WEEK-${acknowledged.length}-${Date.now()}`;
      const fields = { resource_path: 'demo', defect_key: key, detected_now: true };
      const answer = await api.post('/critical_defects', fields).catch(() => null);
      note('write', answer?.status ?? 0);
      if (answer && answer.status < 300) acknowledged.push(key);
    },
  );
  await delay(500);
  const began = Date.now();
  await fault();
  const ended = Date.now();
  const lastFailure = () => calls.findLast(({ status }) => status === 0 || status >= 300)?.at ?? began;
  while (Date.now() - Math.max(ended, lastFailure()) < CALM_MS) await delay(100);
  isOver = true;
  await Promise.all([reading, writing]);
  const well = Math.max(0, lastFailure() - began) / 1000;
  write(
    `${name}: reads ${countsOf(calls, 'read')}; writes ${countsOf(calls, 'write')}; well after ${well.toFixed(1)} s`,
  );
  for (const line of logs.added()) write(`    ${line}`);
}

async function repeat(isOver: () => boolean, call: (number: number) => Promise<void>): Promise<void> {
  for (let number = 0; !isOver(); number += 1) {
    await call(number);
    await delay(100);
  }
}

function countsOf(calls: Call[], kind: Call['kind']): string {
  const statuses = calls.filter((call) => call.kind === kind).map(({ status }) => status);
  return [...new Set(statuses)]
    .map((status) => `${statuses.filter((one) => one === status).length} × ${status || 'no answer'}`)
    .join(', ');
}

const logged = z.object({ level: z.enum(['warn', 'error', 'fatal']), service: z.string(), msg: z.string() });

/** What the start and the units say from now on, each sentence once; of the units what is a warning or worse. */
function startOfLogs({ dataDir, output }: BenchStack): { added(): string[] } {
  const folder = join(dataDir, 'logs');
  const sizes = new Map(readdirSync(folder).map((file) => [file, statSync(join(folder, file)).size]));
  const said = output().length;
  return {
    added: () => {
      const ofUnits = readdirSync(folder).flatMap((file) =>
        readFileSync(join(folder, file), 'utf8')
          .slice(sizes.get(file) ?? 0)
          .split('\n')
          .flatMap((line) => {
            const { data } = logged.safeParse(parsed(line));
            return data ? [`${data.service}: ${data.msg.replaceAll(/\d+/g, 'N')}`] : [];
          }),
      );
      const ofStart = output()
        .slice(said)
        .split('\n')
        .filter((line) => line.trim() !== '');
      return [...new Set([...ofStart, ...ofUnits])];
    },
  };
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null; // of a store, or cut
  }
}

const page = z.looseObject({
  next_cursor: z.string().nullable(),
  critical_defects: z.array(z.looseObject({ defectKey: z.string() })),
});

async function listKeys(api: Caller): Promise<Set<string>> {
  const keys = new Set<string>();
  let cursor: string | undefined;
  do {
    const { body } = await api.get('/critical_defects', { resource_path: 'demo', per_page: 1000, cursor });
    const { next_cursor, critical_defects } = page.parse(body);
    for (const { defectKey } of critical_defects) keys.add(defectKey);
    cursor = next_cursor ?? undefined;
  } while (cursor !== undefined);
  return keys;
}

if (values.help) write(HELP);
else await run();
