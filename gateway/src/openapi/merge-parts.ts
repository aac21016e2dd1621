import { jsonSchema } from '@linescope/chassis/http/openapi';
import { failureSchema } from '@linescope/contract/envelope';
import { z } from 'zod';
import type { Unit } from '../routing/routing-table.ts';

type Json = Record<string, unknown>;

/** What a unit says of its routes. */
export const partSchema = z.object({
  paths: z.record(z.string(), z.record(z.string(), z.record(z.string(), z.unknown()))),
});
export type Part = z.infer<typeof partSchema>;

const ABOUT = `Code analytics of your repositories: imports, reports, defects, releases, developers and teams.

Every request carries \`Authorization: Bearer <API_TOKEN>\`. Form, JSON and multipart bodies are equal, and query parameters
are accepted on every method. Every failure has the same shape, \`Failure\`. \`X-Trace-Identifier\` is echoed on every answer,
\`RateLimit-Limit\`, \`RateLimit-Remaining\` and \`RateLimit-Reset\` tell what is left of the minute, and \`Idempotency-Key\` makes a
POST or PUT safe to repeat for 24 hours.`;

/** One document of all units' parts: shared schemas move to the components, and every failure refers to one. */
export function mergeParts(parts: ReadonlyMap<Unit, Part>): Json {
  const schemas: Record<string, unknown> = { Failure: jsonSchema(failureSchema, 'output') };
  const paths: Record<string, Json> = {};
  for (const [unit, part] of parts) {
    for (const [path, operations] of Object.entries(part.paths)) {
      const described = Object.entries(operations).map(([verb, operation]) => [
        verb,
        hoistSchemas({ ...operation, responses: withFailures(operation['responses']) }, schemas, unit),
      ]);
      paths[path] = { ...paths[path], ...Object.fromEntries(described) };
    }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Linescope', version: '1', description: ABOUT },
    servers: [{ url: '/', description: 'This installation' }],
    security: [{ bearer: [] }],
    tags: tagsOf(paths),
    paths: Object.fromEntries(Object.entries(paths).sort(([a], [b]) => (a < b ? -1 : 1))),
    components: {
      schemas,
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', description: "An entity's API token." } },
    },
  };
}

function withFailures(responses: unknown): unknown {
  const content = { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } };
  return {
    ...(isJson(responses) ? responses : {}),
    '4XX': { description: 'Refused; `errors` names every parameter at fault.', content },
    '5XX': { description: 'Not possible right now, or our defect.', content },
  };
}

/** A schema's own definitions are found from the document's root, so they move there, and what refers to them follows. */
function hoistSchemas(value: unknown, schemas: Record<string, unknown>, unit: Unit): unknown {
  const renamed = new Map<string, string>();
  const collect = (node: unknown): void => {
    if (Array.isArray(node)) node.forEach(collect);
    if (!isJson(node)) return;
    for (const [name, schema] of Object.entries(isJson(node['$defs']) ? node['$defs'] : {})) {
      const taken = schemas[name] !== undefined && JSON.stringify(schemas[name]) !== JSON.stringify(schema);
      renamed.set(name, taken ? `${name}_${unit.replaceAll('-', '_')}` : name);
    }
    Object.values(node).forEach(collect);
  };
  const rewrite = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(rewrite);
    if (!isJson(node)) return node;
    const { $defs, ...rest } = node;
    for (const [name, schema] of Object.entries(isJson($defs) ? $defs : {}))
      schemas[renamed.get(name) ?? name] = rewrite(schema);
    return Object.fromEntries(
      Object.entries(rest).map(([key, child]) => [key, key === '$ref' ? refer(child) : rewrite(child)]),
    );
  };
  const refer = (ref: unknown): unknown => {
    const name = typeof ref === 'string' ? /^#\/\$defs\/(.+)$/.exec(ref)?.[1] : undefined;
    return name === undefined ? ref : `#/components/schemas/${renamed.get(name) ?? name}`;
  };
  collect(value);
  return rewrite(value);
}

function tagsOf(paths: Record<string, Json>): { name: string }[] {
  const names = Object.values(paths).flatMap((operations) =>
    Object.values(operations).flatMap((operation) =>
      isJson(operation) && Array.isArray(operation['tags']) ? operation['tags'] : [],
    ),
  );
  return [...new Set(names.map(String))].sort().map((name) => ({ name }));
}

const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value);
