import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { makeRepository } from '@linescope/git-engine/referee/made-up-history';
import { pickPort } from '@linescope/one-machine/ports';
import { offerAtCodeHost, queueImport } from '@linescope/one-machine/queue-repository';
import { type Ready, readReady } from '@linescope/one-machine/ready-file';
import { filesIn, ROOT } from '@linescope/one-machine/settings';
import { busyHistory } from '../src/busy-history.ts';
import { createCaller } from '../src/call-api.ts';

const HELP = `npm run bench -- import [--commits 10000] [--git-dir <bare repository>]

From POST /imports to processing_completed, with every fact queryable, against \`git log -p -M\` of the same commits to a null
device in the same run. Without --git-dir, on a made-up history of the given size and on one of a tenth of it, and once
more with ten new commits. Prints seconds, ratios, and the most memory the worker held.
`;

const { values } = parseArgs({
  options: {
    help: { type: 'boolean', short: 'h' },
    commits: { type: 'string', default: '10000' },
    'git-dir': { type: 'string' },
  },
});
if (values.help) process.stdout.write(HELP);
else
  await withStack((ready) =>
    values['git-dir'] ? measureGiven(ready, values['git-dir']) : measureMadeUp(ready, Number(values.commits)),
  );

async function measureGiven(ready: Ready, gitDir: string): Promise<void> {
  await measure(ready, gitDir, 'bench/given');
}

async function measureMadeUp(ready: Ready, commits: number): Promise<void> {
  const plan = busyHistory(commits + 10);
  const tenth = await makeRepository(plan.slice(0, commits / 10));
  const whole = await makeRepository(plan.slice(0, commits));
  const more = await makeRepository(plan);
  const small = await measure(ready, tenth.gitDir, 'bench/tenth');
  const large = await measure(ready, whole.gitDir, 'bench/whole');
  print('growth from a tenth', `${(large / small).toFixed(1)} × the time for 10 × the commits`);
  await whole.git('fetch', '--quiet', more.gitDir, '+refs/heads/main:refs/heads/main');
  const again = await timeImport(ready, 'bench/whole');
  print('ten more commits', `${again.toFixed(2)} s, ${((again / large) * 100).toFixed(1)} % of the first import`);
  for (const repository of [tenth, whole, more]) await repository.remove();
}

async function measure(ready: Ready, gitDir: string, repoPath: string): Promise<number> {
  await offerAtCodeHost(ready, { gitDir, repoPath });
  const before = await timeGitLog(gitDir);
  const seconds = await timeImport(ready, repoPath);
  const git = (before + (await timeGitLog(gitDir))) / 2;
  print(
    repoPath,
    `${seconds.toFixed(1)} s, git log -p -M ${git.toFixed(1)} s: ${(seconds / git).toFixed(2)} ×, worker at most ${peakMegabytes(ready)} MB`,
  );
  return seconds;
}

async function timeGitLog(gitDir: string): Promise<number> {
  const start = performance.now();
  const tips = ['--branches', '--glob=refs/pull/*'];
  const child = spawn('git', ['--git-dir', gitDir, 'log', '-p', '-M', ...tips], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  await once(child, 'close');
  return (performance.now() - start) / 1000;
}

async function timeImport(ready: Ready, repoPath: string): Promise<number> {
  const api = createCaller(ready.base_url, ready.api_token ?? '');
  const start = performance.now();
  await queueImport(ready, repoPath, 'all');
  for (;;) {
    const { body } = await api.get('/imports', { resource_path: ready.entity_slug ?? '' });
    const found = body.repos?.find((repo: { repo_path: string }) => repo.repo_path === repoPath);
    if (found?.import_status === 'processing_completed') return (performance.now() - start) / 1000;
    if (found?.error_em) throw new Error(`${found.import_status}: ${found.error_detail}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** The most the worker's process ever held, as the kernel counts it. */
function peakMegabytes(ready: Ready): number {
  const status = readFileSync(`/proc/${ready.pids['imports-worker']}/status`, 'utf8');
  return Math.round(Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024);
}

function print(name: string, text: string): void {
  process.stdout.write(`${name.padEnd(20)} ${text}\n`);
}

async function withStack(work: (ready: Ready) => Promise<void>): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'linescope-bench-'));
  const env = {
    ...process.env,
    DATA_DIR: dataDir,
    PORT: String(await pickPort()),
    LOG_LEVEL: 'warn',
    IMPORT_OWN_HISTORY: 'false',
    DEMO: 'false',
  };
  const stack = spawn(process.execPath, [join(ROOT, 'deploy/one-machine/src/commands/start.ts')], {
    env,
    stdio: 'ignore',
  });
  try {
    const files = filesIn(dataDir);
    let ready = readReady(files.ready);
    while (!ready) {
      if (stack.exitCode !== null) throw new Error('the stack did not start');
      await new Promise((resolve) => setTimeout(resolve, 200));
      ready = readReady(files.ready);
    }
    await work(ready);
  } finally {
    stack.kill('SIGTERM');
    await once(stack, 'close');
    await rm(dataDir, { recursive: true, force: true });
  }
}
