import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { makeRepository } from '@linescope/git-engine/referee/made-up-history';
import { z } from 'zod';
import { startChild } from '../support/bench-child.ts';
import { type BenchStack, startBenchStack } from '../support/bench-stack.ts';
import { busyHistory } from '../support/busy-history.ts';
import { createCaller } from '../support/call-api.ts';
import { addUsed, mostUsed, untilIdle, usedBy } from './attacks/idle-stack.ts';
import { timeImport } from './attacks/imports.ts';
import { openStores } from './attacks/open-stores.ts';
import type { Order } from './attacks/rival.ts';
import { type Answers, askUntil, type Customer, seenIn } from './attacks/victim.ts';

const HELP = `npm run bench -- attacks [--seconds 15] [--rounds 3] [--repos 500] [--only 2,3]

A whole stack with two customers. One asks ordinary questions; the other attacks for so many seconds in each of six ways: stores
without a password, releases with keys without end, tables and ampersands in descriptions, a code host whose lists never end,
a clone that drips, and very many imports. Printed are what the attack was answered, the first customer's p95 without it and
beside it, and the processor time that the stack's processes used meanwhile.

Rounds without and with the attack alternate, each with a fresh token of the attacker, which no rate limit holds back yet. Beside
dripping clones and very many imports the first customer imports a repo of their own a round, so that they are compared with the
same imports alone; very many imports come last, for they go on after the attack.

The attacker and the hostile code host are a process of their own at the lowest priority, since they would be other computers: what
is measured is what the service does for them. A round begins when the stack's processes are idle again.
`;

const { values } = parseArgs({
  options: {
    help: { type: 'boolean', short: 'h' },
    seconds: { type: 'string', default: '15' },
    rounds: { type: 'string', default: '3' },
    repos: { type: 'string', default: '500' },
    only: { type: 'string', default: '1,2,3,4,5,6' },
  },
});
const MS = Number(values.seconds) * 1000;
const ROUNDS = Number(values.rounds);
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
    for (const attack of ATTACKS) if (only.includes(attack.name.slice(0, 1))) await compare(world, attack, repos);
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
  /** For its time, and what came of it; or until it is ended, while the other customer's imports are timed beside it. */
  run?(world: World): Promise<string>;
  begin?(world: World, repos: number): Promise<string>;
  end?(world: World): Promise<string>;
}

const ATTACKS: Attack[] = [
  { name: '1 stores without a password', run: ({ stack }) => openStores(stack.ready) },
  { name: '2 releases with keys without end', run: ({ rival }) => rival({ do: 'release', ms: MS }) },
  { name: '3 tables and ampersands in descriptions', run: ({ rival }) => rival({ do: 'describe', ms: MS }) },
  { name: '4 a code host whose lists never end', run: ({ rival }) => rival({ do: 'endless', ms: MS }) },
  {
    name: '6 clones that drip',
    begin: ({ rival, git }) => rival({ do: 'drip', git }),
    end: ({ rival }) => rival({ do: 'stop-dripping' }),
  },
  { name: '5 very many imports', begin: ({ rival }, repos) => rival({ do: 'import', repos }) },
];

/** What the other customer saw in all rounds of one kind, and what the stack's processes did meanwhile. */
interface Rounds {
  answers: Answers;
  said: string[];
  used: Map<string, number>;
}

const noRounds = (): Rounds => ({ answers: { times: [], refused: 0 }, said: [], used: new Map() });

async function compare(world: World, attack: Attack, repos: number): Promise<void> {
  const calm = noRounds();
  const alone = noRounds();
  const beside = noRounds();
  for (let round = 1; round <= ROUNDS; round += 1) {
    await ask(world, calm, () => delay(MS, ''));
    if (!attack.run) await ask(world, alone, () => importOfVictim(world));
    else {
      await world.rival({ do: 'renew' });
      await ask(world, beside, () => attack.run?.(world));
    }
  }
  if (attack.begin) {
    await untilIdle(world.stack);
    await world.rival({ do: 'renew' });
    const begun = await attack.begin(world, repos);
    for (let round = 1; round <= ROUNDS; round += 1) await ask(world, beside, () => importOfVictim(world), false);
    await attack.end?.(world);
    write(`${attack.name}: ${begun}; the other customer's import took ${alone.said.join(', ')} alone`);
    write(`  and ${beside.said.join(', ')} beside it`);
    write(`  the other customer, calm: ${shown(calm)}`);
    describe(alone, beside, 'their import alone');
  } else {
    write(`${attack.name}: ${beside.said.join('; ')}`);
    describe(calm, beside, 'calm');
  }
}

function describe(before: Rounds, beside: Rounds, name: string): void {
  const ratio = seenIn(beside.answers).p95 / seenIn(before.answers).p95;
  write(`  the other customer, ${name}: ${shown(before)}`);
  write(`  the other customer, beside it: ${shown(beside)}: ${ratio.toFixed(2)} ×`);
  write(`  processor time, ${name}: ${mostUsed(before.used)}; beside it: ${mostUsed(beside.used)}`);
}

/** Asks while the work goes on, and for the time of a round at least. */
async function ask(world: World, rounds: Rounds, work: () => Promise<string> | undefined, rests = true) {
  if (rests) await untilIdle(world.stack);
  const before = usedBy(world.stack);
  let isDone = false;
  const least = timer(MS);
  const asking = askUntil(world.victim, () => isDone && least());
  const said = await work()?.finally(() => {
    isDone = true;
  });
  const { times, refused } = await asking;
  rounds.answers.times.push(...times);
  rounds.answers.refused += refused;
  if (said) rounds.said.push(said);
  addUsed(rounds.used, before, usedBy(world.stack));
}

const shown = ({ answers }: Rounds): string => {
  const { p95, median, slowest, calls, refused } = seenIn(answers);
  const shownMs = [p95, median, slowest].map((time) => time.toFixed(0));
  return `p95 ${shownMs[0]} ms, median ${shownMs[1]}, slowest ${shownMs[2]} of ${calls} (${refused} refused)`;
};

let imports = 0;
const importOfVictim = ({ stack, victim, git }: World): Promise<string> =>
  timeImport(stack.ready, victim, git, `victim/repo-${++imports}`);

if (values.help) write(HELP);
else await run(Number(values.repos), values.only.split(','));
