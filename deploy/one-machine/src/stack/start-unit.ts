import { mkdirSync } from 'node:fs';
import { startChild } from '@linescope/local-stores/child-process';
import { type ProcessHooks, type RunningProcess, untilReady } from '@linescope/local-stores/running-process';
import { ROOT } from '../settings.ts';

export interface UnitOptions extends ProcessHooks {
  name: string;
  args: string[];
  env: Record<string, string>;
  /** Where it answers. */
  url: string;
  /** Answers 200 on /readyz when the unit can do its work. */
  internalUrl: string;
  dataDir: string;
  /** When it is terminated, a replacement is started beside it and takes over its ports. */
  handsOver: boolean;
}

/** A unit of the product: the gateway, a service or a worker. */
export async function startUnit(options: UnitOptions): Promise<RunningProcess> {
  mkdirSync(options.dataDir, { recursive: true, mode: 0o700 });
  const child = await startChild({
    command: process.execPath,
    args: options.args,
    env: options.env,
    cwd: ROOT,
    stopSignal: 'SIGINT', // at once, without a wait for others to take over
    stopTimeoutMs: 20_000, // a little more than a unit gives itself to finish
    talks: options.handsOver,
    onLine: options.log,
    onSpawn: options.onSpawn,
  });
  await untilReady(options.name, child, () => answersReady(options.internalUrl), 120_000, options.signal);
  const { pid, stop, exited, draining } = child;
  return { url: options.url, pid, stop, exited, ...(options.handsOver && { draining }) };
}

export async function answersReady(internalUrl: string): Promise<boolean> {
  const response = await fetch(`${internalUrl}/readyz`, { signal: AbortSignal.timeout(5000) });
  await response.body?.cancel();
  return response.status === 200;
}
