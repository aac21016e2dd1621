import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createClickHouse } from '@linescope/chassis/clickhouse/clickhouse';
import { pickPort } from '@linescope/local-stores/ports';
import { gitFolderOf, offerAtCodeHost, queueImport } from '@linescope/one-machine/imports/queue-repository';
import { filesIn, ROOT } from '@linescope/one-machine/settings';
import { type Ready, readReady } from '@linescope/one-machine/stack/ready-file';
import { z } from 'zod';
import { createCaller } from '../support/call-api.ts';
import { memoryByUnit } from '../support/memory-by-unit.ts';
import { commitWith, countCommits, git, standAt } from './import/cut-history.ts';
import { growHistory } from './import/grow-history.ts';
import { peakMegabytes, processorTime, since } from './import/processor-time.ts';

const HELP = `npm run bench -- import [path of a repository] [--commits 10000]

From POST /imports to processing_completed, with every fact queryable, against \`git log -p -M\` of the same commits to a null
device in the same run: a tenth of the history, then all of it but the newest thirty commits, three times since machines are
noisy, then those, ten at a time. Each begins when nothing is left to do: neither it nor git log runs beside what is derived from the import
before. Without a path, on a made-up history of the given size. The path's repository is read, never written.
`;

/** What comes in later, three times. */
const FEW = 10;
const ASK_MS = 2_000;
/** Quiet is what takes less than this share of a processor, looked at so often in a row. */
const QUIET_SHARE = 0.3;
const QUIET_LOOKS = 4;
const LOOK_MS = 3_000;
/** After five minutes it is measured beside whatever runs. */
const MOST_LOOKS = 100;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { help: { type: 'boolean', short: 'h' }, commits: { type: 'string', default: '10000' } },
});
if (values.help) process.stdout.write(HELP);
else {
  const folder = await mkdtemp(join(tmpdir(), 'linescope-bench-'));
  try {
    const source = await sourceIn(folder, positionals[0], Number(values.commits));
    await withStack(join(folder, 'data'), (ready) => measure(ready, folder, source));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function sourceIn(folder: string, path: string | undefined, commits: number): Promise<string> {
  if (path !== undefined) {
    const found = await gitFolderOf(path);
    if (found === null) throw new Error(`${path} is no git repository`);
    return found;
  }
  const source = join(folder, 'source.git');
  await growHistory(source, commits);
  return source;
}

async function measure(ready: Ready, folder: string, source: string): Promise<void> {
  const tip = await git(source, 'rev-parse', 'HEAD');
  const total = await countCommits(source, tip);
  const commitAt = (below: number) => commitWith(source, tip, total - below);
  const tenth = await measureAt(ready, folder, source, 'tenth', await commitAt(total - Math.floor(total / 10)));
  const first = await commitAt(3 * FEW);
  const rounds = [];
  for (const name of ['whole', 'again', 'once-more']) {
    await untilQuiet(ready);
    rounds.push(await measureAt(ready, folder, source, name, first));
  }
  const [, whole] = rounds.toSorted((one, other) => one.ratio - other.ratio);
  if (whole === undefined) return;
  print(
    'the three',
    `${rounds.map(({ ratio }) => `${ratio.toFixed(2)} ×`).join(', ')}: at the median ${whole.ratio.toFixed(2)} ×`,
  );
  const growth = whole.seconds / tenth.seconds / (whole.commits / tenth.commits);
  print('growth', `${growth.toFixed(2)} × the time a commit, from ${tenth.commits} to ${whole.commits} commits`);

  await untilQuiet(ready);
  const times: number[] = [];
  for (const below of [2 * FEW, FEW, 0]) {
    await git(join(folder, 'whole.git'), 'update-ref', 'refs/heads/main', await commitAt(below));
    times.push(await timeImport(ready, 'bench/whole'));
  }
  process.stdout.write(`${memoryByUnit(ready.pids)}\n`);
  const median = times.toSorted((one, other) => one - other)[1] ?? 0;
  print(
    `${FEW} more commits`,
    `${times.map((time) => `${time.toFixed(2)} s`).join(', ')}: at the median ${((median / whole.seconds) * 100).toFixed(1)} % of the first import (at most 5 %)`,
  );
}

/** Until what is derived from the imports before is: as a rule, commits come to a stack that has nothing else to do. */
async function untilQuiet(ready: Ready): Promise<void> {
  for (let [quiet, looks] = [0, 0]; quiet < QUIET_LOOKS && looks < MOST_LOOKS; looks += 1) {
    const before = processorTime(ready);
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    const spent = Object.values(since(processorTime(ready), before)).reduce((sum, seconds) => sum + seconds, 0);
    quiet = spent < (LOOK_MS / 1000) * QUIET_SHARE ? quiet + 1 : 0;
  }
}

async function measureAt(ready: Ready, folder: string, source: string, name: string, sha: string) {
  const gitDir = join(folder, `${name}.git`);
  const repoPath = `bench/${name}`;
  await standAt(gitDir, source, sha);
  const commits = await countCommits(gitDir, sha);
  await offerAtCodeHost(ready, { gitDir, repoPath });
  const logBefore = await timeGitLog(gitDir);
  const rowsBefore = await countRows(ready);
  const before = processorTime(ready);
  const seconds = await timeImport(ready, repoPath);
  const spent = since(processorTime(ready), before);
  const rows = (await countRows(ready)) - rowsBefore;
  const log = (logBefore + (await timeGitLog(gitDir))) / 2;
  print(
    `${commits} commits`,
    `${seconds.toFixed(1)} s, git log -p -M ${log.toFixed(1)} s: ${(seconds / log).toFixed(2)} × (aim 1.5, at most 3)`,
  );
  print('  rows', `${rows}, ${Math.round(rows / seconds)} a second`);
  print(
    '  processor time',
    Object.entries(spent)
      .map(([unit, time]) => `${unit} ${time.toFixed(1)} s`)
      .join(', '),
  );
  print('  worker', `at most ${peakMegabytes(ready.pids['imports-worker'])} MB (850 are counted on)`);
  return { seconds, commits, ratio: seconds / log };
}

async function countRows(ready: Ready): Promise<number> {
  const clickHouse = createClickHouse(ready.clickhouse_url, 'linescope');
  const tables = ['commits', 'commit_scores', 'file_changes', 'line_changes', 'merge_routes'];
  const counts = tables.map((table) => `SELECT count() AS rows FROM ${table}`).join(' UNION ALL ');
  try {
    const row = z.object({ rows: z.coerce.number() });
    const [sum] = await clickHouse.query({ name: 'rows', sql: `SELECT sum(rows) AS rows FROM (${counts})`, row });
    return sum?.rows ?? 0;
  } finally {
    await clickHouse.close();
  }
}

async function timeGitLog(gitDir: string): Promise<number> {
  const start = performance.now();
  const child = spawn('git', ['--git-dir', gitDir, 'log', '-p', '-M', 'main'], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  await once(child, 'close');
  return (performance.now() - start) / 1000;
}

/** An import says itself when it was done: to see it by asking often would slow it down. */
async function timeImport(ready: Ready, repoPath: string): Promise<number> {
  const api = createCaller(ready.base_url, ready.api_token ?? '');
  const start = Date.now();
  await queueImport(ready, repoPath, 'all');
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, ASK_MS));
    const { body } = await api.get('/imports', { resource_path: ready.entity_slug ?? '' });
    const found = body.repos?.find((repo: { repo_path: string }) => repo.repo_path === repoPath);
    const done = Date.parse(found?.stats_calculated_at);
    if (found?.import_status === 'processing_completed' && done > start) return (done - start) / 1000;
    if (found?.error_em) throw new Error(`${found.import_status}: ${found.error_detail}`);
  }
}

function print(name: string, text: string): void {
  process.stdout.write(`${name.padEnd(18)} ${text}\n`);
}

async function withStack(dataDir: string, work: (ready: Ready) => Promise<void>): Promise<void> {
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
  }
}
