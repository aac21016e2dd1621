import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startHost } from './listening-host.ts';
import type { ProcessHooks, RunningProcess } from './running-process.ts';

export interface ClickHouseOptions extends ProcessHooks {
  dataDir: string;
  port?: number;
  /** Further settings of the host, by name. */
  env?: Record<string, string>;
}

/** ClickHouse's engine behind its HTTP interface. */
export function startClickHouse(options: ClickHouseOptions): Promise<RunningProcess> {
  const { port = 0, env, ...hooks } = options;
  const dataDir = resolve(options.dataDir);
  return startHost({
    ...hooks,
    name: 'clickhouse',
    entry: fileURLToPath(import.meta.resolve('@linescope/clickhouse-host/main')),
    dataDir,
    env: {
      PATH: process.env.PATH ?? '/usr/bin:/bin',
      ...hostSettings(),
      ...env,
      CLICKHOUSE_HOST_PORT: String(port),
      CLICKHOUSE_HOST_DATA_DIR: dataDir,
    },
    check: async (url) => {
      const response = await fetch(`${url}/ping`, { signal: AbortSignal.timeout(5000) });
      return (await response.text()).startsWith('Ok.');
    },
  });
}

/** Which engine the host takes, and how much of the machine, is said by the environment of whoever starts it. */
function hostSettings(): Record<string, string> {
  const names = ['CLICKHOUSE_HOST_ENGINE', 'CLICKHOUSE_HOST_LANES', 'CLICKHOUSE_HOST_MEMORY_MB'];
  return Object.fromEntries(names.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])));
}
