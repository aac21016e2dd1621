import { readFileSync } from 'node:fs';
import { availableParallelism, totalmem } from 'node:os';
import { resolve } from 'node:path';
import type { EngineName } from './engine/driver.ts';

export type HostConfig = {
  dataDir: string;
  port: number;
  bind: string;
  /** Asked of every request when it is set. */
  password: string | undefined;
  /** Undefined takes the native one where it is installed and loads. */
  engine: EngineName | undefined;
  /** How many statements the native engine runs at a time. */
  lanes: number;
  /** What the native engine may take for everything. */
  memoryBytes: number;
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
  const engine = ENGINES.find((name) => name === env.CLICKHOUSE_HOST_ENGINE);
  if (env.CLICKHOUSE_HOST_ENGINE && !engine) {
    problems.push(`CLICKHOUSE_HOST_ENGINE must be one of ${ENGINES.join(', ')}, or left out`);
  }
  const lanes = wholeNumber(env, 'CLICKHOUSE_HOST_LANES', defaultLanes(), 1, problems);
  const memoryMb = wholeNumber(env, 'CLICKHOUSE_HOST_MEMORY_MB', defaultMemoryMb(), 512, problems);
  if (problems.length > 0) throw new Error(problems.join('; '));
  return {
    dataDir: resolve(dataDir),
    port,
    bind: env.CLICKHOUSE_HOST_BIND || '127.0.0.1',
    password,
    engine,
    lanes,
    memoryBytes: memoryMb * MB,
    logLevel: logLevel ?? 'info',
  };
}

const ENGINES: readonly EngineName[] = ['native', 'wasm'];
const MB = 2 ** 20;

/** One for every core and at least two, so that a long statement does not hold up the small ones; and one that is kept for requests. */
export const defaultLanes = (): number => Math.max(2, availableParallelism()) + 1;

/** A quarter of the machine or container, which others share; never less than the other engine has. */
export const defaultMemoryMb = (): number =>
  Math.max(2048, Math.floor(Math.min(totalmem(), process.constrainedMemory() || totalmem()) / 4 / MB));

function wholeNumber(env: NodeJS.ProcessEnv, name: string, normal: number, least: number, problems: string[]): number {
  const value = Number(env[name] || normal);
  if (!Number.isInteger(value) || value < least) problems.push(`${name} must be a whole number from ${least}`);
  return value;
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
