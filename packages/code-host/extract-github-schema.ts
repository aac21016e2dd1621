/**
 * Cuts the answers this host gives out of GitHub's own OpenAPI description, since the whole of it weighs 385 MB installed.
 * Run with the description's file: npm pack @octokit/openapi, unpack, then
 * node packages/code-host/extract-github-schema.ts package/generated/api.github.com.json
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { servedPaths } from './src/github/served-paths.ts';

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

const prose = new Set(['description', 'example', 'examples', 'x-github', 'title', 'externalDocs']);

/** OpenAPI 3.0 says `nullable` where JSON Schema says "or null"; prose is left out. */
function asJsonSchema(value: Json, insideProperties = false): Json {
  if (Array.isArray(value)) return value.map((item) => asJsonSchema(item));
  if (value === null || typeof value !== 'object') return value;
  const { nullable, ...rest } = insideProperties ? { ...value, nullable: null } : value;
  const kept = Object.entries(insideProperties ? value : rest).filter(([key]) => insideProperties || !prose.has(key));
  const schema = Object.fromEntries(kept.map(([key, item]) => [key, asJsonSchema(item, key === 'properties')]));
  return nullable === true ? { anyOf: [schema, { type: 'null' }] } : schema;
}

function at(value: Json | undefined, ...keys: string[]): Json | undefined {
  let here = value;
  for (const key of keys) {
    if (here === null || typeof here !== 'object' || Array.isArray(here)) return undefined;
    here = here[key];
  }
  return here;
}

function refsIn(value: Json, found: Set<string>): void {
  for (const [, name] of JSON.stringify(value).matchAll(/"#\/components\/schemas\/([^"]+)"/g))
    if (name) found.add(name);
}

const source = process.argv[2];
if (!source) throw new Error('Name the file api.github.com.json of the npm package @octokit/openapi.');
const description: Json = JSON.parse(readFileSync(source, 'utf8'));
const answers: Record<string, Json> = {};
const wanted = new Set<string>();
for (const path of servedPaths) {
  let response = at(description, 'paths', path, 'get', 'responses', '200');
  const shared = at(response, '$ref');
  if (typeof shared === 'string') response = at(description, ...shared.slice(2).split('/'));
  const schema = at(response, 'content', 'application/json', 'schema');
  if (schema === undefined) throw new Error(`GitHub describes no JSON answer for ${path}.`);
  answers[path] = asJsonSchema(schema);
  refsIn(answers[path] ?? null, wanted);
}
const schemas: Record<string, Json> = {};
for (const name of wanted) {
  schemas[name] = asJsonSchema(at(description, 'components', 'schemas', name) ?? null);
  refsIn(schemas[name] ?? null, wanted);
}
const excerpt = {
  source: '@octokit/openapi',
  version: at(description, 'info', 'version') ?? null,
  answers,
  components: { schemas },
};
writeFileSync(new URL('./src/generated/github-answers.json', import.meta.url), `${JSON.stringify(excerpt)}\n`);
