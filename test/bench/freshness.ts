import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { offerAtCodeHost, queueImport } from '@linescope/one-machine/imports/queue-repository';
import type { Ready } from '@linescope/one-machine/stack/ready-file';
import { startBenchStack } from '../support/bench-stack.ts';
import { type Caller, createCaller, type Fields } from '../support/call-api.ts';
import { git } from './line-history/ask-both.ts';
import { growHistory } from './line-history/grow-history.ts';
import { quantile } from './line-history/history-shape.ts';

const HELP = `npm run bench -- freshness [--calls 40] [--imports 5]

How long after a call was answered the reports show it: releases, defects, their fixes and reported AI usage, recorded one after
another through the gateway of a whole stack. After each, the segments that it moves are asked for until all of them moved; the
call itself is given too. So are imports of small histories through the local code host: how long after one was seen to be completed the
report of its repo counts all its commits. Product promise: within 2 s.
`;

const COMMITS = 200;
const POLL_MS = 10;
const GIVE_UP_MS = 60_000;
const DAY = 86_400_000;

const { values } = parseArgs({
  options: {
    help: { type: 'boolean', short: 'h' },
    calls: { type: 'string', default: '40' },
    imports: { type: 'string', default: '5' },
  },
});
if (values.help) process.stdout.write(HELP);
else await run(Math.min(Number(values.calls), COMMITS), Number(values.imports));

/** A change, and what the reports of the whole entity must show anew after it. */
interface Change {
  what: string;
  moves: string[];
  path: string;
  fieldsOf(index: number): Fields;
}

