import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { filesIn } from '@linescope/one-machine/settings';
import { readReady } from '@linescope/one-machine/stack/ready-file';
import { z } from 'zod';
import { findMailedLink } from './mailed-link.ts';
import { startIssuer } from './oidc-issuer.ts';
import { type ExampleRequest, REQUESTS } from './requests.ts';
import { shorten } from './shorten.ts';
import { WITHOUT_EXAMPLE } from './without-example.ts';

/**
 * Records an answer of a running demo for each operation, as the examples of the API document:
 *   node test/examples/record.ts <data folder of a fresh stack with the demo>
 */
const FILE = fileURLToPath(new URL('../../gateway/src/openapi/examples.json', import.meta.url));
const [dataDir] = process.argv.slice(2);
const ready = dataDir === undefined ? null : readReady(filesIn(dataDir).ready);
if (!dataDir || !ready) throw new Error('Give the data folder of a running stack.');

const documentSchema = z.object({
  paths: z.record(z.string(), z.record(z.string(), z.looseObject({ operationId: z.string() }))),
});
const { paths } = documentSchema.parse(await (await fetch(`${ready.base_url}/openapi.json`)).json());
const operations = new Map(
  Object.entries(paths).flatMap(([path, verbs]) =>
    Object.entries(verbs).map(([verb, { operationId }]) => [operationId, { verb: verb.toUpperCase(), path }]),
  ),
);

const issuer = await startIssuer();
const known: Record<string, unknown> = {
  admin: ready.api_token,
  super_admin: ready.admin_token,
  codeHost: ready.code_host_url,
  codeHostToken: ready.code_host_token,
  issuer: issuer.address,
  repo: 'demo/aurora/ledger',
  repoPath: 'aurora/ledger',
  today: `${new Date().toISOString().slice(0, 10)}T00:00:00Z`,
  minuteAgo: `${Date.now() - 60_000}000000`,
  now: `${Date.now()}000000`,
};
const fill = (text: string): string => text.replace(/\$(\w+)/g, (_all, name: string) => String(known[name]));
/** A number stays one where it is all that stands there. */
const fillIn = (value: unknown): unknown => {
  if (typeof value === 'string') return /^\$\w+$/.test(value) ? known[value.slice(1)] : fill(value);
  if (Array.isArray(value)) return value.map(fillIn);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, child]) => [name, fillIn(child)]));
};
const cookies = new Map<string, string>();

async function record({ operation, path, body, as = 'admin', isShown = true, keep = {}, mailed }: ExampleRequest) {
  const described = operations.get(operation);
  if (!described) throw new Error(`${operation} is no operation of the document.`);
  const prefix = described.path.startsWith('/api/v1/') ? '/api/v1' : '';
  const sent = body && fillIn(body);
  const began = Date.now();
  const response = await fetch(`${ready?.base_url}${prefix}${fill(path)}`, {
    method: described.verb,
    headers: {
      'content-type': 'application/json',
      ...(as === null
        ? { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') }
        : { authorization: `Bearer ${known[as]}` }),
    },
    body: sent ? JSON.stringify(sent) : null,
  });
  for (const cookie of response.headers.getSetCookie()) {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
    cookies.set(name, value);
  }
  const answer: unknown = await response.json();
  if (!response.ok) throw new Error(`${operation}: ${response.status} ${JSON.stringify(answer)}`);
  for (const [name, place] of Object.entries(keep)) known[name] = valueAt(answer, place);
  if (mailed) known['mailed'] = await findMailedLink(dataDir ?? '', mailed, began);
  const request = isShown && sent ? { request: shorten(sent) } : {};
  return { status: response.status, ...request, response: shorten(answer) };
}

const valueAt = (value: unknown, place: string): unknown =>
  place
    .split('.')
    .reduce((inside: unknown, key) => Object.entries(Object(inside)).find(([name]) => name === key)?.[1], value);

const examples: Record<string, unknown> = {};
for (const request of REQUESTS) examples[request.operation] = await record(request);
issuer.stop();
await writeFile(FILE, `${JSON.stringify(examples, null, 1)}\n`);
const missing = [...operations.keys()].filter((name) => !(name in examples) && !(name in WITHOUT_EXAMPLE));
process.stdout.write(
  `${Object.keys(examples).length} examples written; without one: ${missing.join(', ') || 'none'}\n`,
);
