import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

const DURATION_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

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
    outboxDepth: new Gauge({
      name: 'linescope_outbox_depth',
      help: 'Events committed and not yet published.',
      registers,
    }),
  };
}

export type Metrics = ReturnType<typeof createMetrics>;
