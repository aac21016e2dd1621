import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

export type HostConfig = {
  dataDir: string;
  port: number;
  bind: string;
  /** Asked of every request when it is set. */
  password: string | undefined;
  logLevel: LogLevel;
};

export const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** Reads the environment; every problem is reported at once. */
export function readConfig(env: NodeJS.ProcessEnv): HostConfig {
  const problems: string[] = [];
  const dataDir = env.CLICKHOUSE_HOST_DATA_DIR ?? '';
  if (dataDir === '') problems.push('CLICKHOUSE_HOST_DATA_DIR must name the folder for the tables');
  const port = Number(env.CLICKHOUSE_HOST_PORT ?? '8123');
  if (!Number.isInteger(port) || port < 0 || port > 65535) {
    problems.push('CLICKHOUSE_HOST_PORT must be a port number, or 0 for any free one');
  }
  const logLevel = LOG_LEVELS.find((level) => level === (env.LOG_LEVEL ?? 'info'));
  if (!logLevel) problems.push(`LOG_LEVEL must be one of ${LOG_LEVELS.join(', ')}`);
  const password = readPassword(env, problems);
  if (problems.length > 0) throw new Error(problems.join('; '));
  return {
    dataDir: resolve(dataDir),
    port,
    bind: env.CLICKHOUSE_HOST_BIND || '127.0.0.1',
    password,
    logLevel: logLevel ?? 'info',
  };
}

/** Given, or in a file that is named. */
function readPassword(env: NodeJS.ProcessEnv, problems: string[]): string | undefined {
  const file = env.CLICKHOUSE_HOST_PASSWORD_FILE;
  if (!file) return env.CLICKHOUSE_HOST_PASSWORD || undefined;
  try {
    return readFileSync(file, 'utf8').trimEnd();
  } catch {
    problems.push(`CLICKHOUSE_HOST_PASSWORD_FILE names ${file}, which cannot be read`);
    return undefined;
  }
}
