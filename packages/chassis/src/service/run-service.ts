import type { z } from 'zod';
import { readConfig } from '../config/read-config.ts';
import type { ProcessConfig } from '../config/settings.ts';
import { createLogger, type Logger } from '../log/logger.ts';
import { serveInternal } from '../metrics/internal-server.ts';
import { createMetrics, type Metrics } from '../metrics/metrics.ts';
import { startTracing } from '../trace/tracing.ts';
import { createReadiness, type Readiness } from './readiness.ts';

/** What a unit is handed while it starts. What opens first closes last. */
export interface Runtime<Config> {
  service: string;
  config: Config;
  log: Logger;
  metrics: Metrics;
  readiness: Readiness;
  onStop(name: string, stop: () => Promise<void> | void): void;
}

export interface ServiceDefinition<Schema extends z.ZodObject, Started> {
  name: string;
  config: Schema;
  start(runtime: Runtime<z.infer<Schema>>): Promise<Started>;
}

export interface RunningService<Started> {
  started: Started;
  internalPort: number;
  log: Logger;
  stop(): Promise<void>;
}

export const defineService = <Schema extends z.ZodObject, Started>(
  definition: ServiceDefinition<Schema, Started>,
): ServiceDefinition<Schema, Started> => definition;

export async function startService<Schema extends z.ZodObject, Started>(
  definition: ServiceDefinition<Schema, Started>,
  env: Record<string, string | undefined>,
): Promise<RunningService<Started>> {
  const config = readConfig(definition.config, env);
  const processConfig = config as unknown as ProcessConfig;
  const log = createLogger(definition.name, processConfig.LOG_LEVEL);
  const metrics = createMetrics(definition.name);
  const readiness = createReadiness();
  const stops: { name: string; stop: () => Promise<void> | void }[] = [];
  const onStop: Runtime<unknown>['onStop'] = (name, stop) => stops.push({ name, stop });

  const stopAll = async () => {
    readiness.setServing(false);
    for (const { name, stop } of stops.reverse()) {
      try {
        await stop();
      } catch (err) {
        log.warn({ err, part: name }, 'a part did not close cleanly');
      }
    }
    stops.length = 0;
  };

  try {
    onStop('tracing', await startTracing(definition.name, processConfig.OTEL_EXPORTER_OTLP_ENDPOINT));
    const internal = await serveInternal({
      host: processConfig.BIND_HOST,
      port: processConfig.INTERNAL_PORT,
      metrics,
      readiness,
    });
    onStop('internal server', internal.stop);
    const started = await definition.start({ service: definition.name, config, log, metrics, readiness, onStop });
    readiness.setServing(true);
    log.info({ internalPort: internal.port }, 'started');
    return { started, internalPort: internal.port, log, stop: stopAll };
  } catch (err) {
    await stopAll();
    throw err;
  }
}

/** The whole of a unit's `main.ts`: start, then stop in order on SIGTERM or SIGINT. */
export async function runService<Schema extends z.ZodObject, Started>(
  definition: ServiceDefinition<Schema, Started>,
): Promise<void> {
  let running: RunningService<Started>;
  try {
    running = await startService(definition, process.env);
  } catch (error) {
    const isConfig = error instanceof Error && error.name === 'ConfigError';
    process.stderr.write(
      `${definition.name}: ${isConfig ? error.message : error instanceof Error ? error.stack : String(error)}\n`,
    );
    process.exit(isConfig ? 78 : 1);
  }
  const graceMs = Number(process.env['SHUTDOWN_GRACE_MS'] ?? 15_000);
  let stopping = false;
  const stop = async (signal: string) => {
    if (stopping) return;
    stopping = true;
    running.log.info({ signal }, 'stopping');
    setTimeout(() => process.exit(1), graceMs).unref();
    await running.stop();
    process.exit(0);
  };
  process.on('SIGTERM', () => void stop('SIGTERM'));
  process.on('SIGINT', () => void stop('SIGINT'));
  process.on('unhandledRejection', (err) => running.log.error({ err }, 'unhandled rejection'));
}
