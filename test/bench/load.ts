import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { makeRepository } from '@linescope/git-engine/referee/made-up-history';
import { offerAtCodeHost, queueImport } from '@linescope/one-machine/imports/queue-repository';
import { familyOf } from '../support/as-another-user.ts';
import { type BenchStack, startBenchStack } from '../support/bench-stack.ts';
import { busyHistory } from '../support/busy-history.ts';
import { type Caller, createCaller, type Fields } from '../support/call-api.ts';
import { megabytesOf } from '../support/memory-by-unit.ts';
import { quantile } from '../support/quantile.ts';

const HELP = `npm run bench -- load [--minutes 60] [--rate 20]

A whole stack under so many requests a second, an import every minute among them: the memory of every unit at the start, at each
sixth of the time and at the end, what was answered, how long it took, and which units were started again.
`;

const { values } = parseArgs({
  options: {
    help: { type: 'boolean', short: 'h' },
    minutes: { type: 'string', default: '60' },
    rate: { type: 'string', default: '20' },
  },
});
const MINUTES = 60_000;
const LOOKS = 6;
const COMMITS = 300;
const histories: { remove(): Promise<void> }[] = [];
const write = (text: string) => process.stdout.write(`${text}\n`);

async function run(forMs: number, rate: number): Promise<void> {
  const stack = await startBenchStack();
  try {
    await importOne(stack, 0);
    const api = createCaller(stack.ready.base_url, stack.ready.api_token ?? '');
    const slug = stack.ready.entity_slug ?? '';
    const [until, started] = [Date.now() + forMs, stack.pids()];
    write(`minute ${Object.keys(started).join(' ')}, in MB`);
    const [answers, imports] = await Promise.all([
      askAt(rate, api, slug, until),
      importEachMinute(stack, until),
      look(stack, forMs),
    ]);
    const { times } = answers;
    const at = (share: number) => `${quantile(times, share).toFixed(0)} ms`;
    const statuses = [...answers.statuses].map(([status, count]) => `${count} × ${status || 'no answer'}`).join(', ');
    write(
      `${times.length} requests: ${statuses}; p50 ${at(0.5)}, p95 ${at(0.95)}, p99 ${at(0.99)}; ${imports} imports`,
    );
    const again = Object.entries(stack.pids()).flatMap(([name, pid]) => (started[name] === pid ? [] : [name]));
    write(`started again: ${again.join(', ') || 'none'}`);
  } finally {
    await stack.stop();
    for (const history of histories) await history.remove();
  }
}

async function importOne(stack: BenchStack, number: number): Promise<void> {
  const history = await makeRepository(busyHistory(COMMITS, number + 1));
  histories.push(history);
  const repoPath = `load/repo-${number}`;
  await offerAtCodeHost(stack.ready, { gitDir: history.gitDir, repoPath });
  await queueImport(stack.ready, repoPath, 'all');
}

async function importEachMinute(stack: BenchStack, until: number): Promise<number> {
  let number = 1;
  for (; Date.now() + MINUTES < until; number += 1) {
    await delay(MINUTES);
    await importOne(stack, number);
  }
  return number;
}

/** Questions and records as customers mix them; no two reports in a row are the same. */
function questionOf(number: number, slug: string): { method: 'get' | 'post'; path: string; fields: Fields } {
  const range = { days_ago: 30 + (number % 330) };
  const key = `LOAD-${number}`;
  const mix = [
    { method: 'get', path: '/reports', fields: { ...range, segment_by: 'diff_delta' } },
    {
      method: 'get',
      path: '/reports',
      fields: { ...range, segment_by: 'churn_line_count', aggregate_by: 'committer' },
    },
    { method: 'get', path: '/imports', fields: {} },
    { method: 'get', path: '/audits', fields: { resource_type: 'commits', days_ago: 365 } },
    { method: 'get', path: '/reports', fields: { ...range, segment_by: 'line_operation_counts' } },
    { method: 'get', path: '/developers', fields: {} },
    { method: 'post', path: '/critical_defects', fields: { defect_key: key, detected_now: true } },
    { method: 'get', path: '/critical_defects', fields: {} },
    {
      method: 'post',
      path: '/releases',
      fields: { resource_path: `${slug}/load/repo-0`, name: key, released_at: new Date().toISOString() },
    },
    { method: 'get', path: '/releases', fields: {} },
  ] as const;
  return mix[number % mix.length] ?? mix[0];
}

async function askAt(rate: number, api: Caller, slug: string, until: number) {
  const times: number[] = [];
  const statuses = new Map<number, number>();
  const asked: Promise<void>[] = [];
  const began = Date.now();
  for (let number = 0; Date.now() < until; number += 1) {
    const { method, path, fields } = questionOf(number, slug);
    const sent = performance.now();
    const answer = api[method](path, { resource_path: slug, ...fields }).catch(() => ({ status: 0 }));
    asked.push(
      answer.then(({ status }) => {
        times.push(performance.now() - sent);
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
      }),
    );
    if (asked.length > 1000) await Promise.all(asked.splice(0, 900));
    await delay(Math.max(0, began + ((number + 1) * 1000) / rate - Date.now()));
  }
  await Promise.all(asked);
  return { times, statuses };
}

async function look(stack: BenchStack, forMs: number): Promise<void> {
  for (let number = 0; number <= LOOKS; number += 1) {
    const memory = Object.values(stack.pids()).map((pid) => megabytesOf(familyOf([pid])));
    write(`${((forMs * number) / LOOKS / MINUTES).toFixed(1)} ${memory.join(' ')}`);
    if (number < LOOKS) await delay(forMs / LOOKS);
  }
}

if (values.help) write(HELP);
else await run(Number(values.minutes) * MINUTES, Number(values.rate));
