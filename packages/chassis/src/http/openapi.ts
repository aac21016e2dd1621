import { z } from 'zod';
import { EXPORT_FORMATS, EXPORT_TYPES } from './answer-format.ts';
import { scopeOf } from './check-allowed.ts';
import type { OpenRoute } from './open-route.ts';
import type { RawRoute } from './raw-route.ts';
import { type Route, revalidates } from './route.ts';
import { failuresOf, openFailuresOf, openStatusesOf, statusesOf } from './route-statuses.ts';

export interface OpenApiPart {
  paths: Record<string, Record<string, unknown>>;
}

type JsonSchema = Record<string, unknown>;

/** OpenAPI 3.1 paths of a unit's routes; the gateway merges the units' parts into one document. */
export function describeRoutes(routes: Route[], open: OpenRoute[] = [], raw: RawRoute[] = []): OpenApiPart {
  const paths: OpenApiPart['paths'] = {};
  for (const route of routes) {
    const path = `/api/v1${route.path.replace(/:([a-z_]+)/g, '{$1}')}`;
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: describeRoute(route) };
  }
  for (const route of open.filter(({ undocumented }) => !undocumented)) {
    const path = route.path.replace(/:([a-z_]+)/g, '{$1}');
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: describeOpenRoute(route) };
  }
  for (const { method, path, action, role, scope, description } of raw) {
    const operation = {
      operationId: operationId({ method, path }),
      'x-action': action,
      'x-role': role,
      'x-scope': scope,
      ...description,
    };
    paths[path] = { ...paths[path], [method.toLowerCase()]: operation };
  }
  return { paths };
}

const DONE: Record<number, string> = {
  200: 'Done; nothing new was recorded.',
  201: 'Something new was recorded.',
  202: 'Queued: the work goes on after the answer.',
};

const operationId = ({ method, path }: { method: string; path: string }): string =>
  `${method.toLowerCase()}${path.replace(/[/:](\w)/g, (_all, letter: string) => letter.toUpperCase())}`;

function describeOpenRoute(route: OpenRoute): Record<string, unknown> {
  const json = { 'application/json': { schema: withAction(route, jsonSchema(route.output, 'output')) } };
  const content = { ...json, 'text/html': { schema: { type: 'string' } } };
  return {
    operationId: operationId(route),
    tags: [route.path.split('/')[1]],
    summary: route.summary,
    description: route.description,
    'x-action': route.action,
    security: [],
    parameters: [
      ...[...route.path.matchAll(/:([a-z_]+)/g)].map(([, name]) => ({
        name,
        in: 'path',
        required: true,
        schema: { type: 'string' },
      })),
      ...queryParameters(route),
    ],
    ...(route.body && {
      requestBody: { required: true, content: { 'application/json': { schema: jsonSchema(route.body, 'input') } } },
    }),
    responses: {
      ...Object.fromEntries(
        openStatusesOf(route).map((status) => [status, describeOpenAnswer(route, status, content)]),
      ),
      ...Object.fromEntries(openFailuresOf(route).map((status) => [status, describeFailure(route, status)])),
    },
  };
}

function describeOpenAnswer({ setsCookies }: OpenRoute, status: number, content: unknown): Record<string, unknown> {
  const { headers = {}, ...answer } = OPEN_DONE[status] ?? { description: 'Done.' };
  const cookie = setsCookies && { 'Set-Cookie': { description: setsCookies, schema: { type: 'string' } } };
  return { ...answer, headers: { ...headers, ...cookie }, content };
}

const OPEN_DONE: Record<number, { description: string; headers?: Record<string, unknown> }> = {
  200: { description: 'Done; a page for browsers.' },
  202: { description: 'Taken: the work goes on after the answer; a page for browsers.' },
  303: {
    description: 'Done; go on to the address in `Location`. 200 where only `application/json` is accepted.',
    headers: { Location: { description: 'Where to go on.', schema: { type: 'string', format: 'uri-reference' } } },
  },
};

function queryParameters({ query }: OpenRoute): Record<string, unknown>[] {
  if (!query) return [];
  const { properties = {}, required = [] } = jsonSchema(query, 'input');
  const names = required as string[];
  return Object.entries(properties as Record<string, JsonSchema>).map(([name, { description, ...schema }]) => ({
    name,
    in: 'query',
    required: names.includes(name),
    schema,
    description,
  }));
}

