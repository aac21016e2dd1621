import { setTimeout as delay } from 'node:timers/promises';
import { describeExit, type RunningProcess } from '@linescope/local-stores/running-process';

export interface Backoff {
  firstMs: number;
  mostMs: number;
  /** A process that ran this long is trusted again: its next restart waits only `firstMs`. */
  steadyMs: number;
}

export const BACKOFF: Backoff = { firstMs: 500, mostMs: 30_000, steadyMs: 60_000 };

export interface Liveness {
  everyMs: number;
  /** A process that gave no answer for this long is ended. */
  lostAfterMs: number;
}

export const LIVENESS: Liveness = { everyMs: 3_000, lostAfterMs: 15_000 };

export interface Supervised {
  name: string;
  url: string;
  pid(): number | undefined;
  stop(): Promise<void>;
}

export interface SuperviseOptions {
  name: string;
  start: (signal: AbortSignal) => Promise<RunningProcess>;
  /** Prints a line on the terminal. */
  say: (sentence: string) => void;
  /** Called at each start with the new process id. */
  onReady?: (pid: number) => void;
  backoff?: Backoff;
  liveness?: Liveness;
  signal: AbortSignal;
}

/** Starts a process and restarts it whenever it exits, with growing delays. Fails if the first start fails. */
export async function supervise(options: SuperviseOptions): Promise<Supervised> {
  const { name, say, backoff = BACKOFF } = options;
  const stopping = new AbortController();
  const signal = AbortSignal.any([options.signal, stopping.signal]);
  const first = await options.start(signal);
  let running: RunningProcess | undefined = first;
  options.onReady?.(first.pid);

  let farewell: Promise<void> = Promise.resolve();
  /** The one that leaves stops when the other is ready; if that cannot start, it is left to end in its own time. */
  const replace = async (ending: RunningProcess): Promise<boolean> => {
    say(`${name} was terminated, starting a replacement beside it`);
    const next = await options.start(signal).catch((error: unknown) => {
      if (!signal.aborted) say(`${name}: the other did not start: ${reasonOf(error)}`);
      return undefined;
    });
    if (next === undefined) return false;
    running = next;
    farewell = ending.stop();
    if (signal.aborted) await next.stop();
    options.onReady?.(next.pid);
    say(`${name} is back (process ${next.pid})`);
    return true;
  };

  const keepRunning = async () => {
    let wait = backoff.firstMs;
    while (running !== undefined) {
      const readyAt = Date.now();
      const ending: RunningProcess = running;
      const watching = new AbortController();
      void endWhenLost(ending, options.liveness ?? LIVENESS, say, name, watching.signal);
      const first = await Promise.race([ending.exited, ending.draining ?? ending.exited]);
      watching.abort();
      if (first === 'draining' && !signal.aborted && (await replace(ending))) continue;
      const exit = await ending.exited;
      running = undefined;
      if (signal.aborted) return;
      if (Date.now() - readyAt >= backoff.steadyMs) wait = backoff.firstMs;
      let reason = `${name} ended (${describeExit(exit)})`;
      while (running === undefined) {
        say(`${reason}; starting it again in ${wait / 1000} s`);
        await delay(wait, undefined, { signal }).catch(() => {});
        if (signal.aborted) return;
        wait = Math.min(wait * 2, backoff.mostMs);
        try {
          running = await options.start(signal);
          if (signal.aborted) return await running.stop();
          options.onReady?.(running.pid);
          say(`${name} is back (process ${running.pid})`);
        } catch (error) {
          if (signal.aborted) return;
          reason = reasonOf(error);
        }
      }
    }
  };
  const kept = keepRunning();

  return {
    name,
    url: first.url,
    pid: () => running?.pid,
    stop: async () => {
      stopping.abort();
      await running?.stop();
      await kept;
      await farewell;
    },
  };
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** A process that runs but answers nothing would never be restarted: it is killed, since it may not even handle a signal to stop. */
async function endWhenLost(
  { pid, isAlive }: RunningProcess,
  { everyMs, lostAfterMs }: Liveness,
  say: (sentence: string) => void,
  name: string,
  signal: AbortSignal,
): Promise<void> {
  if (isAlive === undefined) return;
  let answeredAt = Date.now();
  while (!signal.aborted) {
    await delay(everyMs, undefined, { signal }).catch(() => {});
    if (signal.aborted) return;
    if (await isAlive().catch(() => false)) answeredAt = Date.now();
    else if (Date.now() - answeredAt >= lostAfterMs && !signal.aborted) {
      say(`${name} has not answered for ${Math.round((Date.now() - answeredAt) / 1000)} s, ending it`);
      process.kill(pid, 'SIGKILL');
      return;
    }
  }
}
