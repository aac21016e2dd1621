import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { pickPort } from '@linescope/local-stores/ports';
import { watchImport } from '@linescope/one-machine/imports/import-progress';
import { offerAtCodeHost, queueImport } from '@linescope/one-machine/imports/queue-repository';
import { filesIn, ROOT } from '@linescope/one-machine/settings';
import { type Ready, readReady } from '@linescope/one-machine/stack/ready-file';

export interface BenchStack {
  ready: Ready;
  dataDir: string;
  /** What `npm start` has printed so far. */
  output(): string;
  /** Process ids as they are now: one changes when its unit was started again. */
  pids(): Record<string, number>;
  /** Imports a whole history through the local code host, as a customer's repo. */
  importHistory(gitDir: string, repoPath: string): Promise<void>;
  /** Queries that ClickHouse has answered so far, this one included. */
  queries(): Promise<number>;
  stop(): Promise<void>;
}

/** Nothing runs beside what is measured, and what asks is never given to slow down. */
const ALONE = { DEMO: 'false', IMPORT_OWN_HISTORY: 'false', RATE_LIMIT_PER_MINUTE: '1000000' };

async function makeDataDir(): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), 'linescope-bench-'));
  await chmod(dataDir, 0o711);
  return dataDir;
}

/** A whole stack of its own, as `npm start` runs it. */
export async function startBenchStack(extra: Record<string, string> = {}): Promise<BenchStack> {
  const dataDir = extra['DATA_DIR'] ?? (await makeDataDir());
  const { child, output } = await startStack(dataDir, extra).catch(() => startStack(dataDir, extra));
  const ready = readReady(filesIn(dataDir).ready);
  if (!ready) throw new Error('the stack did not say where it is');
  const number = async (sql: string): Promise<number> => {
    const { username, password, origin, pathname, search } = new URL(ready.clickhouse_url);
    const response = await fetch(`${origin}${pathname}${search}`, {
      method: 'POST',
      body: sql,
      headers: { 'x-clickhouse-user': decodeURIComponent(username), 'x-clickhouse-key': decodeURIComponent(password) },
    });
    if (!response.ok) throw new Error(`ClickHouse answered ${response.status}: ${await response.text()}`);
    return Number(await response.text());
  };
  return {
    ready,
    dataDir,
    output,
    pids: () => readReady(filesIn(dataDir).ready)?.pids ?? ready.pids,
    async importHistory(gitDir, repoPath) {
      await offerAtCodeHost(ready, { gitDir, repoPath });
      await queueImport(ready, repoPath, 'all');
      if ((await watchImport(ready, repoPath, process.stderr)) !== 0) throw new Error(`${repoPath} was not imported`);
      // What was just written is still being merged for a while.
      while ((await number('SELECT count() FROM system.merges')) > 0) await delay(200);
    },
    queries: () => number("SELECT value FROM system.events WHERE event = 'SelectQuery'"),
    async stop() {
      const ended = once(child, 'close');
      child.kill('SIGTERM');
      await ended;
      await rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** Fails where another process took one of its ports between their choice and its start: a second one has others. */
async function startStack(
  dataDir: string,
  extra: Record<string, string>,
): Promise<{ child: ChildProcess; output(): string }> {
  const child = spawn(process.execPath, [join(ROOT, 'deploy/one-machine/bootstrap.mjs'), 'start'], {
    env: { ...process.env, DATA_DIR: dataDir, PORT: String(await pickPort()), LOG_LEVEL: 'warn', ...ALONE, ...extra },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text) => (output += text));
  while (!output.includes('Linescope is ready')) {
    if (child.exitCode !== null) throw new Error(`the stack did not start:\n${output}`);
    await delay(100);
  }
  return { child, output: () => output };
}
