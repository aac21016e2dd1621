import { createHash } from 'node:crypto';

type Json = Record<string, unknown>;
const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value);

/** What says nothing to a compiler. */
const LEFT_OUT = new Set(['example', 'examples', 'pattern', 'format']);

function withoutExamples(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutExamples);
  if (!isJson(value)) return value;
  const kept = Object.entries(value).filter(([name, child]) => !LEFT_OUT.has(name) || isJson(child));
  return Object.fromEntries(kept.map(([name, child]) => [name, withoutExamples(child)]));
}

/** The document as far as the client's types are made from it: the schemas alone. */
export function schemasAlone(document: unknown): Json {
  const { openapi, info, components } = isJson(document) ? document : {};
  const all = isJson(components) && isJson(components['schemas']) ? Object.entries(components['schemas']) : [];
  // The document has them as services came up.
  const sorted = all.toSorted(([one], [other]) => (one < other ? -1 : 1));
  const schemas = Object.fromEntries(sorted.map(([name, schema]) => [name, withoutExamples(schema)]));
  return { openapi, info, paths: {}, components: { schemas } };
}

/** Names the schemas in the first line of the types that were made from them. */
export const schemasMark = (document: unknown): string => {
  const { components } = schemasAlone(document);
  return `// schemas ${createHash('sha256').update(JSON.stringify(components)).digest('hex').slice(0, 16)}`;
};
