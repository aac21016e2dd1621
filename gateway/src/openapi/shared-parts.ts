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
  },
  headers: {
    'X-Trace-Identifier': { description: 'Of this request, as given or made.', schema: { type: 'string' } },
    'RateLimit-Limit': { description: 'Requests allowed in a minute.', schema: { type: 'integer' } },
    'RateLimit-Remaining': { description: 'How many of them are left.', schema: { type: 'integer' } },
    'RateLimit-Reset': { description: 'Seconds until all are back.', schema: { type: 'integer' } },
  },
};

const refer = (kind: string, name: string) => ({ $ref: `#/components/${kind}/${name}` });
const headers = Object.fromEntries(
  Object.keys(SHARED_COMPONENTS.headers).map((name) => [name, refer('headers', name)]),
);

const failure = (description: string) => ({
  description,
  headers,
  content: { 'application/json': { schema: refer('schemas', 'Failure') } },
});

export const FAILURES = {
  '4XX': failure('Refused; `errors` names every parameter at fault.'),
  '5XX': failure('Not possible right now, or our defect.'),
};

export const withHeaders = (response: Json): Json => ({ ...response, headers });

export const headerParameters = (verb: string): Json[] => [
  refer('parameters', 'TraceIdentifier'),
  ...(verb === 'post' || verb === 'put' ? [refer('parameters', 'IdempotencyKey')] : []),
];

const status = (description: string) => ({
  description,
  headers,
  content: { 'application/json': { schema: { type: 'object', properties: { status: { type: 'string' } } } } },
});

/** The gateway's own routes, which need no token. */
export const OWN_PATHS = {
  '/healthz': { get: { tags: ['health'], summary: 'Alive', security: [], responses: { '200': status('Alive.') } } },
  '/readyz': {
    get: {
      tags: ['health'],
      summary: 'Ready',
      security: [],
      responses: { '200': status('Everything answers.'), '503': status('`failing` names what does not answer.') },
    },
  },
};
