import { mkdirSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { startChild } from '../child.ts';
import { type Log, type RunningPart, untilReady } from '../part.ts';

export interface ClickHouseOptions {
  dataDir: string;
  port?: number;
  /** Further settings of the host, by name. */
  env?: Record<string, string>;
  log: Log;
}

/** ClickHouse's engine behind its HTTP interface, as a process of its own. */
export async function startClickHouse(options: ClickHouseOptions): Promise<RunningPart> {
  const dataDir = resolve(options.dataDir);
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  let port: number | undefined;
  const entry = resolve(import.meta.dirname, '../../../clickhouse-host/src/main.ts');
  const child = await startChild({
    command: process.execPath,
    args: [entry],
    env: {
      PATH: process.env.PATH ?? '/usr/bin:/bin',
      ...options.env,
      CLICKHOUSE_HOST_PORT: String(options.port ?? 0),
      CLICKHOUSE_HOST_DATA_DIR: dataDir,
    },
    cwd: dirname(entry),
    stopTimeoutMs: 30_000,
    onLine: (line) => {
      port ??= readyPort(line);
      options.log(line);
    },
  });
  const url = () => `http://127.0.0.1:${port}`;
  const answers = async () => {
    if (port === undefined) return false;
    const response = await fetch(`${url()}/ping`, { signal: AbortSignal.timeout(5000) });
    return (await response.text()).startsWith('Ok.');
  };
  await untilReady('clickhouse', child, answers, 120_000);
  return { url: url(), pid: child.pid, stop: child.stop, exited: child.exited };
}

/** The port in a line such as {"event":"ready","port":8123}, which a host prints once it listens. */
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
