import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { removeAfterFile } from '@linescope/test-kit/leave-nothing';
import { OTLPLogExporter as JsonLogExporter } from '@opentelemetry/exporter-logs-otlp-http';
import { OTLPLogExporter as ProtobufLogExporter } from '@opentelemetry/exporter-logs-otlp-proto';
import {
  AggregationTemporalityPreference,
  OTLPMetricExporter as JsonMetricExporter,
} from '@opentelemetry/exporter-metrics-otlp-http';
import { OTLPMetricExporter as ProtobufMetricExporter } from '@opentelemetry/exporter-metrics-otlp-proto';
import { CompressionAlgorithm } from '@opentelemetry/otlp-exporter-base';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { LoggerProvider, SimpleLogRecordProcessor } from '@opentelemetry/sdk-logs';
import { MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics';

export interface ExporterSettings {
  /** Without the signal's own path. */
  url: string;
  headers?: Record<string, string>;
  encoding?: 'protobuf' | 'json';
  gzip?: boolean;
  temporality?: 'delta' | 'cumulative';
  resource?: Record<string, string>;
}

const transportOf = ({ headers = {}, gzip = false }: ExporterSettings) => ({
  headers,
  compression: gzip ? CompressionAlgorithm.GZIP : CompressionAlgorithm.NONE,
});

/** Counts as a tool does with OpenTelemetry's SDK, and sends when it is flushed. */
export function openMeter(settings: ExporterSettings) {
  const Exporter = settings.encoding === 'json' ? JsonMetricExporter : ProtobufMetricExporter;
  const exporter = new Exporter({
    ...transportOf(settings),
    url: `${settings.url}/v1/metrics`,
    temporalityPreference:
      settings.temporality === 'cumulative'
        ? AggregationTemporalityPreference.CUMULATIVE
        : AggregationTemporalityPreference.DELTA,
  });
  const reader = new PeriodicExportingMetricReader({ exporter, exportIntervalMillis: 3_600_000 });
  const provider = new MeterProvider({ resource: resourceFromAttributes(settings.resource ?? {}), readers: [reader] });
  removeAfterFile(() => provider.shutdown());
  const meter = provider.getMeter('tool');
  return {
    add: (name: string, value: number, attributes: Record<string, string> = {}) =>
      meter.createCounter(name).add(value, attributes),
    record: (name: string, value: number, attributes: Record<string, string> = {}) =>
      meter.createHistogram(name).record(value, attributes),
    flush: () => provider.forceFlush(),
  };
}

export function openLogger(settings: ExporterSettings) {
  const Exporter = settings.encoding === 'json' ? JsonLogExporter : ProtobufLogExporter;
  const exporter = new Exporter({ ...transportOf(settings), url: `${settings.url}/v1/logs` });
  const provider = new LoggerProvider({
    resource: resourceFromAttributes(settings.resource ?? {}),
    processors: [new SimpleLogRecordProcessor({ exporter })],
  });
  removeAfterFile(() => provider.shutdown());
  const logger = provider.getLogger('tool');
  return {
    emit: (name: string, attributes: Record<string, string | number>) =>
      logger.emit({ attributes: { 'event.name': name, ...attributes }, body: name }),
    flush: () => provider.forceFlush(),
  };
}

export interface SentRequest {
  path: string;
  headers: Record<string, string>;
  body: Buffer;
}

/** Takes what exporters send and keeps it, to be sent again. */
export async function openRecorder() {
  const requests: SentRequest[] = [];
  const server = createServer((request, response) => {
    void buffer(request).then((body) => {
      const headers = Object.fromEntries(
        ['content-type', 'content-encoding'].flatMap((name) => {
          const value = request.headers[name];
          return typeof value === 'string' ? [[name, value]] : [];
        }),
      );
      requests.push({ path: request.url ?? '', headers, body });
      response.setHeader('content-type', headers['content-type'] ?? 'application/json');
      response.end(headers['content-type'] === 'application/json' ? '{}' : '');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  removeAfterFile(async () => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${address.port}`, requests };
}
