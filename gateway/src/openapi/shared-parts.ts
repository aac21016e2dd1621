import { FAULT_STATUS, type FaultEm } from '@linescope/contract/fault';

type Json = Record<string, unknown>;

/** What holds for every route, said once and referred to. */
export const SHARED_COMPONENTS = {
  securitySchemes: { bearer: { type: 'http', scheme: 'bearer', description: "An entity's API token." } },
  parameters: {
    TraceIdentifier: {
      name: 'X-Trace-Identifier',
      in: 'header',
      description:
        'Finds this request in the logs; 1 to 128 visible ASCII characters. One is made where none is given.',
      schema: { type: 'string', minLength: 1, maxLength: 128 },
    },
    IdempotencyKey: {
      name: 'Idempotency-Key',
      in: 'header',
      description:
        'The same key and body within 24 hours replay the first answer; the same key with another body is 409.',
      schema: { type: 'string', minLength: 1, maxLength: 128 },
    },
    IfNoneMatch: {
      name: 'If-None-Match',
      in: 'header',
      description: 'The `ETag` of an answer that you have, or several: 304 while it is still the answer.',
      schema: { type: 'string' },
    },
  },
  headers: {
    'X-Trace-Identifier': { description: 'Of this request, as given or made.', schema: { type: 'string' } },
    'RateLimit-Limit': { description: 'Requests allowed in a minute.', schema: { type: 'integer' } },
    'RateLimit-Remaining': { description: 'How many of them are left.', schema: { type: 'integer' } },
    'RateLimit-Reset': { description: 'Seconds until all are back.', schema: { type: 'integer' } },
    'X-Ignored-Parameters': {
      description:
        'Parameters given that the call does not know or did not need, percent-encoded and separated by commas, as many as fit in a kilobyte. Absent where there are none.',
      schema: { type: 'string' },
    },
    ETag: {
      description: 'Of this answer as JSON, to ask again with `If-None-Match`. CSV and NDJSON have none.',
      schema: { type: 'string' },
    },
    'Idempotent-Replay': {
      description: '`true` on an answer that an earlier request with this `Idempotency-Key` was given.',
      schema: { type: 'string', enum: ['true'] },
    },
    'WWW-Authenticate': { description: 'How to authenticate.', schema: { type: 'string', enum: ['Bearer'] } },
    'Retry-After': { description: 'Seconds until it is worth trying again.', schema: { type: 'integer' } },
  },
};

const refer = (kind: string, name: string) => ({ $ref: `#/components/${kind}/${name}` });
type HeaderName = keyof typeof SHARED_COMPONENTS.headers;
const headersNamed = (...names: HeaderName[]) =>
  Object.fromEntries(names.map((name) => [name, refer('headers', name)]));

/** Of every answer. */
const headers = headersNamed('X-Trace-Identifier', 'RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset');

/** Of the failures that say how to go on. */
const HEADERS_OF_STATUS: Record<string, HeaderName[]> = {
  401: ['WWW-Authenticate'],
  429: ['Retry-After'],
  503: ['Retry-After'],
};
const headersOf = (code: string) => ({ ...headers, ...headersNamed(...(HEADERS_OF_STATUS[code] ?? [])) });

