import { jsonSchema } from '@linescope/chassis/http/openapi';
import { failureSchema } from '@linescope/contract/envelope';
import { z } from 'zod';
import type { Unit } from '../routing/routing-table.ts';
import { EXAMPLES } from './examples.ts';
import { FIELD_DESCRIPTIONS } from './field-descriptions.ts';
import { OPERATION_NAMES } from './operation-names.ts';
import {
  FAILURE_RESPONSES,
  headerParameters,
  OWN_PATHS,
  SHARED_COMPONENTS,
  UNCHANGED_RESPONSE,
  withHeaders,
} from './shared-parts.ts';
import { TAGS, tagOf } from './tags.ts';

type Json = Record<string, unknown>;

/** What a unit says of its routes. */
export const partSchema = z.object({
  paths: z.record(z.string(), z.record(z.string(), z.record(z.string(), z.unknown()))),
});
export type Part = z.infer<typeof partSchema>;

const ABOUT = `Code analytics of your repositories: imports, reports, defects, releases, developers and teams.

Every request carries \`Authorization: Bearer <API_TOKEN>\`. Form, JSON and multipart bodies are equal, and query parameters
are accepted on every method. Every failure has the same shape, \`Failure\`. \`X-Trace-Identifier\` is echoed on every answer,
\`RateLimit-Limit\`, \`RateLimit-Remaining\` and \`RateLimit-Reset\` say what is left of the minute, and \`Idempotency-Key\` makes a
POST or PUT safe to repeat for 24 hours. A method that a path does not have is 405; the header \`Allow\` names those that it has.`;

/** One document of all units' parts: shared schemas move to the components, and every failure refers to one. */
export function mergeParts(parts: ReadonlyMap<Unit, Part>): Json {
  const components = createComponents();
  hoistSchemas(describeFields(jsonSchema(failureSchema, 'output')), components);
  const paths: Record<string, Json> = ownPaths();
  for (const part of parts.values()) {
    for (const [path, operations] of Object.entries(part.paths)) {
      const described = Object.entries(operations).map(([verb, operation]) => [
        verb,
        withExample(
          nameAnswers(hoistSchemas(describeFields(describeOperation(path, verb, operation)), components), components),
        ),
      ]);
      paths[path] = { ...paths[path], ...Object.fromEntries(described) };
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Linescope',
      version: '1',
      description: ABOUT,
      contact: { name: 'The operator of this installation' },
      license: { name: 'As agreed with the operator of this installation', identifier: 'LicenseRef-Linescope' },
    },
    servers: [{ url: '/', description: 'This installation' }],
    security: [{ bearer: [] }],
    tags: TAGS.filter(({ name }) => usedTags(paths).has(name)),
    paths: Object.fromEntries(Object.entries(paths).sort(([a], [b]) => (a < b ? -1 : 1))),
    components: {
      ...SHARED_COMPONENTS,
      responses: { ...FAILURE_RESPONSES, Unchanged304: UNCHANGED_RESPONSE },
      schemas: components.schemas,
    },
  };
}

/** Those that the gateway answers itself. */
const ownPaths = (): Record<string, Json> =>
  Object.fromEntries(
    Object.entries(OWN_PATHS).map(([path, verbs]) => [
      path,
      Object.fromEntries(Object.entries(verbs).map(([verb, operation]) => [verb, withExample(operation)])),
    ]),
  );

function describeOperation(path: string, verb: string, operation: Json): Json {
  const given = isJson(operation['responses']) ? operation['responses'] : {};
  const responses = Object.entries(given).map(([code, response]) => [
    code,
    isJson(response) ? withHeaders(code, withMeaning(code, response)) : response,
  ]);
  const parameters = Array.isArray(operation['parameters']) ? operation['parameters'] : [];
  return {
    ...operation,
    operationId:
      OPERATION_NAMES[`${verb.toUpperCase()} ${path}`] ?? String(operation['operationId']).replace(/\W/g, ''),
    tags: [tagOf(path)],
    parameters: [...parameters, ...headerParameters(path.startsWith('/otlp/') ? '' : verb)],
    responses: Object.fromEntries(responses),
  };
}

/** A failure with further fields of its route says first what it says everywhere. */
function withMeaning(code: string, { 'x-further-fields': further, ...response }: Json): Json {
  const everywhere = FAILURE_RESPONSES[`Failure${code}`];
  return typeof further === 'string' && everywhere
    ? { ...response, description: `${everywhere.description} With ${further}.`, headers: everywhere.headers }
    : response;
}

