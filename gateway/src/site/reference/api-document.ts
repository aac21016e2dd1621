import { z } from 'zod';

/** As much of JSON Schema as the API document uses. */
export interface Schema {
  $ref?: string | undefined;
  type?: string | string[] | undefined;
  format?: string | undefined;
  description?: string | undefined;
  enum?: unknown[] | undefined;
  default?: unknown;
  minimum?: number | undefined;
  maximum?: number | undefined;
  maxItems?: number | undefined;
  required?: string[] | undefined;
  properties?: Record<string, Schema> | undefined;
  items?: Schema | undefined;
  additionalProperties?: Schema | boolean | undefined;
  anyOf?: Schema[] | undefined;
  allOf?: Schema[] | undefined;
}

const schema: z.ZodType<Schema> = z.lazy(() =>
  z.object({
    $ref: z.string().optional(),
    type: z.union([z.string(), z.array(z.string())]).optional(),
    format: z.string().optional(),
    description: z.string().optional(),
    enum: z.array(z.unknown()).optional(),
    default: z.unknown().optional(),
    minimum: z.number().optional(),
    maximum: z.number().optional(),
    maxItems: z.number().optional(),
    required: z.array(z.string()).optional(),
    properties: z.record(z.string(), schema).optional(),
    items: schema.optional(),
    additionalProperties: z.union([z.boolean(), schema]).optional(),
    anyOf: z.array(schema).optional(),
    allOf: z.array(schema).optional(),
  }),
);

const content = z.record(z.string(), z.object({ schema: schema.optional(), example: z.unknown().optional() }));
const parameter = z.object({
  $ref: z.string().optional(),
  name: z.string().optional(),
  in: z.string().optional(),
  required: z.boolean().default(false),
  description: z.string().default(''),
  schema: schema.optional(),
});
const response = z.object({
  $ref: z.string().optional(),
  description: z.string().default(''),
  content: content.optional(),
});
const operation = z.object({
  operationId: z.string(),
  /** Empty: no token is needed. */
  security: z.array(z.unknown()).optional(),
  tags: z.array(z.string()).default([]),
  summary: z.string().default(''),
  description: z.string().default(''),
  'x-role': z.string().optional(),
  'x-scope': z.string().optional(),
  parameters: z.array(parameter).default([]),
  requestBody: z.object({ content }).optional(),
  responses: z.record(z.string(), response).default({}),
});

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;
const documentSchema = z.object({
  tags: z.array(z.object({ name: z.string(), description: z.string().default('') })).default([]),
  paths: z.record(z.string(), z.record(z.string(), z.unknown())),
  components: z
    .object({
      schemas: z.record(z.string(), schema).default({}),
      parameters: z.record(z.string(), parameter).default({}),
      responses: z.record(z.string(), response).default({}),
    })
    .default({ schemas: {}, parameters: {}, responses: {} }),
});

export type Parameter = z.output<typeof parameter>;
export type Response = z.output<typeof response>;
export interface Operation extends z.output<typeof operation> {
  method: string;
  path: string;
}

export interface ApiDocument {
  tags: { name: string; description: string; operations: Operation[] }[];
  schemas: Record<string, Schema>;
  parameters: Record<string, Parameter>;
  responses: Record<string, Response>;
}

/** The document by tags, in their order of use; a route that says nothing of itself is left out. */
export function readApiDocument(json: string): ApiDocument {
  const { tags, paths, components } = documentSchema.parse(JSON.parse(json));
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    METHODS.flatMap((method): Operation[] => {
      const parsed = operation.safeParse(methods[method]);
      return parsed.success ? [{ ...parsed.data, method, path }] : [];
    }),
  );
  return {
    ...components,
    tags: tags
      .map((tag) => ({ ...tag, operations: operations.filter(({ tags: [first] }) => first === tag.name) }))
      .filter(({ operations: known }) => known.length > 0),
  };
}

/** What a reference within the document means. */
export function followed<T extends { $ref?: string | undefined }>(named: Record<string, T>, one: T): T {
  const target = one.$ref && named[one.$ref.split('/').at(-1) ?? ''];
  return target
    ? { ...target, ...('description' in one && one.description ? { description: one.description } : {}) }
    : one;
}
