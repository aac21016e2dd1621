import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { makeRepository } from '@linescope/git-engine/referee/made-up-history';
import { z } from 'zod';
import { startChild } from '../support/bench-child.ts';
import { type BenchStack, startBenchStack } from '../support/bench-stack.ts';
import { busyHistory } from '../support/busy-history.ts';
import { createCaller } from '../support/call-api.ts';
import { mostUsed, untilIdle, usedBy } from './attacks/idle-stack.ts';
import { timeImport } from './attacks/imports.ts';
import { openStores } from './attacks/open-stores.ts';
import type { Order } from './attacks/rival.ts';
import { askUntil, type Customer, type Seen } from './attacks/victim.ts';

const HELP = `npm run bench -- attacks [--seconds 20] [--repos 500] [--only 2,3]

A whole stack with two customers. One asks ordinary questions; the other attacks for so many seconds in each of six ways: stores
without a password, releases with keys without end, tables and ampersands in descriptions, a code host whose lists never end,
a clone that drips, and very many imports. Printed are what the attack was answered, the first customer's p95 before it and
beside it, and the processor time that the stack's processes used meanwhile.

The attacker and the hostile code host are a process of their own at the lowest priority, since they would be other computers: what
is measured is what the service does for them. The calm value before an attack is taken when the stack's processes are idle again.
Very many imports come last, for they go on after the attack.
`;

const { values } = parseArgs({
  options: {
    help: { type: 'boolean', short: 'h' },
    seconds: { type: 'string', default: '20' },
    repos: { type: 'string', default: '500' },
    only: { type: 'string', default: '1,2,3,4,5,6' },
  },
});
const MS = Number(values.seconds) * 1000;
const write = (text: string) => process.stdout.write(`${text}\n`);

interface World {
  stack: BenchStack;
  victim: Customer;
  git: string;
  /** Has the other customer do something, and tells what they saw. */
  rival(order: Order): Promise<string>;
}

async function run(repos: number, only: readonly string[]): Promise<void> {
  const history = await makeRepository(busyHistory(1500));
  const child = startChild(join(import.meta.dirname, 'attacks/rival-process.ts'));
  const rival = (order: Order) => child.ask(order, z.string());
  const stack = await startBenchStack({ RATE_LIMIT_PER_MINUTE: '600' });
  try {
    const { ready } = stack;
    await stack.importHistory(history.gitDir, 'victim/app');
    const [base_url, admin_token] = [ready.base_url, ready.admin_token ?? ''];
    await rival({ do: 'settle', base_url, admin_token, repos, git: history.gitDir });
    const api = createCaller(base_url, ready.api_token ?? '');
    const world: World = { stack, rival, git: history.gitDir, victim: { api, slug: ready.entity_slug ?? '' } };
    await askUntil(world.victim, timer(5_000));
    for (const attack of ATTACKS) if (only.includes(attack.name.slice(0, 1))) await beside(world, attack, repos);
  } finally {
    await stack.stop();
    await rival({ do: 'stop' });
    child.stop();
    await history.remove();
  }
}

const timer = (milliseconds: number) => {
  const until = Date.now() + milliseconds;
  return () => Date.now() >= until;
};

interface Attack {
  name: string;
  /** What takes no part in the comparison. */
  prepare?(world: World): Promise<string>;
  run(world: World, repos: number): Promise<string>;
}

const ATTACKS: Attack[] = [
  { name: '1 stores without a password', run: ({ stack }) => openStores(stack.ready) },
  { name: '2 releases with keys without end', run: ({ rival }) => rival({ do: 'release', ms: MS }) },
  { name: '3 tables and ampersands in descriptions', run: ({ rival }) => rival({ do: 'describe', ms: MS }) },
  { name: '4 a code host whose lists never end', run: ({ rival }) => rival({ do: 'endless', ms: MS }) },
  { name: '6 clones that drip', run: drippingClones },
  {
    name: '5 very many imports',
    prepare: (world) => importOfVictim(world, 'victim/alone'),
    run: manyImports,
  },
];

/** The attack for its time, and what the other customer saw before and meanwhile. */
async function beside(world: World, { name, prepare, run: attack }: Attack, repos: number): Promise<void> {
  const prepared = await prepare?.(world);
  const waited = await untilIdle(world.stack);
  const calm = await askUntil(world.victim, timer(Math.max(10_000, MS)));
  let isDone = false;
  const least = timer(MS);
  const before = usedBy(world.stack);
  const watching = askUntil(world.victim, () => isDone && least());
  const said = await attack(world, repos).finally(() => {
    isDone = true;
  });
  const seen = await watching;
  const used = mostUsed(usedBy(world.stack), before);
  write(`${name}: ${said}${prepared === undefined ? '' : `, ${prepared} before it`}`);
  write(
    `  the other customer: p95 ${shown(calm)} before, ${shown(seen)} beside it, ${(seen.p95 / calm.p95).toFixed(2)} × (slowest ${seen.slowest.toFixed(0)} ms, ${seen.refused} of ${seen.calls} refused)`,
  );
  write(`  idle after ${waited.toFixed(0)} s; processor time beside the attack: ${used}`);
}

const shown = ({ p95, median }: Seen): string => `${p95.toFixed(0)} ms (median ${median.toFixed(0)})`;

const importOfVictim = ({ stack, victim, git }: World, repoPath: string): Promise<string> =>
  timeImport(stack.ready, victim, git, repoPath);

async function manyImports(world: World, repos: number): Promise<string> {
  const queued = await world.rival({ do: 'import', repos });
  return `${queued}; the other customer's import took ${await importOfVictim(world, 'victim/amid')} beside it`;
}

async function drippingClones(world: World): Promise<string> {
  await world.rival({ do: 'drip', git: world.git });
  await delay(3_000);
  const took = await importOfVictim(world, 'victim/dripped');
  await world.rival({ do: 'stop-dripping' });
  return `the other customer's import took ${took} beside them`;
}

if (values.help) write(HELP);
else await run(Number(values.repos), values.only.split(','));
