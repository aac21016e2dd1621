import { Ajv2020 } from 'ajv/dist/2020.js';
import { z } from 'zod';

const parameter = z.looseObject({
  name: z.string(),
  in: z.enum(['query', 'path', 'header', 'cookie']),
  required: z.boolean().default(false),
  schema: z.record(z.string(), z.unknown()).default({}),
});
export type Parameter = z.infer<typeof parameter>;

const media = z.record(z.string(), z.looseObject({ schema: z.unknown().optional() }));
const operationSchema = z.looseObject({
  operationId: z.string(),
  parameters: z.array(z.unknown()).default([]),
  requestBody: z.looseObject({ content: media }).optional(),
  responses: z.record(z.string(), z.unknown()),
});
const responseSchema = z.looseObject({
  content: media.default({}),
  headers: z.record(z.string(), z.unknown()).default({}),
});
const documentSchema = z.looseObject({
  paths: z.record(z.string(), z.record(z.string(), operationSchema)),
  components: z.record(z.string(), z.record(z.string(), z.unknown())),
});

export interface Field {
  name: string;
  required: boolean;
  schema: Record<string, unknown>;
}

export interface Operation {
  id: string;
  method: string;
  path: string;
  parameters: Parameter[];
  /** Of the body. */
  fields: Field[];
  /** What is wrong with an answer by the document; null where it is as documented. */
  problemOf(status: number, headers: Headers, body: unknown): string | null;
}

/** What HTTP itself, a connection or a browser is about. */
const UNDOCUMENTED = new Set([
  ...['cache-control', 'connection', 'content-encoding', 'content-length', 'content-type', 'date', 'keep-alive'],
  ...['transfer-encoding', 'vary', 'x-content-type-options'],
  ...['content-security-policy', 'referrer-policy'],
]);

/** The operations of an API document, each with a check of its answers. */
export function readOperations(given: unknown): Operation[] {
  const document = documentSchema.parse(given);
  const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: false });
  ajv.addSchema({ ...document, $id: 'api' });
  const resolve = (value: unknown): unknown => {
    const reference = z.object({ $ref: z.string() }).safeParse(value);
    if (!reference.success) return value;
    const [, , kind = '', name = ''] = reference.data.$ref.split('/');
    return resolve(document.components[kind]?.[name]);
  };
  return Object.entries(document.paths).flatMap(([path, verbs]) =>
    Object.entries(verbs).map(([method, described]): Operation => {
      const at = `api#/paths/${path.replaceAll('~', '~0').replaceAll('/', '~1')}/${method}/responses`;
      return {
        id: described.operationId,
        method: method.toUpperCase(),
        path,
        parameters: described.parameters.map((one) => parameter.parse(resolve(one))),
        fields: fieldsOf(described.requestBody?.content, resolve),
        problemOf(status, headers, body) {
          const response = described.responses[String(status)];
          if (response === undefined) return `status ${status} is not documented`;
          const { content, headers: named } = responseSchema.parse(resolve(response));
          const documented = new Set(Object.keys(named).map((name) => name.toLowerCase()));
          const unknown = [...headers.keys()].filter((name) => !documented.has(name) && !UNDOCUMENTED.has(name));
          if (unknown.length > 0) return `of ${status}, these headers are not documented: ${unknown.join(', ')}`;
          const contentType = headers.get('content-type') ?? '';
          if (!contentType.startsWith('application/json') || !content['application/json']?.schema) return null;
          const reference = z.object({ $ref: z.string() }).safeParse(response);
          const where = reference.success ? `api${reference.data.$ref}` : `${at}/${status}`;
          const validate = ajv.compile({ $ref: encodeURI(`${where}/content/application~1json/schema`) });
          return validate(body) ? null : `its body is not as documented: ${ajv.errorsText(validate.errors)}`;
        },
      };
    }),
  );
}

function fieldsOf(content: z.infer<typeof media> | undefined, resolve: (value: unknown) => unknown): Field[] {
  const [first] = Object.values(content ?? {});
  const schema = z
    .looseObject({
      properties: z.record(z.string(), z.record(z.string(), z.unknown())).default({}),
      required: z.array(z.string()).default([]),
    })
    .safeParse(resolve(first?.schema));
  if (!schema.success) return [];
  const { properties, required } = schema.data;
  return Object.entries(properties).map(([name, child]) => ({
    name,
    required: required.includes(name),
    schema: child,
  }));
}
