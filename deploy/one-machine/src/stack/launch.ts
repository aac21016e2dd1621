import type { ProcessHooks, RunningProcess } from '@linescope/local-stores/running-process';
import { openRotatingLog } from '../logs/rotating-log.ts';
import { filesIn } from '../settings.ts';
import type { RecordKeeper } from './stack-record.ts';
import { type Supervised, supervise } from './supervise.ts';

export type StartProcess = (hooks: ProcessHooks) => Promise<RunningProcess>;

export interface Launcher {
  /** Starts processes side by side. When one fails, all that is being started is given up and the failure is thrown. */
  launch(processes: Record<string, StartProcess>): Promise<Map<string, Supervised>>;
  pids(): Record<string, number>;
  /** The latest started first; each call of `launch` is one step. */
  stopAll(): Promise<void>;
}

export function createLauncher(options: {
  dataDir: string;
  record: RecordKeeper;
  say: (sentence: string) => void;
  /** A process was started again after it died. */
  onRestart: () => void;
  signal: AbortSignal;
}): Launcher {
  const { record, say } = options;
  const failed = new AbortController();
  const signal = AbortSignal.any([options.signal, failed.signal]);
  const steps: Supervised[][] = [];
  const underWay: Promise<unknown>[] = [];
  /** Of all steps: what is given up because of it fails too, and says less. */
  const failures: unknown[] = [];

  const launchOne = async (name: string, start: StartProcess): Promise<Supervised> => {
    const began = Date.now();
    const log = openRotatingLog(filesIn(options.dataDir).log(name));
    let isFirst = true;
    return await supervise({
      name,
      say,
      signal,
      start: (untilStopped) => start({ log: log.write, onSpawn: (pid) => record.add(name, pid), signal: untilStopped }),
      onReady: () => {
        if (isFirst) say(`${name} is ready (${((Date.now() - began) / 1000).toFixed(1)} s)`);
        else options.onRestart();
        isFirst = false;
      },
    });
  };

  return {
    async launch(processes) {
      const step: Supervised[] = [];
      steps.push(step);
      const starts = Object.entries(processes).map(async ([name, start]) => {
        try {
          step.push(await launchOne(name, start));
        } catch (error) {
          failures.push(error);
          failed.abort();
        }
      });
      underWay.push(...starts);
      await Promise.all(starts);
      if (failures.length > 0) throw failures[0];
      return new Map(step.map((one) => [one.name, one]));
    },
    pids() {
      const running = steps.flat().flatMap((one) => {
        const pid = one.pid();
        return pid === undefined ? [] : [[one.name, pid] as const];
      });
      return Object.fromEntries(running);
    },
    async stopAll() {
      failed.abort();
      await Promise.all(underWay);
      for (const step of steps.toReversed()) await Promise.all(step.map((one) => one.stop()));
    },
  };
}
