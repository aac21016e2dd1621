import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

export const DURATION_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** One registry per service, no globals: tests run several services in one process. */
export function createMetrics(service: string) {
  const registry = new Registry();
  registry.setDefaultLabels({ service });
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  return {
    registry,
    httpRequests: new Counter({
      name: 'linescope_http_requests_total',
      help: 'Requests answered, by route and status.',
      labelNames: ['action', 'method', 'status'],
      registers,
    }),
    httpDuration: new Histogram({
      name: 'linescope_http_request_seconds',
      help: 'Time from the first byte in to the last byte out.',
      labelNames: ['action'],
      buckets: DURATION_BUCKETS,
      registers,
    }),
    rpcDuration: new Histogram({
      name: 'linescope_rpc_seconds',
      help: 'gRPC calls served, by method and status code.',
      labelNames: ['method', 'code'],
      buckets: DURATION_BUCKETS,
      registers,
    }),
    eventsConsumed: new Counter({
      name: 'linescope_events_consumed_total',
      help: 'Messages handled, by consumer and outcome (ok, retry, dead).',
      labelNames: ['consumer', 'outcome'],
      registers,
    }),
    eventLag: new Gauge({
      name: 'linescope_event_lag',
      help: 'Messages waiting for a consumer.',
      labelNames: ['consumer'],
      registers,
    }),
    jobRuns: new Counter({
      name: 'linescope_job_runs_total',
      help: 'Runs of periodic jobs, by job and outcome (ok, failed).',
      labelNames: ['job', 'outcome'],
      registers,
    }),
    /** Read from the broker whenever metrics are read; every service reports the same number. */
    watchDeadLetters(count: () => Promise<number>) {
      createGauge(registry, {
        name: 'linescope_dead_letters',
        help: 'Messages in the dead-letter stream.',
        labelNames: [],
        measure: async () => [{ labels: {}, value: await count() }],
      });
    },
    outboxDepth: new Gauge({
      name: 'linescope_outbox_depth',
      help: 'Events committed and not yet published.',
      registers,
    }),
    outboxFailed: new Gauge({
      name: 'linescope_outbox_failed',
      help: 'Events that the broker refuses for good, set apart in the table outbox.',
      registers,
    }),
    outboxRepublished: new Counter({
      name: 'linescope_outbox_republished_total',
      help: 'Events sent again because the broker had lost them.',
      registers,
    }),
  };
}

/** A counter that only one service has. */
export const createCounter = (registry: Registry, name: string, help: string): Counter =>
  new Counter({ name, help, registers: [registry] });

export interface MeasuredGauge {
  name: string;
  help: string;
  labelNames: string[];
  measure(): Promise<{ labels: Record<string, string>; value: number }[]>;
}

/** A gauge that is measured whenever metrics are read. If that fails, only this gauge is left out. */
export function createGauge(registry: Registry, { name, help, labelNames, measure }: MeasuredGauge): void {
  const gauge = new Gauge({
    name,
    help,
    labelNames,
    registers: [registry],
    async collect() {
      const values = await measure().catch(() => []);
      gauge.reset();
      for (const { labels, value } of values) gauge.set(labels, value);
    },
  });
}

export type Metrics = ReturnType<typeof createMetrics>;