/** A failure by its status; units refer to them. */
const FAILURES: [FaultEm, string, string][] = [
  [
    'response_invalid_parameters',
    'Input is missing, malformed or contradictory; `errors` names every parameter at fault.',
    'start_date must be a day that exists, such as 2026-10-08.',
  ],
  [
    'response_unauthenticated',
    'No token, or one that is unknown, revoked or expired.',
    'The bearer token is unknown, revoked or expired.',
  ],
  ['response_forbidden', "The caller's role or the token's scope does not allow this.", 'This needs the role admin.'],
  [
    'response_not_found',
    'No such path or record, or one that the caller may not know of.',
    'resource_path names nothing that you can see.',
  ],
  ['response_conflict', 'It contradicts what is recorded.', 'A team of this name exists already.'],
  ['response_payload_too_large', 'The body is larger than 1 MiB.', 'The body is larger than 1 MiB.'],
  ['response_uri_too_long', 'The URL is too long.', 'The URL is longer than 8 KiB.'],
  [
    'response_unsupported_media_type',
    'The content type is not one of form, JSON and multipart, or the body is compressed.',
    'The content type text/plain is not accepted.',
  ],
  ['response_provider_rejected', 'The code host or tracker refused the token.', 'The code host refused the token.'],
  [
    'response_rate_limited',
    'Too many requests; `Retry-After` says when to come back.',
    'Too many requests. Try again in 12 seconds.',
  ],
  ['response_headers_too_large', 'The headers are too large.', 'The headers are larger than 16 KiB.'],
  [
    'response_internal_error',
    'Our defect; the trace identifier finds it in the logs.',
    'Something went wrong on our side. The trace identifier finds it in our logs.',
  ],
  [
    'response_provider_unreachable',
    'The code host or tracker did not answer.',
    'The endpoint could not be reached, or does not answer as this code host does.',
  ],
  [
    'response_unavailable',
    'Not possible right now; try again.',
    'A part of the service is not available right now. Try again.',
  ],
  ['response_timeout', 'It took too long.', 'The request took too long. Try again.'],
];

export const FAILURE_RESPONSES = Object.fromEntries(
  FAILURES.map(([responseEm, description, sentence]) => [
    `Failure${FAULT_STATUS[responseEm]}`,
    {
      description,
      // A request whose parameters were read may fail in most of these ways.
      headers: { ...headersOf(String(FAULT_STATUS[responseEm])), ...headersNamed('X-Ignored-Parameters') },
      content: {
        'application/json': {
          schema: refer('schemas', 'Failure'),
          example: {
            action_em: 'action_unknown',
            response_em: responseEm,
            response_detail: sentence,
            errors: [],
            trace_identifier: '01a1dd7a-5c1e-7d43-b4b5-9f1c1c6b4e0a',
          },
        },
      },
    },
  ]),
);

/** The answer of a GET to who has it already. */
export const UNCHANGED_RESPONSE = {
  description: 'What `If-None-Match` names is still the answer; there is no body.',
  headers: { ...headers, ...headersNamed('ETag', 'X-Ignored-Parameters') },
};

export const withHeaders = (code: string, response: Json): Json =>
  '$ref' in response ? response : { ...response, headers: { ...headersOf(code), ...(response['headers'] ?? {}) } };

export const headerParameters = (verb: string): Json[] => [
  refer('parameters', 'TraceIdentifier'),
  ...(verb === 'post' || verb === 'put' ? [refer('parameters', 'IdempotencyKey')] : []),
];

const status = (description: string) => ({
  description,
  headers,
  content: {
    'application/json': {
      schema: {
        type: 'object',
        properties: {
          status: { type: 'string', description: 'ok, or unavailable.' },
          failing: { type: 'array', items: { type: 'string' }, description: 'Of readiness: what does not work.' },
          causes: {
            type: 'object',
            additionalProperties: { type: 'array', items: { type: 'string' } },
            description: 'Of readiness: by unit that answers but cannot do its work, what it lacks.',
          },
        },
      },
    },
  },
});

/** The gateway's own routes, which need no token. */
export const OWN_PATHS = {
  '/healthz': {
    get: {
      operationId: 'showHealth',
      tags: ['health'],
      summary: 'Alive',
      description: 'Whether the gateway runs.',
      security: [],
      responses: { '200': status('Alive.'), '414': refer('responses', 'Failure414') },
    },
  },
  '/readyz': {
    get: {
      operationId: 'showReadiness',
      tags: ['health'],
      summary: 'Ready',
      description:
        'Whether everything that requests need works: every unit with its stores, the broker, space on disk.',
      security: [],
      responses: {
        '200': status('Everything answers.'),
        '414': refer('responses', 'Failure414'),
        '503': status('`failing` names what does not work, `causes` by unit what it lacks.'),
      },
    },
  },
};
