import { setTimeout as delay } from 'node:timers/promises';
import type { Child, ExitInfo } from './child.ts';

/** Something that runs beside us and can be reached: a store or a unit. */
export interface RunningPart {
  url: string;
  pid: number;
  stop(): Promise<void>;
  exited: Promise<ExitInfo>;
  /** It will end soon and still answers: time to start another beside it. */
  leaving?: Promise<'leaving'>;
}

export type Log = (line: string) => void;

export interface PartHooks {
  /** Each line that the part says, and what we do for it. */
  log: Log;
  /** Told the process id as soon as there is one, well before the part is ready. */
  onSpawn?: (pid: number) => void;
  /** Ends the wait for a part that is not ready yet. */
  signal?: AbortSignal;
}

/** A part that did not come up, with what it said last. */
export class PartFailure extends Error {
  readonly part: string;
  readonly lastLines: string[];

  constructor(part: string, reason: string, lastLines: string[] = []) {
    super(`${part} ${reason}`);
    this.name = 'PartFailure';
    this.part = part;
    this.lastLines = lastLines;
  }
}

/** Asks `isReady` until it says yes; a child that ends or takes too long is stopped and named. */
export async function untilReady(
  part: string,
  child: Child,
  isReady: () => Promise<boolean>,
  timeoutMs: number,
  signal?: AbortSignal,
): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  while (!(await isReady().catch(() => false))) {
    if (child.hasExited()) {
      throw new PartFailure(part, `ended before it was ready (${describeExit(await child.exited)})`, child.lastLines());
    }
    if (signal?.aborted) {
      await child.stop();
      throw new PartFailure(part, 'was stopped before it was ready');
    }
    if (Date.now() > deadline) {
      await child.stop();
      throw new PartFailure(part, `was not ready after ${timeoutMs / 1000} s`, child.lastLines());
    }
    await delay(50);
  }
}

export function describeExit({ code, signal }: ExitInfo): string {
  return signal === null ? `exit code ${code}` : `signal ${signal}`;
}
