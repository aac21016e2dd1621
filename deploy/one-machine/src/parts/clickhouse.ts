import { join, resolve } from 'node:path';
import type { PartHooks, RunningPart } from '../part.ts';
import { ROOT } from '../settings.ts';
import { startHost } from './host.ts';

export interface ClickHouseOptions extends PartHooks {
  dataDir: string;
  port?: number;
  /** Further settings of the host, by name. */
  env?: Record<string, string>;
}

/** ClickHouse's engine behind its HTTP interface. */
export function startClickHouse(options: ClickHouseOptions): Promise<RunningPart> {
  const { port = 0, env, ...hooks } = options;
  const dataDir = resolve(options.dataDir);
  return startHost({
    ...hooks,
    name: 'clickhouse',
    entry: join(ROOT, 'deploy/clickhouse-host/src/main.ts'),
    dataDir,
    env: {
      PATH: process.env.PATH ?? '/usr/bin:/bin',
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
