import { mkdirSync } from 'node:fs';
import { startChild } from '../child.ts';
import { type PartHooks, type RunningPart, untilReady } from '../part.ts';
import { ROOT } from '../settings.ts';

export interface UnitOptions extends PartHooks {
  name: string;
  entry: string;
  env: Record<string, string>;
  /** Where it answers. */
  url: string;
  /** Answers 200 on /readyz when the unit can do its work. */
  internalUrl: string;
  dataDir: string;
}

/** A unit of the product: the gateway, a service or a worker. */
export async function startUnit(options: UnitOptions): Promise<RunningPart> {
  mkdirSync(options.dataDir, { recursive: true, mode: 0o700 });
  const child = await startChild({
    command: process.execPath,
    args: [options.entry],
    env: options.env,
    cwd: ROOT,
    stopTimeoutMs: 20_000, // a little more than a unit gives itself to drain
    onLine: options.log,
    onSpawn: options.onSpawn,
  });
  await untilReady(options.name, child, () => answersReady(options.internalUrl), 120_000, options.signal);
  return { url: options.url, pid: child.pid, stop: child.stop, exited: child.exited };
}

export async function answersReady(internalUrl: string): Promise<boolean> {
  const response = await fetch(`${internalUrl}/readyz`, { signal: AbortSignal.timeout(5000) });
  await response.body?.cancel();
  return response.status === 200;
}
