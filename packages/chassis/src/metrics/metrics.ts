import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

export const DURATION_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** One registry a unit: no globals, so that tests may run several units in one process. */
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
    /** Asked of the broker when metrics are read; every unit tells the same number. */
    watchDeadLetters(count: () => Promise<number>) {
      measured(registry, {
        name: 'linescope_dead_letters',
        help: 'Messages that an operator must look at.',
        labelNames: [],
        measure: async () => [{ labels: {}, value: await count() }],
      });
    },
    outboxDepth: new Gauge({
      name: 'linescope_outbox_depth',
      help: 'Events committed and not yet published.',
      registers,
    }),
  };
}

/** A counter of one service's own. */
export const counted = (registry: Registry, name: string, help: string): Counter =>
  new Counter({ name, help, registers: [registry] });

export interface Measured {
  name: string;
  help: string;
  labelNames: string[];
  measure(): Promise<{ labels: Record<string, string>; value: number }[]>;
}

/** A gauge that is measured anew whenever metrics are read. While that fails it shows nothing, and the rest is shown. */
export function measured(registry: Registry, { name, help, labelNames, measure }: Measured): void {
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
