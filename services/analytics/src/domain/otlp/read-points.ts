import { createHash } from 'node:crypto';
import {
  type AnyValue,
  CUMULATIVE,
  DELTA,
  type KeyValue,
  type LogsRequest,
  type Metric,
  type MetricsRequest,
} from './messages.ts';

const MAX_ATTRIBUTES = 128;

export type AttributeValue = string | number | boolean;

/** A data point of a metric, or a log record, with the attributes of its resource beneath its own. */
export interface TelemetryPoint {
  signal: 'metric' | 'event';
  name: string;
  service: string;
  attributes: ReadonlyMap<string, AttributeValue>;
  /** `cumulative`: the value is the sum since `start`. Else the value is what this point adds. */
  temporality: 'delta' | 'cumulative';
  start: bigint;
  at: bigint;
  value: number;
  /** All that tells this point's series from others. */
  series: string;
}

export interface ReadPoints {
  points: TelemetryPoint[];
  /** How many points could not be taken, by reason. */
  refused: Map<string, number>;
}

/** Points of metrics whose names are wanted. What is of no use to us is left alone, and is no fault of the sender's. */
export function readMetricPoints(request: MetricsRequest, isWanted: (name: string) => boolean): ReadPoints {
  const read: ReadPoints = { points: [], refused: new Map() };
  for (const { resource, scopeMetrics } of request.resourceMetrics) {
    const ofResource = resource?.attributes ?? [];
    for (const { scope, metrics } of scopeMetrics) {
      for (const metric of metrics.filter(({ name }) => isWanted(name))) {
        const { temporality, points, problem } = dataOf(metric);
        for (const point of points) {
          const why = problem ?? problemOf(point, ofResource);
          if (why !== null) refuse(read, why);
          else if (point.value !== undefined)
            read.points.push({
              signal: 'metric',
              name: metric.name,
              ...attributesOf(ofResource, point.attributes),
              temporality,
              start: point.start,
              at: point.at,
              value: point.value,
              series: seriesOf([metric.name, scope?.name, scope?.version], ofResource, point.attributes),
            });
        }
      }
    }
  }
  return read;
}

interface DataPoint {
  start: bigint;
  at: bigint;
  value: number | undefined;
  attributes: KeyValue[];
}

function dataOf(metric: Metric): {
  temporality: 'delta' | 'cumulative';
  points: DataPoint[];
  problem: string | null;
} {
  const { sum, gauge, name } = metric;
  const histogram = metric.histogram ?? metric.exponentialHistogram;
  const temporality = sum?.aggregationTemporality ?? histogram?.aggregationTemporality;
  const numbers = (sum ?? gauge)?.dataPoints.map(
    (point): DataPoint => ({ ...timesOf(point), value: point.asInt ?? point.asDouble }),
  );
  const sums = histogram?.dataPoints.map((point): DataPoint => ({ ...timesOf(point), value: point.sum }));
  const isCounter = histogram !== undefined || sum?.isMonotonic === true;
  const isTimed = temporality === DELTA || temporality === CUMULATIVE;
  return {
    temporality: temporality === DELTA ? 'delta' : 'cumulative',
    points: numbers ?? sums ?? [],
    problem: !isCounter
      ? `${name} must be a counter or a histogram.`
      : isTimed
        ? null
        : `${name} must say whether it is delta or cumulative.`,
  };
}

const timesOf = (point: { startTimeUnixNano: bigint; timeUnixNano: bigint; attributes: KeyValue[] }) => ({
  start: point.startTimeUnixNano,
  at: point.timeUnixNano,
  attributes: point.attributes,
});

/** Log records that are events of a wanted name; the name stands in the record, in an attribute or as its text. */
export function readEvents(request: LogsRequest, isWanted: (name: string) => boolean): ReadPoints {
  const read: ReadPoints = { points: [], refused: new Map() };
  for (const { resource, scopeLogs } of request.resourceLogs) {
    const ofResource = resource?.attributes ?? [];
    for (const { scope, logRecords } of scopeLogs) {
      for (const record of logRecords) {
        const name = nameOf(record, isWanted);
        if (name === undefined) continue;
        const at = record.timeUnixNano || record.observedTimeUnixNano;
        const why = problemOf(record, ofResource);
        if (why !== null) {
          refuse(read, why);
          continue;
        }
        read.points.push({
          signal: 'event',
          name,
          ...attributesOf(ofResource, record.attributes),
          temporality: 'delta',
          start: 0n,
          at,
          value: 1,
          series: seriesOf(
            [name, scope?.name, scope?.version, String(textOf(record.body) ?? '')],
            ofResource,
            record.attributes,
          ),
        });
      }
    }
  }
  return read;
}

function nameOf(
  { eventName, attributes, body }: { eventName: string; attributes: KeyValue[]; body: AnyValue | undefined },
  isWanted: (name: string) => boolean,
): string | undefined {
  const named = attributes.find(({ key }) => key === 'event.name')?.value;
  return [eventName, textOf(named), textOf(body)].find(
    (name): name is string => typeof name === 'string' && isWanted(name),
  );
}

function problemOf(point: { attributes: KeyValue[] }, ofResource: KeyValue[]): string | null {
  return point.attributes.length + ofResource.length > MAX_ATTRIBUTES
    ? `A point may have at most ${MAX_ATTRIBUTES} attributes, those of its resource included.`
    : null;
}

export function refuse({ refused }: Pick<ReadPoints, 'refused'>, why: string): void {
  refused.set(why, (refused.get(why) ?? 0) + 1);
}

function attributesOf(ofResource: KeyValue[], own: KeyValue[]) {
  const attributes = new Map<string, AttributeValue>();
  for (const { key, value } of [...ofResource, ...own]) {
    const known = textOf(value);
    if (known !== undefined) attributes.set(key, known);
  }
  return { attributes, service: String(attributes.get('service.name') ?? '') };
}

const textOf = (value: AnyValue | undefined): AttributeValue | undefined =>
  value?.stringValue ?? value?.intValue ?? value?.doubleValue ?? value?.boolValue;

/** The same for the same attributes in any order. */
function seriesOf(names: readonly (string | undefined)[], ofResource: KeyValue[], own: KeyValue[]): string {
  const sorted = (attributes: KeyValue[]) =>
    attributes
      .map(({ key, value }) => JSON.stringify([key, value ?? null]))
      .toSorted()
      .join();
  return createHash('sha256')
    .update(JSON.stringify([names, sorted(ofResource), sorted(own)]))
    .digest('base64');
}
