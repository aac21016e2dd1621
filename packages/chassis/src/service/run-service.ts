import { flushCompileCache } from 'node:module';
import type { z } from 'zod';
import { readConfig } from '../config/read-config.ts';
import type { ProcessConfig } from '../config/settings.ts';
import { createLogger, type Logger } from '../log/logger.ts';
import { serveInternal } from '../metrics/internal-server.ts';
import { createMetrics, type Metrics } from '../metrics/metrics.ts';
import { startTracing } from '../trace/tracing.ts';
import { DRAINING } from './draining.ts';
import { type FreeSpace, measureFreeSpace, watchFreeSpace } from './free-space.ts';
import { logFailedStart } from './log-failed-start.ts';
import { createReadiness, type Readiness } from './readiness.ts';

/** What a unit is handed while it starts. What opens first closes last. */
export interface Runtime<Config> {
  service: string;
  config: Config;
  log: Logger;
  metrics: Metrics;
  readiness: Readiness;
  freeSpace: FreeSpace;
  /** Called when the service is about to stop and still answers: makes clients reconnect elsewhere. */
  onDrain(announce: () => void): void;
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
  shutdown: { drainMs: number; graceMs: number };
  /** Reports not ready and goes on answering. */
  drain(): void;
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
  const freeSpace = watchFreeSpace(processConfig, log);
  measureFreeSpace(processConfig, metrics);
  const stops: { name: string; stop: () => Promise<void> | void }[] = [];
  const onStop: Runtime<unknown>['onStop'] = (name, stop) => stops.push({ name, stop });
  const announcements: (() => void)[] = [];
  const onDrain: Runtime<unknown>['onDrain'] = (announce) => announcements.push(announce);

  const drain = () => {
    readiness.setServing(false);
    for (const announce of announcements.splice(0)) announce();
  };
  const stopAll = async () => {
    drain();
    for (const { name, stop } of stops.reverse()) {
      try {
        await stop();
      } catch (err) {
        log.warn({ err, part: name }, `stopping ${name} failed, stopping the rest`);
      }
    }
    stops.length = 0;
  };

  try {
    onStop('tracing', await startTracing(definition.name, processConfig.OTEL_EXPORTER_OTLP_ENDPOINT));
    const internal = await serveInternal({ config: processConfig, metrics, readiness });
    onStop('internal server', internal.stop);
    const service = definition.name;
    const started = await definition.start({ service, config, log, metrics, readiness, freeSpace, onDrain, onStop });
    readiness.setServing(true);
    log.info({ internalPort: internal.port }, 'started');
    const shutdown = { drainMs: processConfig.SHUTDOWN_DRAIN_MS, graceMs: processConfig.SHUTDOWN_GRACE_MS };
    return { started, internalPort: internal.port, log, shutdown, drain, stop: stopAll };
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
    process.exit(logFailedStart(definition.name, error));
  }
  // Else it is written at the end, which a process that is killed does not come to.
  flushCompileCache();
  stopOnSignals(running);
  process.on('unhandledRejection', (err) => running.log.error({ err }, 'unhandled rejection'));
}

/**
 * SIGTERM, which orchestrators send: drain, so that no new request is routed here, and stop after `drainMs`. SIGINT, which a person sends or
 * a supervisor whose new process is ready, and a second SIGTERM: stop now. Requests under way are finished in any case.
 */
function stopOnSignals(running: RunningService<unknown>): void {
  const { log, shutdown } = running;
  let draining = false;
  let stopping = false;
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    log.info('stopping');
    setTimeout(() => process.exit(1), shutdown.graceMs).unref();
    await running.stop();
    process.exit(0);
  };
  const isOrphan = () => process.send !== undefined && !process.connected;
  process.on('SIGINT', () => void stop());
  process.on('SIGTERM', () => {
    if (draining || shutdown.drainMs === 0 || isOrphan()) return void stop();
    draining = true;
    log.info({ drainMs: shutdown.drainMs }, 'draining');
    running.drain();
    process.send?.(DRAINING);
    setTimeout(() => void stop(), shutdown.drainMs);
  });
}