async function run(calls: number, imports: number): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'linescope-freshness-'));
  const stack = await startBenchStack();
  try {
    const gitDir = join(folder, 'app.git');
    await growHistory(gitDir, COMMITS);
    await stack.importHistory(gitDir, 'bench/app');
    const shas = (await git(gitDir, ['rev-list', '--reverse', 'HEAD'])).trim().split('\n');
    const { base_url: baseUrl, api_token: token, entity_slug: entity } = stack.ready;
    if (token === null || entity === null) throw new Error('the stack has no entity to ask for');
    const api = createCaller(baseUrl, token);
    await measureImports(api, stack.ready, entity, folder, imports);
    for (const change of changesOf(entity, shas)) await measure(api, entity, change, calls);
  } finally {
    await stack.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Releases come ever later after their commit, and fixes after their defect, so that the means move with each. */
function changesOf(entity: string, shas: readonly string[]): Change[] {
  const repo = `${entity}/bench/app`;
  const releasedAt = (index: number) => new Date(Date.UTC(2024, 1, 1) + index * DAY).toISOString();
  const after = (index: number, hours: number) =>
    new Date(Date.parse(releasedAt(index)) + hours * 3_600_000).toISOString();
  return [
    {
      what: 'a release',
      moves: ['release_count', 'dora_change_lead_time'],
      path: '/releases',
      fieldsOf: (index) => ({
        resource_path: repo,
        name: `v${index}`,
        release_sha: shas[index],
        released_at: releasedAt(index),
      }),
    },
    {
      what: 'a defect',
      moves: ['defect_detected_count', 'change_failure_rate'],
      path: '/critical_defects',
      fieldsOf: (index) => ({ resource_path: repo, defect_key: `D${index}`, detected_at: after(index, 1) }),
    },
    {
      what: 'its fix',
      moves: ['absolute_hours_to_resolved'],
      path: '/critical_defects',
      fieldsOf: (index) => ({ resource_path: repo, defect_key: `D${index}`, fix_released_at: after(index, 2 + index) }),
    },
    {
      what: 'AI usage',
      moves: ['ai_lines_added_count', 'ai_cost_cents'],
      path: '/ai_usages',
      fieldsOf: (index) => ({
        resource_path: entity,
        llm_model_name: 'model',
        date: releasedAt(index),
        lines_added: 10,
        cents_cost: 5,
      }),
    },
  ];
}

/** From the moment that an import is seen to be completed until the report of its repo counts every commit. */
async function measureImports(
  api: Caller,
  ready: Ready,
  entity: string,
  folder: string,
  imports: number,
): Promise<void> {
  const taken: number[] = [];
  const shown: number[] = [];
  let atOnce = 0;
  for (let index = 0; index < imports; index++) {
    const repoPath = `bench/import-${index}`;
    const gitDir = join(folder, `import-${index}.git`);
    await growHistory(gitDir, COMMITS, index + 2);
    await offerAtCodeHost(ready, { gitDir, repoPath });
    const began = performance.now();
    await queueImport(ready, repoPath, 'all');
    await until(`${repoPath} was not imported`, async () => {
      const { body } = await api.get('/imports', { resource_path: entity });
      const found = body.repos.find((repo: { repo_path: string }) => repo.repo_path === repoPath);
      return found?.import_status === 'processing_completed';
    });
    const completed = performance.now();
    taken.push(completed - began);
    let asked = 0;
    await until(`${repoPath} is not counted`, async () => {
      asked++;
      const counts = JSON.parse(await ask(api, `${entity}/${repoPath}`, 'commit_count'));
      const points = Object.values<{ y: number | null }[]>(counts).flat();
      return points.reduce((sum, { y }) => sum + (y ?? 0), 0) === COMMITS;
    });
    shown.push(performance.now() - completed);
    if (asked === 1) atOnce++;
  }
  if (imports === 0) return;
  process.stdout.write(
    `an import of ${COMMITS} commits: ${imports} imports, completed in ${ms(taken, 0.5)} (longest ${ms(taken, 1)}); of the first ` +
      `queries for commit_count ${atOnce} counted all of them; the answer was there ${ms(shown, 0.5)} later (longest ${ms(shown, 1)})\n`,
  );
}

function ms(times: number[], share: number): string {
  return `${quantile(times, share).toFixed(0)} ms`;
}

async function until(failure: string, holds: () => Promise<boolean>): Promise<void> {
  const began = performance.now();
  while (!(await holds())) {
    if (performance.now() - began > GIVE_UP_MS) throw new Error(failure);
    await delay(POLL_MS);
  }
}

async function measure(
  api: Caller,
  entity: string,
  { what, moves, path, fieldsOf }: Change,
  calls: number,
): Promise<void> {
  const called: number[] = [];
  const shown: number[] = [];
  for (let index = 0; index < calls; index++) {
    const before = new Map<string, string>();
    for (const segment of moves) before.set(segment, await ask(api, entity, segment));
    const began = performance.now();
    const { status, body } = await api.post(path, fieldsOf(index));
    if (status > 201) throw new Error(`${what} was answered ${status}: ${JSON.stringify(body)}`);
    const answered = performance.now();
    called.push(answered - began);
    for (const [segment, was] of before) {
      const failure = `${segment} did not move after ${what} ${index}`;
      await until(failure, async () => (await ask(api, entity, segment)) !== was);
    }
    shown.push(performance.now() - answered);
  }
  process.stdout.write(
    `${what}: ${calls} calls, answered in ${ms(called, 0.5)} (p95 ${ms(called, 0.95)}); ${moves.join(' and ')} moved ` +
      `${ms(shown, 0.5)} later (p95 ${ms(shown, 0.95)}, longest ${ms(shown, 1)})\n`,
  );
}

async function ask(api: Caller, resourcePath: string, segment: string): Promise<string> {
  const { status, body } = await api.get('/reports', {
    resource_path: resourcePath,
    segment_by: segment,
    start_date: '2024-01-01',
    end_date: '2024-12-31',
    suppress_aggregation: true,
  });
  if (status !== 200) throw new Error(`${segment} was answered ${status}: ${JSON.stringify(body)}`);
  return JSON.stringify(body.series_segments);
}
