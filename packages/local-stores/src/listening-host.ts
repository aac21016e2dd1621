import { mkdirSync } from 'node:fs';
import { startChild } from './child-process.ts';
import { type ProcessHooks, type RunningProcess, untilReady } from './running-process.ts';

export interface HostOptions extends ProcessHooks {
  name: string;
  entry: string;
  dataDir: string;
  env: Record<string, string>;
  /** Asked once the host said that it listens. */
  check: (url: string) => Promise<boolean>;
}

/** A process of ours that stands in for a server of others, and says in a line of JSON where it listens. */
export async function startHost(options: HostOptions): Promise<RunningProcess> {
  mkdirSync(options.dataDir, { recursive: true, mode: 0o700 });
  let url: string | undefined;
  const child = await startChild({
    command: process.execPath,
    args: [options.entry],
    env: options.env,
    cwd: options.dataDir,
    stopTimeoutMs: 30_000,
    onLine: (line) => {
      const port = url === undefined ? readyPort(line) : undefined;
      if (port !== undefined) url = `http://127.0.0.1:${port}`;
      options.log(line);
    },
    onSpawn: options.onSpawn,
  });
  const isReady = async () => url !== undefined && (await options.check(url));
  await untilReady(options.name, child, isReady, 120_000, options.signal);
  return { url: url ?? '', pid: child.pid, stop: child.stop, exited: child.exited };
}

/** The port in a line such as {"event":"ready","port":8123}. */
export function readyPort(line: string): number | undefined {
  if (!line.includes('"ready"')) return undefined;
  try {
    const said: unknown = JSON.parse(line);
    if (typeof said === 'object' && said !== null && 'event' in said && said.event === 'ready' && 'port' in said) {
      return typeof said.port === 'number' ? said.port : undefined;
    }
  } catch {
    // An ordinary log line.
  }
  return undefined;
}
