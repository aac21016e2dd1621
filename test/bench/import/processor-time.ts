import { readFileSync } from 'node:fs';
import type { Ready } from '@linescope/one-machine/stack/ready-file';
import { childrenOf } from '../../support/memory-by-unit.ts';

/** Seconds of processor time by unit; what git did for the worker and for the code host stands apart. */
export type ProcessorTime = Record<'worker' | 'git' | 'analytics' | 'ClickHouse' | 'rest', number>;

/** The kernel counts in hundredths of a second, whatever the machine. */
const TICKS = 100;

export function processorTime({ pids }: Ready): ProcessorTime {
  const time: ProcessorTime = { worker: 0, git: 0, analytics: 0, ClickHouse: 0, rest: 0 };
  for (const [name, pid] of Object.entries(pids)) {
    const [own, children] = secondsOf(pid);
    time[UNITS[name] ?? 'rest'] += own;
    time[GIT_RUNNERS.has(name) ? 'git' : (UNITS[name] ?? 'rest')] += children;
  }
  return time;
}

/** Seconds of processor time by process of the stack, with what it started. */
export function secondsByProcess(pids: Record<string, number>): Map<string, number> {
  return new Map(Object.entries(pids).map(([name, pid]) => [name, sum(secondsOf(pid))]));
}

const sum = ([own, children]: [number, number]): number => own + children;

const UNITS: Record<string, keyof ProcessorTime> = {
  'imports-worker': 'worker',
  analytics: 'analytics',
  clickhouse: 'ClickHouse',
};
const GIT_RUNNERS = new Set(['imports-worker', 'code-host']);

export function since(after: ProcessorTime, before: ProcessorTime): ProcessorTime {
  return {
    worker: after.worker - before.worker,
    git: after.git - before.git,
    analytics: after.analytics - before.analytics,
    ClickHouse: after.ClickHouse - before.ClickHouse,
    rest: after.rest - before.rest,
  };
}

/** A process's own time, and that of what it started, which runs or has ended. */
function secondsOf(pid: number): [own: number, children: number] {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const [user = 0, system = 0, childUser = 0, childSystem = 0] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 15)
    .map(Number);
  const running = childrenOf(pid).reduce((seconds, child) => seconds + secondsOfRunning(child), 0);
  return [(user + system) / TICKS, (childUser + childSystem) / TICKS + running];
}

/** 0 of one that has just ended. */
function secondsOfRunning(pid: number): number {
  try {
    return sum(secondsOf(pid));
  } catch {
    return 0;
  }
}

/** The most a process ever held, as the kernel counts it. */
export function peakMegabytes(pid: number | undefined): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Math.round(Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024);
}