/** The example that was recorded on the demo, of what is sent and of what is answered. */
function withExample(operation: unknown): unknown {
  const example = isJson(operation) ? EXAMPLES[String(operation['operationId'])] : undefined;
  if (!isJson(operation) || !example) return operation;
  const responses = isJson(operation['responses']) ? operation['responses'] : {};
  const { requestBody } = operation;
  return {
    ...operation,
    ...(isJson(requestBody) && example.request ? { requestBody: inJson(requestBody, example.request) } : {}),
    responses: { ...responses, [example.status]: inJson(responses[example.status], example.response) },
  };
}

function inJson(message: unknown, example: unknown): unknown {
  if (!isJson(message) || !isJson(message['content']) || !isJson(message['content']['application/json']))
    return message;
  const json = { ...message['content']['application/json'], example };
  return { ...message, content: { ...message['content'], 'application/json': json } };
}

/** An answer's schema is a component named by its operation, so that generated clients have a type of that name. */
function nameAnswers(operation: unknown, components: Components): unknown {
  if (!isJson(operation) || !isJson(operation['responses'])) return operation;
  const name = `${pascalCase(String(operation['operationId']))}Answer`;
  const responses = Object.entries(operation['responses']).map(([code, response]) => {
    const content = isJson(response) && isJson(response['content']) ? response['content'] : {};
    const json = content['application/json'];
    if (!isJson(response) || !isJson(json) || !isJson(json['schema']) || '$ref' in json['schema'])
      return [code, response];
    components.schemas[name] = json['schema'];
    const named = { ...json, schema: { $ref: `#/components/schemas/${name}` } };
    return [code, { ...response, content: { ...content, 'application/json': named } }];
  });
  return { ...operation, responses: Object.fromEntries(responses) };
}

const pascalCase = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Parameters and properties without a sentence of their own get the one that their name has everywhere. */
function describeFields(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(describeFields);
  if (!isJson(value)) return value;
  const described = Object.fromEntries(Object.entries(value).map(([key, child]) => [key, describeFields(child)]));
  if (isJson(described['properties']))
    described['properties'] = Object.fromEntries(
      Object.entries(described['properties']).map(([name, schema]) => [name, withDescription(name, schema)]),
    );
  return typeof described['in'] === 'string' ? withDescription(String(described['name']), described) : described;
}

function withDescription(name: string, schema: unknown): unknown {
  const description = FIELD_DESCRIPTIONS[name];
  return isJson(schema) && schema['description'] === undefined && description ? { ...schema, description } : schema;
}

/** A schema's own definitions are found from the document's root, so they move there, and what refers to them follows. */
function hoistSchemas(value: unknown, components: Components, scope: ReadonlyMap<string, string> = new Map()): unknown {
  if (Array.isArray(value)) return value.map((item) => hoistSchemas(item, components, scope));
  if (!isJson(value)) return value;
  const { $defs, ...rest } = value;
  const definitions = Object.entries(isJson($defs) ? $defs : {});
  const names =
    definitions.length === 0
      ? scope
      : new Map([
          ...scope,
          ...definitions.map(([name, schema]): [string, string] => [name, components.nameFor(name, schema, $defs)]),
        ]);
  for (const [name, schema] of definitions)
    components.schemas[names.get(name) ?? name] = hoistSchemas(schema, components, names);
  return Object.fromEntries(
    Object.entries(rest).map(([key, child]) => [
      key,
      key === '$ref' ? refer(child, names) : hoistSchemas(child, components, names),
    ]),
  );
}

function refer(reference: unknown, names: ReadonlyMap<string, string>): unknown {
  const name = typeof reference === 'string' ? /^#\/\$defs\/(.+)$/.exec(reference)?.[1] : undefined;
  return name === undefined ? reference : `#/components/schemas/${names.get(name) ?? name}`;
}

interface Components {
  schemas: Record<string, unknown>;
  nameFor(name: string, schema: unknown, siblings: unknown): string;
}

/** Definitions of one name share a component when they say the same, and are numbered when they do not. */
function createComponents(): Components {
  const sources = new Map<string, string>();
  return {
    schemas: {},
    nameFor(name, schema, siblings) {
      const own = JSON.stringify(schema);
      const source = own.includes('"$ref"') ? JSON.stringify(siblings) : own;
      let chosen = name;
      for (let number = 2; (sources.get(chosen) ?? source) !== source; number++) chosen = `${name}_${number}`;
      sources.set(chosen, source);
      return chosen;
    },
  };
}

function usedTags(paths: Record<string, Json>): Set<unknown> {
  return new Set(
    Object.values(paths).flatMap((operations) =>
      Object.values(operations).flatMap((operation) =>
        isJson(operation) && Array.isArray(operation['tags']) ? operation['tags'] : [],
      ),
    ),
  );
}

const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value);
