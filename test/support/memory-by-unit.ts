import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { commandLineOf, familyOf } from './as-another-user.ts';

const MB = 1 << 20;

/** What each unit takes now with all that it started, for a benchmark to print beside its times. */
export const memoryByUnit = (pids: Record<string, number>): string =>
  `memory in MB: ${Object.entries(pids)
    .map(([name, pid]) => `${name} ${megabytesOf(familyOf([pid]))}`)
    .join(', ')}`;

/** The same of a benchmark that runs a service itself: this process, and each that it started. */
export function memoryOfOwn(): string {
  const children = childrenOf(process.pid);
  const own = `this process, with the service ${megabytesOf([process.pid])}`;
  return `memory in MB: ${[own, ...children.map((pid) => `${nameOf(pid)} ${megabytesOf(familyOf([pid]))}`)].join(', ')}`;
}

export const megabytesOf = (pids: readonly number[]): number =>
  Math.round(pids.reduce((sum, pid) => sum + residentBytes(pid), 0) / MB);

/** Those that run. */
export const childrenOf = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);

/** Of a unit the folder of its package, of another process of Node its file. */
function nameOf(pid: number): string {
  const [program = '', script = ''] = commandLineOf(pid).split(/[\0 ]/);
  if (!script.endsWith('.ts')) return basename(program);
  const [folder = '', rest] = script.split('/src/');
  return rest === undefined ? basename(script, '.ts') : basename(folder);
}

/** What Postgres' processes share counts once. */
function residentBytes(pid: number): number {
  try {
    return Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? 0) * 1024;
  } catch {
    return 0; // ended meanwhile
  }
}
