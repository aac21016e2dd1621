import { existsSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { endProcess, isAlive } from './processes.ts';
import type { Log } from './running-process.ts';

/**
 * A supervisor that was killed leaves its Postgres running on the data folder: it is ended here. A process id in the lock
 * file that now belongs to another program (after a reboot) would keep Postgres from starting: that file is removed.
 */
export async function endLeftoverPostmaster(dataDir: string, log: Log): Promise<void> {
  const lockFile = join(dataDir, 'postmaster.pid');
  if (!existsSync(lockFile)) return;
  const pid = Number(readFileSync(lockFile, 'utf8').split('\n')[0]);
  if (Number.isInteger(pid) && isAlive(pid) && worksIn(pid, dataDir)) {
    log(`ending the Postgres that an earlier start left behind (process ${pid})`);
    await endProcess(pid, 'SIGINT', 30_000);
  }
  rmSync(lockFile, { force: true });
}

function worksIn(pid: number, folder: string): boolean {
  if (process.platform !== 'linux') return true; // no cheap way to know: trust the lock file
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === folder;
  } catch {
    return false;
  }
}
