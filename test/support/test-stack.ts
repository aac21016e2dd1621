import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { pickPort } from '@linescope/local-stores/ports';
import { filesIn, ROOT } from '@linescope/one-machine/settings';
import { type Ready, readReady } from '@linescope/one-machine/stack/ready-file';
import { removeAfterFile } from '@linescope/test-kit/leave-nothing';

export interface TestStack {
  dataDir: string;
  /** What is in ready.json now: process ids change when something dies. */
  ready(): Ready;
  /** What `npm start` has printed so far. */
  output(): string;
  /** As Ctrl-C in a terminal does: to everything in the foreground. */
  interrupt(signal?: NodeJS.Signals): void;
  ended: Promise<number | null>;
}

/** A temporary data folder for stacks. */
export function testDataDir(): string {
  const dataDir = mkdtempSync(join(tmpdir(), 'linescope-stack-'));
  chmodSync(dataDir, 0o711);
  removeAfterFile(async () => rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 }));
  return dataDir;
}

/** A whole stack, started as `npm start` does; resolves when it is ready, and is stopped after the test file. */
export async function testStack(dataDir = testDataDir(), env: Record<string, string> = {}): Promise<TestStack> {
  const run = runStart({ DATA_DIR: dataDir, PORT: String(await pickPort()), ...env });
  removeAfterFile(async () => {
    run.interrupt('SIGTERM');
    await run.ended;
  });
  const files = filesIn(dataDir);
  while (readReady(files.ready) === undefined || !run.output().includes('Linescope is ready')) {
    if (run.child.exitCode !== null) throw new Error(`the stack did not start:\n${run.output()}`);
    await delay(100);
  }
  const ready = () => {
    const now = readReady(files.ready);
    if (now === undefined) throw new Error('the stack is not ready');
    return now;
  };
  return { dataDir, ready, output: run.output, interrupt: run.interrupt, ended: run.ended };
}

/** `npm start` to its end: the exit code and what it printed. */
export async function failToStart(env: Record<string, string>): Promise<{ code: number | null; output: string }> {
  const run = runStart(env);
  return { code: await run.ended, output: run.output() };
}

function runStart(env: Record<string, string>) {
  const child: ChildProcess = spawn(process.execPath, [join(ROOT, 'deploy/one-machine/bootstrap.mjs'), 'start'], {
    env: { ...process.env, LOG_LEVEL: 'info', DEMO: 'false', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', (text) => (output += text));
  const ended = once(child, 'close').then(() => child.exitCode);
  const interrupt = (signal: NodeJS.Signals = 'SIGINT') => {
    if (child.exitCode === null && child.pid !== undefined) process.kill(-child.pid, signal);
  };
  return { child, output: () => output, ended, interrupt };
}
