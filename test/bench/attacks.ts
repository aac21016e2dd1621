import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { makeRepository } from '@linescope/git-engine/referee/made-up-history';
import { offerAtCodeHost, queueImport } from '@linescope/one-machine/imports/queue-repository';
import type { Answered } from '@linescope/test-kit/test-service';
import { z } from 'zod';
import { type BenchStack, startBenchStack } from '../support/bench-stack.ts';
import { busyHistory } from '../support/busy-history.ts';
import { type Caller, createCaller } from '../support/call-api.ts';
import { type HostileHost, startHostileHost } from './attacks/hostile-host.ts';
import { askUntil, type Seen } from './attacks/victim.ts';

const HELP = `npm run bench -- attacks [--seconds 20] [--repos 500]

A whole stack with two customers. One asks ordinary questions; the other attacks for so many seconds in each of six ways: stores
without a password, releases with keys without end, tables and ampersands in descriptions, a code host whose lists never end,
very many imports, and a clone that drips. Printed are what the attack was answered, and the first customer's p95 before it and
beside it.
`;

const { values } = parseArgs({
  options: {
    help: { type: 'boolean', short: 'h' },
    seconds: { type: 'string', default: '20' },
    repos: { type: 'string', default: '500' },
  },
});
const RIVALS_REPO = 'rival/repo-0';
const MS = Number(values.seconds) * 1000;
const write = (text: string) => process.stdout.write(`${text}\n`);

interface World {
  stack: BenchStack;
  victim: Caller;
  rival: Caller;
  host: HostileHost;
  slug: string;
}

async function run(repos: number): Promise<void> {
  const history = await makeRepository(busyHistory(1500));
  const host = await startHostileHost();
  const stack = await startBenchStack({ RATE_LIMIT_PER_MINUTE: '600' });
  try {
    const { ready } = stack;
    await stack.importHistory(history.gitDir, 'victim/app');
    for (let number = 0; number < repos; number += 1) await host.addRepository(`repo-${number}`, history.gitDir);
    const superAdmin = createCaller(ready.base_url, ready.admin_token ?? '');
    const provisioned = await superAdmin.post('/api_tokens/provision_user', connectionOf(host, 'rival'));
    const token = z.string().parse(provisioned.body.api_token);
    const victim = createCaller(ready.base_url, ready.api_token ?? '');
    const world: World = {
      stack,
      host,
      victim,
      rival: createCaller(ready.base_url, token),
      slug: ready.entity_slug ?? '',
    };
    await world.rival.post('/imports', { resource_path: 'rival', repo_path: RIVALS_REPO, window: 'all' });
    while (!(await isImported(world.rival, 'rival', RIVALS_REPO))) await delay(500);
    await askUntil(victim, world.slug, timer(5_000));
    await beside(world, '1 stores without a password', () => openStores(world));
    await beside(world, '2 releases with keys without end', (until) => swollenRelease(world, until));
    await beside(world, '3 tables and ampersands in descriptions', () => heavyDescriptions(world));
    await beside(world, '4 a code host whose lists never end', (until) => endlessLists(world, until));
    await beside(world, '5 very many imports', () => manyImports(world, repos, history.gitDir));
    await beside(world, '6 clones that drip', () => drippingClones(world, history.gitDir));
  } finally {
    await stack.stop();
    await host.stop();
    await history.remove();
  }
}

const timer = (milliseconds: number) => {
  const until = Date.now() + milliseconds;
  return () => Date.now() >= until;
};

const connectionOf = (host: HostileHost, slug: string) => ({
  email: `admin@${slug}.example`,
  entity_slug: slug,
  git_provider_em: 'hostC',
  git_provider_token: host.token,
  custom_endpoint_url: host.url,
});

/** The attack for its time, and what the other customer saw before and meanwhile. */
async function beside(world: World, name: string, attack: (isOver: () => boolean) => Promise<string>): Promise<void> {
  const calm = await askUntil(world.victim, world.slug, timer(10_000));
  let isDone = false;
  const least = timer(MS);
  const watching = askUntil(world.victim, world.slug, () => isDone && least());
  const said = await attack(timer(MS)).finally(() => {
    isDone = true;
  });
  const seen = await watching;
  write(`${name}: ${said}`);
  write(
    `  the other customer: p95 ${shown(calm)} before, ${shown(seen)} beside it, ${(seen.p95 / calm.p95).toFixed(2)} × (slowest ${seen.slowest.toFixed(0)} ms, ${seen.refused} of ${seen.calls} refused)`,
  );
}

const shown = ({ p95 }: Seen): string => `${p95.toFixed(0)} ms`;

/** Counts answers by status, until the time is over; a limit is not waited for. */
async function hammer(isOver: () => boolean, call: (number: number) => Promise<Answered>): Promise<string> {
  const statuses = new Map<number, number>();
  let refusal = '';
  let number = 0;
  const one = async () => {
    while (!isOver()) {
      const { status, body } = await call(number++).catch(() => ({ status: 0, body: undefined }));
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      if (status >= 400 && status !== 429) refusal = body?.response_detail ?? '';
      await delay(20);
    }
  };
  await Promise.all([one(), one(), one(), one()]);
  const known = [...statuses].map(([status, count]) => `${count} × ${status || 'no answer'}`);
  return known.join(', ') + (refusal === '' ? '' : ` ("${refusal}")`);
}

