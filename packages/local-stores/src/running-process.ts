import { setTimeout as delay } from 'node:timers/promises';
import type { Child, ExitInfo } from './child-process.ts';

/** A child process that serves on an address: a store or a unit. */
export interface RunningProcess {
  url: string;
  pid: number;
  stop(): Promise<void>;
  exited: Promise<ExitInfo>;
  /** Resolves when it announced a graceful shutdown while still serving: a replacement can be started beside it. */
  draining?: Promise<'draining'>;
  /** Whether it answers; one that does not for long is ended and started again. */
  isAlive?(): Promise<boolean>;
}

export type Log = (line: string) => void;

export interface ProcessHooks {
  /** Receives each line of the process's output, and of our own steps to start it. */
  log: Log;
  /** Called with the process id as soon as there is one, before the process is ready. */
  onSpawn?: (pid: number) => void;
  /** Ends the wait for a process that is not ready yet. */
  signal?: AbortSignal;
}

/** A process that did not start, with the last lines of its output. */
export class ProcessFailure extends Error {
  readonly processName: string;
  readonly lastLines: string[];

  constructor(name: string, reason: string, lastLines: string[] = []) {
    super(`${name} ${reason}`);
    this.name = 'ProcessFailure';
    this.processName = name;
    this.lastLines = lastLines;
  }
}

/** Polls `isReady` until it is true; fails if the child exits or the time runs out. */
export async function untilReady(
  name: string,
  child: Child,
  isReady: () => Promise<boolean>,
  timeoutMs: number,
  signal?: AbortSignal,
): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  while (!(await isReady().catch(() => false))) {
    if (child.hasExited()) {
      throw new ProcessFailure(
        name,
        `ended before it was ready (${describeExit(await child.exited)})`,
        child.lastLines(),
      );
    }
    if (signal?.aborted) {
      await child.stop();
      throw new ProcessFailure(name, 'was stopped before it was ready');
    }
    if (Date.now() > deadline) {
      await child.stop();
      throw new ProcessFailure(name, `was not ready after ${timeoutMs / 1000} s`, child.lastLines());
    }
    await delay(50);
  }
}

export function describeExit({ code, signal }: ExitInfo): string {
  return signal === null ? `exit code ${code}` : `signal ${signal}`;
}
