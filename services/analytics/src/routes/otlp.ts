import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { createFairQueue } from '@linescope/chassis/http/fair-queue';
import { otlpEncoding, otlpFailure, otlpType } from '@linescope/chassis/http/otlp-failure';
import type { RawAnswer, RawRequest, RawRoute } from '@linescope/chassis/http/raw-route';
import { bodyTooLarge } from '@linescope/chassis/http/read-body';
import { Fault } from '@linescope/contract/fault';
import { recordTelemetry } from '../actions/record-telemetry.ts';
import type { Context } from '../context.ts';
import { logsRequest, metricsRequest } from '../domain/otlp/messages.ts';
import { type ReadPoints, readEvents, readMetricPoints } from '../domain/otlp/read-points.ts';
import { isWantedEvent, isWantedMetric } from '../domain/otlp/usage-of-point.ts';
import {
  type Budget,
  decodeJson,
  decodeProtobuf,
  encodeProtobuf,
  MalformedTelemetry,
  type Message,
} from '../domain/otlp/wire.ts';
import { describeOtlp } from './otlp-description.ts';

/** As sent, and as inflated. */
const BODY_LIMIT = 4 * 1024 * 1024;
/** Points, attributes and values of one request together. */
const MOST_MESSAGES = 500_000;
/** Each request that is read may take some memory, and those of one entity wait for each other in the store. */
const TURNS = { running: 8, runningOfKey: 2, waitingOfKey: 200, waitMs: 10_000 };
const REASONS = 3;

type Encoding = 'protobuf' | 'json';

/** The receiver of OTLP over HTTP: protobuf or JSON, plain or gzip, with the protocol's own answers. */
export function otlpRoutes(context: Context & { telemetryPointsPerDay: number }): RawRoute[] {
  const queue = createFairQueue('telemetry requests', TURNS);
  const receive =
    <T>(type: Message<T>, read: (request: T) => ReadPoints, rejectedField: string) =>
    async (request: RawRequest): Promise<RawAnswer> => {
      const encoding = encodingOf(request);
      return queue.run(request.principal.entityId, async () => {
        try {
          const points = read(decode(type, encoding, await readInflated(request)));
          await recordTelemetry(context, request.principal, points);
          return answer(encoding, points, rejectedField);
        } catch (error) {
          if (error instanceof MalformedTelemetry) throw new Fault('response_invalid_parameters', error.message);
          throw error;
        }
      });
    };
  const route = (signal: 'metrics' | 'logs', handle: RawRoute['handle']): RawRoute => ({
    method: 'POST',
    path: `/otlp/v1/${signal}`,
    action: `action_otlp_${signal}`,
    role: 'member',
    scope: 'telemetry',
    bodyLimit: BODY_LIMIT,
    description: describeOtlp(signal),
    handle,
    describeFault: (fault, headers) => otlpFailure(fault, headers['content-type']),
  });
  return [
    route(
      'metrics',
      receive(metricsRequest, (given) => readMetricPoints(given, isWantedMetric), 'rejectedDataPoints'),
    ),
    route(
      'logs',
      receive(logsRequest, (given) => readEvents(given, isWantedEvent), 'rejectedLogRecords'),
    ),
  ];
}

function encodingOf({ headers }: RawRequest): Encoding {
  const encoding = otlpEncoding(headers['content-type']);
  if (encoding === null)
    throw new Fault('response_unsupported_media_type', 'The body must be application/x-protobuf or application/json.');
  return encoding;
}

async function readInflated({ headers, readBody }: RawRequest): Promise<Buffer> {
  const bytes = await readBody();
  const compression = headers['content-encoding']?.trim().toLowerCase() ?? 'identity';
  if (compression === 'identity') return bytes;
  if (compression !== 'gzip')
    throw new Fault('response_unsupported_media_type', 'The content encoding must be gzip or none.');
  try {
    return await promisify(gunzip)(bytes, { maxOutputLength: BODY_LIMIT });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : '';
    if (code === 'ERR_BUFFER_TOO_LARGE') throw bodyTooLarge(BODY_LIMIT);
    throw new MalformedTelemetry('The body is not valid gzip.');
  }
}

function decode<T>(type: Message<T>, encoding: Encoding, bytes: Buffer): T {
  const budget: Budget = { messages: MOST_MESSAGES };
  return encoding === 'json' ? decodeJson(type, bytes, budget) : decodeProtobuf(type, bytes, budget);
}

/** An empty message where all was taken; else how many were not, and why. */
function answer(encoding: Encoding, { refused }: ReadPoints, rejectedField: string): RawAnswer {
  const rejected = [...refused.values()].reduce((sum, count) => sum + count, 0);
  const reasons = [...refused].slice(0, REASONS).map(([why, count]) => (count > 1 ? `${why} (${count} times)` : why));
  const type = otlpType(encoding);
  if (encoding === 'json') {
    const partialSuccess = { [rejectedField]: String(rejected), errorMessage: reasons.join(' ') };
    return { type, bytes: Buffer.from(JSON.stringify(rejected === 0 ? {} : { partialSuccess })) };
  }
  const bytes = encodeProtobuf((writer) => {
    if (rejected > 0) writer.uint32(10).fork().uint32(8).int64(rejected).uint32(18).string(reasons.join(' ')).ldelim();
  });
  return { type, bytes };
}
