import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/** A process that was killed may take a moment to give back its memory. */
const PATIENCE_MS = 5_000;

/** Two engines on one folder would ruin it. The lock names its process and that process's start, so a dead one's is void. */
export async function lockDataFolder(dataDir: string): Promise<() => void> {
  const path = join(dataDir, 'host.lock');
  const deadline = Date.now() + PATIENCE_MS;
  for (let holder = readLock(path); holder && isAlive(holder); holder = readLock(path)) {
    if (Date.now() > deadline) {
      throw new Error(`${dataDir} is in use by process ${holder.pid}; stop it, or give this host another folder`);
    }
    await pause(50);
  }
  return takeLock(path);
}

/**
 * Of the engine's process, by one whose host holds the folder. Another that is alive lost its host, and may hang: it is ended,
 * which costs nothing that was answered.
 */
export async function lockForEngine(dataDir: string): Promise<() => void> {
  const path = join(dataDir, 'engine.lock');
  for (let holder = readLock(path); holder && isAlive(holder); holder = readLock(path)) {
    process.kill(holder.pid, 'SIGKILL');
    await pause(50);
  }
  return takeLock(path);
}

function takeLock(path: string): () => void {
  writeFileSync(path, JSON.stringify({ pid: process.pid, started: startOf(process.pid) }));
  return () => rmSync(path, { force: true });
}

type Holder = { pid: number; started: string };

function readLock(path: string): Holder | undefined {
  try {
    const { pid, started }: Record<string, unknown> = JSON.parse(readFileSync(path, 'utf8'));
    return typeof pid === 'number' && typeof started === 'string' ? { pid, started } : undefined;
  } catch {
    return undefined;
  }
}

function isAlive({ pid, started }: Holder): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  return startOf(pid) === started;
}

/** The kernel's start time of a process, where there is a /proc; its pid alone must do elsewhere. */
function startOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  } catch {
    return '';
  }
}