function describeRoute(route: Route): Record<string, unknown> {
  const input = jsonSchema(route.input, 'input');
  const properties = (input['properties'] ?? {}) as Record<string, JsonSchema>;
  const required = new Set((input['required'] ?? []) as string[]);
  const pathNames = new Set([...route.path.matchAll(/:([a-z_]+)/g)].map((match) => match[1] ?? ''));
  const inQuery = route.method === 'GET' || route.method === 'DELETE';
  const parameters = Object.entries(properties)
    .filter(([name]) => inQuery || pathNames.has(name))
    .map(([name, schema]) => ({
      name,
      in: pathNames.has(name) ? 'path' : 'query',
      required: pathNames.has(name) || required.has(name),
      schema,
      ...(typeof schema['description'] === 'string' ? { description: schema['description'] } : {}),
    }));
  const bodySchema = {
    ...input,
    properties: omit(properties, pathNames),
    required: [...required].filter((name) => !pathNames.has(name)),
  };
  const content = Object.fromEntries(
    ['application/x-www-form-urlencoded', 'application/json', 'multipart/form-data'].map((type) => [
      type,
      { schema: bodySchema },
    ]),
  );
  return {
    operationId: operationId(route),
    tags: [route.path.split('/')[1]],
    summary: route.summary,
    ...(route.description ? { description: route.description } : {}),
    'x-action': route.action,
    'x-role': route.role,
    'x-scope': scopeOf(route),
    security: [{ bearer: [] }],
    parameters: [
      ...parameters,
      ...(hasOtherForms(route) ? [FORMAT_PARAMETER] : []),
      ...(revalidates(route) ? [{ $ref: '#/components/parameters/IfNoneMatch' }] : []),
    ],
    ...(inQuery ? {} : { requestBody: { required: bodySchema.required.length > 0, content } }),
    responses: {
      ...Object.fromEntries(
        statusesOf(route).map((status) => [
          status,
          {
            description: DONE[status] ?? 'Done.',
            headers: answerHeaders(route),
            content: {
              'application/json': { schema: withAction(route, jsonSchema(route.output, 'output')) },
              ...otherForms(route),
            },
          },
        ]),
      ),
      ...(revalidates(route) ? { 304: { $ref: '#/components/responses/Unchanged304' } } : {}),
      ...Object.fromEntries(failuresOf(route).map((status) => [status, describeFailure(route, status)])),
    },
  };
}

/** What an answer that succeeds says beside its body; the gateway's own are on every answer. */
function answerHeaders(route: Route): Record<string, unknown> {
  const shared = ['X-Ignored-Parameters', revalidates(route) ? 'ETag' : 'Idempotent-Replay'];
  return {
    ...Object.fromEntries(shared.map((name) => [name, { $ref: `#/components/headers/${name}` }])),
    ...route.answerHeaders,
  };
}

/** The failure that all routes share, unless this one's carries further fields. */
function describeFailure(
  { action, failureFields }: Pick<Route, 'action' | 'failureFields'>,
  status: number,
): Record<string, unknown> {
  if (!failureFields) return { $ref: `#/components/responses/Failure${status}` };
  const name = `${action.replace(/^action_/, '').replace(/(^|_)(\w)/g, (_all, _start, letter: string) => letter.toUpperCase())}Failure`;
  const properties = Object.fromEntries(
    Object.entries(failureFields).map(([field, value]) => [field, { const: value }]),
  );
  const further = Object.entries(failureFields)
    .map(([field, value]) => `\`${field}: ${JSON.stringify(value)}\``)
    .join(', ');
  const schema = {
    description: `The failure of every route, with ${further}.`,
    // Not required: what the gateway refuses before the route is asked is without them.
    allOf: [{ $ref: '#/components/schemas/Failure' }, { type: 'object', properties }],
  };
  return {
    description: `As everywhere, with ${further}.`,
    'x-further-fields': further,
    content: { 'application/json': { schema: { $ref: `#/$defs/${name}`, $defs: { [name]: schema } } } },
  };
}

const hasOtherForms = ({ records, table }: Route): boolean => records !== undefined || table !== undefined;

const FORMAT_PARAMETER = {
  name: 'format',
  in: 'query',
  required: false,
  schema: { type: 'string', enum: ['json', ...EXPORT_FORMATS], default: 'json' },
  description:
    'The form of the answer, else as Accept says (`text/csv`, `application/x-ndjson`). CSV (a header row, RFC 4180) and NDJSON have one row or line a record, of the whole list: `page` must not be given with them. Two exports at a time a token.',
};

/** NDJSON is told by `format` only: where it stands among the types, a client generator takes every answer for a stream. */
const otherForms = (route: Route) =>
  hasOtherForms(route)
    ? { [EXPORT_TYPES.csv]: { schema: { type: 'string', description: 'The records as CSV.' } } }
    : {};

/** An answer's action is the route's own. */
function withAction({ action }: { action: string }, schema: JsonSchema): JsonSchema {
  const properties = schema['properties'];
  if (!isSchema(properties) || !isSchema(properties['action_em'])) return schema;
  return { ...schema, properties: { ...properties, action_em: { ...properties['action_em'], enum: [action] } } };
}

const isSchema = (value: unknown): value is JsonSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A schema whose meta names a JSON type is described by it: inputs are unions on the wire, but one type to a reader. */
export function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _dialect, ...described } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema: target }) => {
      const meta = z.globalRegistry.get(zodSchema);
      if (meta && typeof meta['type'] === 'string') {
        for (const key of Object.keys(target)) delete target[key as keyof typeof target];
        Object.assign(target, meta);
      }
      // Answers gain fields over time: a client that refuses unknown ones would break.
      if (io === 'output' && target.additionalProperties === false) delete target.additionalProperties;
    },
  });
  return described;
}

const omit = <T>(record: Record<string, T>, names: Set<string>): Record<string, T> =>
  Object.fromEntries(Object.entries(record).filter(([name]) => !names.has(name)));
