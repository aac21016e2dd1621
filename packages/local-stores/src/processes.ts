import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

/**
 * When a process began, in words that differ for any other process that ever has the same id; undefined if there is none.
 * Together with the id it says whether a recorded process is still the one that was recorded.
 */
export function startMark(pid: number): string | undefined {
  try {
    if (process.platform !== 'linux') {
      return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim() || undefined;
    }
    const afterName = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    const [state] = afterName;
    const startedAt = afterName[19]; // field 22 of proc(5), in clock ticks since boot
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    return state === 'Z' || startedAt === undefined ? undefined : `${boot}/${startedAt}`;
  } catch {
    return undefined;
  }
}

export function isAlive(pid: number): boolean {
  return startMark(pid) !== undefined;
}

/** Asks a process that is not our child to end, waits, and kills its whole group if it does not. */
export async function endProcess(pid: number, signal: NodeJS.Signals, timeoutMs: number): Promise<void> {
  const mark = startMark(pid);
  const isStillThere = () => mark !== undefined && startMark(pid) === mark;
  const deadline = Date.now() + timeoutMs;
  send(pid, signal);
  while (isStillThere()) {
    if (Date.now() > deadline) {
      send(-pid, 'SIGKILL');
      send(pid, 'SIGKILL');
    }
    await delay(50);
  }
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It ended by itself in the meantime.
  }
}
