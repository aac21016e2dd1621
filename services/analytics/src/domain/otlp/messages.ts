import {
  bool,
  choice,
  type MessageType,
  many,
  maybeBool,
  maybeDouble,
  maybeFixedInteger,
  maybeInteger,
  maybeText,
  message,
  nanoseconds,
  one,
  opaque,
  text,
} from './wire.ts';

/** What we read of opentelemetry.proto.{common,resource,metrics,logs,collector}.v1, by the numbers and JSON names published there. */
const anyValue = message({
  stringValue: maybeText(1),
  boolValue: maybeBool(2),
  intValue: maybeInteger(3),
  doubleValue: maybeDouble(4),
  arrayValue: opaque(5),
  kvlistValue: opaque(6),
  bytesValue: opaque(7),
});
const keyValue = message({ key: text(1), value: one(2, anyValue) });
const resource = message({ attributes: many(1, keyValue) });
const scope = message({ name: text(1), version: text(2) });

const TEMPORALITIES = [
  'AGGREGATION_TEMPORALITY_UNSPECIFIED',
  'AGGREGATION_TEMPORALITY_DELTA',
  'AGGREGATION_TEMPORALITY_CUMULATIVE',
] as const;
export const DELTA = 1;
export const CUMULATIVE = 2;

const numberPoint = message({
  startTimeUnixNano: nanoseconds(2),
  timeUnixNano: nanoseconds(3),
  asDouble: maybeDouble(4),
  asInt: maybeFixedInteger(6),
  attributes: many(7, keyValue),
});
const histogramPoint = message({
  startTimeUnixNano: nanoseconds(2),
  timeUnixNano: nanoseconds(3),
  sum: maybeDouble(5),
  attributes: many(9, keyValue),
});
const exponentialHistogramPoint = message({
  attributes: many(1, keyValue),
  startTimeUnixNano: nanoseconds(2),
  timeUnixNano: nanoseconds(3),
  sum: maybeDouble(5),
});
const metric = message({
  name: text(1),
  gauge: one(5, message({ dataPoints: many(1, numberPoint) })),
  sum: one(
    7,
    message({
      dataPoints: many(1, numberPoint),
      aggregationTemporality: choice(2, TEMPORALITIES),
      isMonotonic: bool(3),
    }),
  ),
  histogram: one(9, message({ dataPoints: many(1, histogramPoint), aggregationTemporality: choice(2, TEMPORALITIES) })),
  exponentialHistogram: one(
    10,
    message({ dataPoints: many(1, exponentialHistogramPoint), aggregationTemporality: choice(2, TEMPORALITIES) }),
  ),
});
export const metricsRequest = message({
  resourceMetrics: many(
    1,
    message({
      resource: one(1, resource),
      scopeMetrics: many(2, message({ scope: one(1, scope), metrics: many(2, metric) })),
    }),
  ),
});

const logRecord = message({
  timeUnixNano: nanoseconds(1),
  body: one(5, anyValue),
  attributes: many(6, keyValue),
  observedTimeUnixNano: nanoseconds(11),
  eventName: text(12),
});
export const logsRequest = message({
  resourceLogs: many(
    1,
    message({
      resource: one(1, resource),
      scopeLogs: many(2, message({ scope: one(1, scope), logRecords: many(2, logRecord) })),
    }),
  ),
});

export type AnyValue = MessageType<typeof anyValue>;
export type KeyValue = MessageType<typeof keyValue>;
export type Metric = MessageType<typeof metric>;
export type MetricsRequest = MessageType<typeof metricsRequest>;
export type LogsRequest = MessageType<typeof logsRequest>;
