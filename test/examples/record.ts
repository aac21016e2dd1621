import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { type ExampleRequest, REQUESTS } from './requests.ts';
import { shorten } from './shorten.ts';

/**
 * Records an answer of a running demo for each operation, as the examples of the API document:
 *   node test/examples/record.ts <address> <token of an admin>
 */
const FILE = fileURLToPath(new URL('../../gateway/src/openapi/examples.json', import.meta.url));
const [address, token] = process.argv.slice(2);
if (!address || !token) throw new Error('Give the address of a running demo and the token of an admin.');

const documentSchema = z.object({
  paths: z.record(z.string(), z.record(z.string(), z.looseObject({ operationId: z.string() }))),
});
const { paths } = documentSchema.parse(await (await fetch(`${address}/openapi.json`)).json());
const operations = new Map(
  Object.entries(paths).flatMap(([path, verbs]) =>
    Object.entries(verbs).map(([verb, { operationId }]) => [operationId, { verb: verb.toUpperCase(), path }]),
  ),
);

const known: Record<string, unknown> = { today: `${new Date().toISOString().slice(0, 10)}T00:00:00Z` };
const fill = (text: string): string => text.replace(/\$(\w+)/g, (_all, name: string) => String(known[name]));

async function record({ operation, path, body, keep = {} }: ExampleRequest) {
  const { verb } = operations.get(operation) ?? {};
  if (!verb) throw new Error(`${operation} is no operation of the document.`);
  const sent: unknown = body && JSON.parse(fill(JSON.stringify(body)));
  const response = await fetch(`${address}/api/v1${fill(path)}`, {
    method: verb,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: sent ? JSON.stringify(sent) : null,
  });
  const answer: unknown = await response.json();
  if (!response.ok) throw new Error(`${operation}: ${response.status} ${JSON.stringify(answer)}`);
  for (const [name, place] of Object.entries(keep)) known[name] = valueAt(answer, place);
  return { status: response.status, ...(sent ? { request: sent } : {}), response: shorten(answer) };
}

const valueAt = (value: unknown, place: string): unknown =>
  place
    .split('.')
    .reduce((inside: unknown, key) => Object.entries(Object(inside)).find(([name]) => name === key)?.[1], value);

const examples: Record<string, unknown> = {};
for (const request of REQUESTS) examples[request.operation] = await record(request);
await writeFile(FILE, `${JSON.stringify(examples, null, 1)}\n`);
const missing = [...operations.keys()].filter((operation) => !(operation in examples));
process.stdout.write(`${Object.keys(examples).length} examples written; without one: ${missing.join(', ')}\n`);