async function openStores({ stack }: World): Promise<string> {
  const clickHouse = new URL(stack.ready.clickhouse_url);
  const statements = ['SELECT 1', 'DROP TABLE linescope.commits', "SELECT * FROM url('http://127.0.0.1:1/', 'CSV')"];
  const answers = await Promise.all(
    statements.map((body) => fetch(`${clickHouse.origin}/`, { method: 'POST', body }).then(({ status }) => status)),
  );
  const forged = 'CONNECT {"verbose":true}\r\nPUB linescope.gateways.uses 2\r\n{}\r\n';
  const said = await sayTo(Number(new URL(stack.ready.nats_url).port), forged);
  return `ClickHouse ${answers.join(', ')}; NATS ${said}`;
}

const sayTo = (port: number, text: string): Promise<string> =>
  new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port });
    let answered = '';
    const finish = () => resolve(/-ERR [^\r\n]*/.exec(answered)?.[0] ?? 'took it');
    socket
      .on('data', (part) => (answered += part))
      .on('close', finish)
      .on('error', finish);
    socket.setTimeout(3_000, () => socket.destroy());
    socket.write(text);
  });

function swollenRelease({ rival }: World, isOver: () => boolean): Promise<string> {
  return hammer(isOver, (number) =>
    rival.post('/releases', {
      resource_path: `rival/${RIVALS_REPO}`,
      name: 'swollen',
      released_at: '2026-01-01T00:00:00Z',
      issue_keys_resolved: Array.from({ length: 500 }, (_, key) => `${number}-${key}-`.padEnd(200, 'K')),
    }),
  );
}

async function heavyDescriptions({ rival }: World): Promise<string> {
  const row = `|${'a|'.repeat(60)}\n`;
  const table = `${row}|${'-|'.repeat(60)}\n${row.repeat(600)}`;
  const record = (key: string, description: string) =>
    rival.post('/critical_defects', { resource_path: 'rival', defect_key: key, detected_now: true, description });
  const tooLong = await record('TOO-LONG', table.slice(0, 64 * 1024));
  for (let number = 0; number < 12; number += 1) await record(`TABLE-${number}`, table.slice(0, 16 * 1024));
  for (let number = 0; number < 50; number += 1) await record(`AMP-${number}`, '&'.repeat(16 * 1024));
  const listed = await hammer(timer(MS), () => rival.get('/critical_defects', { resource_path: 'rival' }));
  return `64 KiB ${tooLong.status}; the list ${listed}`;
}

async function endlessLists({ rival, host }: World, isOver: () => boolean): Promise<string> {
  host.setEndless(true);
  const before = host.requests();
  const answers = await hammer(isOver, () => rival.post('/api_tokens/provision_user', connectionOf(host, 'rival')));
  const during = host.requests() - before;
  await delay(3_000);
  const after = host.requests() - before - during;
  host.setEndless(false);
  return `${answers}; ${during} pages read, ${after} in the 3 s after it`;
}

const imported = z.looseObject({
  repos: z.array(z.looseObject({ repo_path: z.string(), import_status: z.string() })),
});

/** How long the other customer's first import of a repo takes. */
async function importOfVictim({ stack, victim, slug }: World, gitDir: string, repoPath: string): Promise<string> {
  const began = performance.now();
  await offerAtCodeHost(stack.ready, { gitDir, repoPath });
  await queueImport(stack.ready, repoPath, 'all');
  while (!(await isImported(victim, slug, repoPath))) await delay(500);
  return `${((performance.now() - began) / 1000).toFixed(1)} s`;
}

async function isImported(api: Caller, slug: string, repoPath: string): Promise<boolean> {
  const { body } = await api.get('/imports', { resource_path: slug });
  const found = imported.safeParse(body).data?.repos.find((repo) => repo.repo_path === repoPath);
  return found?.import_status === 'processing_completed';
}

async function manyImports(world: World, repos: number, gitDir: string): Promise<string> {
  const alone = await importOfVictim(world, gitDir, 'victim/alone');
  let queued = 0;
  while (queued < repos) {
    const { status, body } = await world.rival.post('/imports', {
      resource_path: 'rival',
      repo_path: `rival/repo-${queued}`,
      window: 'all',
    });
    if (status < 300) queued += 1;
    else if (status === 429) await delay(1_000);
    else throw new Error(`the import was answered ${status}: ${body?.response_detail}`);
  }
  const amid = await importOfVictim(world, gitDir, 'victim/amid');
  return `${queued} queued; the other customer's import took ${alone} before it, ${amid} beside it`;
}

async function drippingClones(world: World, gitDir: string): Promise<string> {
  world.host.setDripping(true);
  for (let number = 0; number < 4; number += 1) {
    await world.host.addRepository(`drip-${number}`, gitDir);
    await world.rival.post('/imports', { resource_path: 'rival', repo_path: `rival/drip-${number}`, window: 'all' });
  }
  await delay(3_000);
  const amid = await importOfVictim(world, gitDir, 'victim/dripped');
  world.host.setDripping(false);
  return `the other customer's import took ${amid} beside them`;
}

if (values.help) write(HELP);
else await run(Number(values.repos));
