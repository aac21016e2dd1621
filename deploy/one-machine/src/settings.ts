import { join, resolve } from 'node:path';
import { brokerSettings, processSettings } from '@linescope/chassis/config/settings';
import { z } from 'zod';

export const ROOT = resolve(import.meta.dirname, '../../..');

const empty = (value: unknown) => (value === '' ? undefined : value);

const Environment = z.object({
  PORT: z.preprocess(empty, z.coerce.number().int().min(0).max(65_535).default(8080)),
  BIND_HOST: z.preprocess(empty, z.string().default('127.0.0.1')),
  DATA_DIR: z.preprocess(empty, z.string().default('.data')),
  LOG_LEVEL: z.preprocess(
    empty,
    z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
  ),
  MIN_FREE_BYTES: z.preprocess(empty, processSettings.MIN_FREE_BYTES),
  NATS_STREAM_BYTES: z.preprocess(empty, brokerSettings.NATS_STREAM_BYTES),
  DATABASE_URL: z.preprocess(empty, z.url({ protocol: /^postgres(ql)?$/ }).optional()),
  NATS_URL: z.preprocess(empty, z.string().optional()),
  CLICKHOUSE_URL: z.preprocess(empty, z.url({ protocol: /^https?$/ }).optional()),
  DEMO: z.preprocess(empty, z.stringbool().default(true)),
  IMPORT_OWN_HISTORY: z.preprocess(empty, z.stringbool().default(false)),
});

export interface Settings {
  /** Of the gateway, the one port that is for others; 0 means any free one. */
  port: number;
  bindHost: string;
  dataDir: string;
  logLevel: string;
  minFreeBytes: number;
  /** The most that each of the broker's three streams may hold. */
  streamBytes: number;
  /** Servers to use instead of starting our own. */
  given: { postgres: string | undefined; nats: string | undefined; clickhouse: string | undefined };
  /** A demo organization is made. */
  demo: boolean;
  /** The history of Linescope itself is imported. */
  importOwnHistory: boolean;
}

/** The settings of the environment; every problem is reported at once, by the name of its variable. */
export function readSettings(env: Record<string, string | undefined>): Settings {
  const read = Environment.safeParse(env);
  if (!read.success) {
    const problems = read.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
    throw new Error(`The settings are not valid.\n  ${problems.join('\n  ')}`);
  }
  const { PORT, BIND_HOST, DATA_DIR, LOG_LEVEL, DATABASE_URL, NATS_URL, CLICKHOUSE_URL } = read.data;
  return {
    port: PORT,
    bindHost: BIND_HOST,
    dataDir: resolve(ROOT, DATA_DIR),
    logLevel: LOG_LEVEL,
    minFreeBytes: read.data.MIN_FREE_BYTES,
    streamBytes: read.data.NATS_STREAM_BYTES,
    given: { postgres: DATABASE_URL, nats: NATS_URL, clickhouse: CLICKHOUSE_URL },
    demo: read.data.DEMO,
    importOwnHistory: read.data.IMPORT_OWN_HISTORY,
  };
}

/** Where things are in a data folder. */
export function filesIn(dataDir: string) {
  return {
    ready: join(dataDir, 'ready.json'),
    secrets: join(dataDir, 'secrets.json'),
    stack: join(dataDir, 'stack.json'),
    demo: join(dataDir, 'demo.json'),
    log: (unit: string) => join(dataDir, 'logs', `${unit}.log`),
    of: (unit: string) => join(dataDir, unit),
  };
}
