const FAILURES: Record<number, string> = {
  400: 'The body is not a message of the protocol, or holds too many points.',
  401: 'No token, or one that is unknown, revoked or expired.',
  403: "The token's scopes do not hold telemetry.",
  413: 'The body is larger than 4 MiB, as sent or inflated.',
  414: 'The URL is too long.',
  415: 'Neither protobuf nor JSON, or compressed by another way than gzip.',
  429: 'Too many requests; `Retry-After` says when to come back.',
  431: 'The headers are too large.',
  500: 'Our defect; the trace identifier finds it in the logs.',
  503: 'Not possible right now; `Retry-After` says when to come back.',
  504: 'It took too long.',
};

const STATUS = {
  type: 'object',
  description: 'The status body of OTLP.',
  properties: {
    code: { type: 'integer', description: 'The code of gRPC.' },
    message: { type: 'string', description: 'What went wrong.' },
  },
};
const BINARY = { schema: { type: 'string', format: 'binary', description: 'The message as protobuf.' } };

/** The operation in the API document: the protocol itself is documented by OpenTelemetry. */
export function describeOtlp(signal: 'metrics' | 'logs'): Record<string, unknown> {
  const [list, rejected] =
    signal === 'metrics' ? ['resourceMetrics', 'rejectedDataPoints'] : ['resourceLogs', 'rejectedLogRecords'];
  const request = {
    type: 'object',
    description: `An Export${signal === 'metrics' ? 'Metrics' : 'Logs'}ServiceRequest.`,
    properties: {
      [list]: {
        type: 'array',
        items: { type: 'object' },
        description: `The ${signal} by the resource that sends them.`,
      },
    },
  };
  const answer = {
    type: 'object',
    description: 'Empty where everything was taken.',
    properties: {
      partialSuccess: {
        type: 'object',
        description: 'What was not taken.',
        properties: {
          [rejected]: { type: 'string', description: 'How many were not taken.' },
          errorMessage: { type: 'string', description: 'Why.' },
        },
      },
    },
  };
  return {
    tags: ['otlp'],
    summary: `Receive ${signal} of AI tools (OTLP/HTTP)`,
    description: `OpenTelemetry's own protocol: protobuf or JSON, plain or gzip, up to 4 MiB inflated, at a rate limit of its own. Set \`OTEL_EXPORTER_OTLP_ENDPOINT\` to \`…/otlp\`. A token limited to the scope \`telemetry\` is enough. Known ${signal === 'metrics' ? 'metrics' : 'log events'} of Claude Code, Gemini CLI, Copilot and Codex become AI usage by person, tool and day; the others are taken and left alone. A point that comes again counts once; one that is more than 3 days late, ahead, negative or not a number is refused in \`partialSuccess\`.`,
    security: [{ bearer: [] }],
    parameters: [],
    requestBody: {
      required: true,
      // Without a schema, as OpenAPI has bodies that are only bytes: generators that see two take neither as JSON.
      content: { 'application/json': { schema: request }, 'application/x-protobuf': {} },
    },
    responses: {
      '200': {
        description: 'Taken, wholly or partly.',
        content: { 'application/json': { schema: answer }, 'application/x-protobuf': BINARY },
      },
      ...Object.fromEntries(
        Object.entries(FAILURES).map(([status, description]) => [
          status,
          {
            description,
            content: {
              'application/json': { schema: { $ref: '#/$defs/OtlpStatus', $defs: { OtlpStatus: STATUS } } },
              'application/x-protobuf': BINARY,
            },
          },
        ]),
      ),
    },
  };
}
