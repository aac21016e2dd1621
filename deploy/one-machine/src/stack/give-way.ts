import { writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';

const BACKGROUND_NICENESS = 10;

/**
 * What works through queues, and the git it starts, gives way to what somebody waits for. Each unit has a session of its own, and Linux
 * shares the processors between sessions before it looks at niceness: so the session is told too, where the kernel groups by them.
 */
export function giveWay(pid: number): void {
  setPriority(pid, BACKGROUND_NICENESS);
  try {
    writeFileSync(`/proc/${pid}/autogroup`, String(BACKGROUND_NICENESS), { flag: 'r+' });
  } catch {
    // The kernel does not group (no such file), or nobody may write there (a container): niceness alone decides, and the unit starts.
  }
}
