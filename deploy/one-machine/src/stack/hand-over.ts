import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { relative } from 'node:path';
import { ROOT } from '../settings.ts';

/** Runs another program of the project in our place: its output, its input, its exit code. */
export function handOver(
  entry: string,
  args: string[],
  env: Record<string, string | undefined> = process.env,
): Promise<void> {
  if (!existsSync(entry)) {
    process.stderr.write(`This build has no ${relative(ROOT, entry)} yet.\n`);
    process.exitCode = 1;
    return Promise.resolve();
  }
  return runProgram(process.execPath, [entry, ...args], env).then((code) => {
    process.exitCode = code;
  });
}

/** Answers the exit code; a program that a signal ended counts as a shell counts it. */
export function runProgram(program: string, args: string[], env = process.env, priority?: number): Promise<number> {
  const child = spawn(program, args, { cwd: ROOT, env, stdio: 'inherit' });
  if (priority !== undefined && child.pid !== undefined) setPriority(child.pid, priority);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => child.kill(signal));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) => resolve(code ?? 128 + (signal === null ? 0 : constants.signals[signal])));
  });
}
