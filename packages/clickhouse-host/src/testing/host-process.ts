import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { type ClickHouseClient, ClickHouseLogLevel, createClient } from '@clickhouse/client';
import { expect } from 'vitest';

const MAIN = join(import.meta.dirname, '..', 'main.ts');

export type HostProcess = {
  process: ChildProcess;
  url: string;
  client: ClickHouseClient;
  errors: string[];
  end(signal: NodeJS.Signals): Promise<void>;
};

/** The host as its supervisor starts it: what ends the process ends no test. */
export async function startHostProcess(dataDir: string, env: Record<string, string> = {}): Promise<HostProcess> {
  const child = spawn(process.execPath, [MAIN], {
    env: { ...process.env, CLICKHOUSE_HOST_DATA_DIR: dataDir, CLICKHOUSE_HOST_PORT: '0', LOG_LEVEL: 'warn', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const errors: string[] = [];
  createInterface(child.stderr).on('line', (line) => errors.push(line));
  const [line] = await once(createInterface(child.stdout), 'line', { signal: AbortSignal.timeout(90_000) });
  const ready: { event: string; port: number } = JSON.parse(String(line));
  expect(ready.event).toBe('ready');
  const url = `http://127.0.0.1:${ready.port}`;
  const client = createClient({
    url,
    log: { level: ClickHouseLogLevel.OFF },
    clickhouse_settings: { output_format_json_quote_64bit_integers: 0 },
  });
  return {
    process: child,
    url,
    client,
    errors,
    async end(signal) {
      const exited = child.exitCode === null && child.signalCode === null ? once(child, 'exit') : undefined;
      child.kill(signal);
      await client.close();
      await exited;
    },
  };
}
