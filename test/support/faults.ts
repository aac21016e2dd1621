import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

const MIB = 1024 * 1024;
const DISK_BYTES = 6 * 1024 * MIB;

export function sendSignal(pid: number, name: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, name);
  } catch {
    return false; // gone already; the next pid is on its way
  }
}

/** Stops a part for a moment, as a machine that swaps or a cut network does: connections stay, and nobody answers. */
export async function freeze(pid: number | undefined, milliseconds: number): Promise<boolean> {
  if (pid === undefined || !sendSignal(pid, 'SIGSTOP')) return false;
  await delay(milliseconds);
  sendSignal(pid, 'SIGCONT');
  return true;
}

/** Lets a part run for a tenth of the time. */
export async function slowDown(pidOf: () => number | undefined, milliseconds: number): Promise<boolean> {
  const until = Date.now() + milliseconds;
  let slowed = false;
  while (Date.now() < until) {
    slowed = (await freeze(pidOf(), 90)) || slowed;
    await delay(10);
  }
  return slowed;
}

export interface SmallDisk {
  folder: string;
  /** Leaves some 64 MiB, less than units want to be free, for so long. */
  fill(milliseconds: number): Promise<void>;
  remove(): Promise<void>;
}

/** A disk of its own whose size can be changed, so that it is full without a byte written; null where it cannot be mounted. */
export function mountSmallDisk(): SmallDisk | null {
  const disk = mkdtempSync(join(tmpdir(), 'linescope-disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_BYTES}`, 'tmpfs', disk], { stdio: 'ignore' });
  } catch {
    rmSync(disk, { recursive: true });
    return null;
  }
  const resize = (bytes: number) => execFileSync('mount', ['-o', `remount,size=${bytes}`, disk]);
  const folder = join(disk, 'data');
  mkdirSync(folder, { mode: 0o711 });
  return {
    folder,
    async fill(milliseconds) {
      const { bsize, blocks, bfree } = statfsSync(disk);
      resize((blocks - bfree) * bsize + 64 * MIB);
      await delay(milliseconds);
      resize(DISK_BYTES);
    },
    async remove() {
      execFileSync('umount', ['-l', disk]);
      rmSync(disk, { recursive: true });
    },
  };
}
