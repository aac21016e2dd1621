import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { DRAINING } from '@linescope/chassis/service/draining';

export interface ChildSpec {
  command: string;
  args: string[];
  env: Record<string, string>;
  cwd: string;
  /** The OS user to run as, when it is not ours. */
  owner?: { uid: number; gid: number };
  stopSignal?: NodeJS.Signals;
  /** It may announce that it is draining. */
  talks?: boolean;
  /** How long an ordered stop may take before the whole process group is killed. */
  stopTimeoutMs?: number;
  onLine: (line: string) => void;
  onSpawn?: ((pid: number) => void) | undefined;
}

export interface ExitInfo {
  code: number | null;
  signal: NodeJS.Signals | null;
}

export interface Child {
  pid: number;
  exited: Promise<ExitInfo>;
  /** It received a signal from elsewhere and is draining. */
  draining: Promise<'draining'>;
  hasExited(): boolean;
  lastLines(): string[];
  stop(): Promise<void>;
}

const KEPT_LINES = 20;

/** Starts a process in a group of its own, so that Ctrl-C reaches only the supervisor, who then stops things in order. */
export async function startChild(spec: ChildSpec): Promise<Child> {
  const spawned = spawn(spec.command, spec.args, {
    cwd: spec.cwd,
    env: spec.env,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe', ...(spec.talks ? ['ipc' as const] : [])],
    ...spec.owner,
  });
  const lastLines: string[] = [];
  for (const stream of [spawned.stdout, spawned.stderr]) {
    if (stream === null) continue;
    createInterface({ input: stream }).on('line', (line) => {
      lastLines.push(line);
      if (lastLines.length > KEPT_LINES) lastLines.shift();
      spec.onLine(line);
    });
  }
  await once(spawned, 'spawn');
  const { pid } = spawned;
  if (pid === undefined) throw new Error(`${spec.command} did not start`);
  spec.onSpawn?.(pid);

  let gone = false;
  const exited = new Promise<ExitInfo>((resolve) => {
    spawned.once('exit', (code, signal) => {
      gone = true;
      killGroup(pid); // what it started itself goes with it
      resolve({ code, signal });
    });
  });
  const draining = new Promise<'draining'>((resolve) => {
    spawned.on('message', (message) => {
      if (message === DRAINING) resolve(DRAINING);
    });
  });
  const stop = async () => {
    if (gone) return;
    spawned.kill(spec.stopSignal ?? 'SIGTERM');
    const timer = setTimeout(() => killGroup(pid), spec.stopTimeoutMs ?? 15_000);
    await exited;
    clearTimeout(timer);
  };
  return { pid, exited, draining, hasExited: () => gone, lastLines: () => [...lastLines], stop };
}

function killGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // The group is empty: nothing was left.
  }
}
