import type { Operation } from './api-document.ts';
import { hostileValue, likelyValue, pick, type Random } from './random-values.ts';

export interface FuzzRequest {
  method: string;
  /** With its query. */
  path: string;
  headers: Record<string, string>;
  body: string | undefined;
}

export interface Words {
  /** Values of the caller's own entity by the name of a parameter: slugs, paths, ids. */
  own: Record<string, readonly string[]>;
  /** The same of another entity: none of them may be told apart from one that does not exist. */
  foreign: Record<string, readonly string[]>;
}

/** A request for the operation: mostly as its document has it, with a few values that are not. */
export function makeRequest(random: Random, operation: Operation, words: Words): FuzzRequest {
  const choose = (name: string, schema: Record<string, unknown>): unknown => {
    const dice = random(10);
    const own = words.own[name];
    const foreign = words.foreign[name];
    if (own && own.length > 0 && dice < 6) return own[random(own.length)];
    if (foreign && foreign.length > 0 && dice < 8) return foreign[random(foreign.length)];
    return dice < 9 ? likelyValue(random, schema) : hostileValue(random);
  };
  let path = operation.path;
  const query: [string, unknown][] = [];
  const headers: Record<string, string> = {};
  for (const { name, in: place, required, schema } of operation.parameters) {
    if (place === 'path') path = path.replace(`{${name}}`, segmentOf(choose(name, schema)));
    else if (place === 'query' && (required ? random(20) > 0 : random(3) === 0))
      query.push([name, choose(name, schema)]);
    else if (place === 'header' && random(6) === 0) headers[name] = headerOf(choose(name, schema));
  }
  if (random(8) === 0)
    query.push([pick(random, ['page', 'unknown', 'resource_path', '__proto__']), hostileValue(random)]);
  if (query.length > 0 && random(10) === 0) query.push(query[0] ?? ['page', '1']);
  const target = query.length === 0 ? path : `${path}?${encodeFields(query)}`;
  if (operation.method === 'GET') return { method: 'GET', path: target, headers, body: undefined };

  const fields = operation.fields
    .filter(({ required }) => (required ? random(20) > 0 : random(3) === 0))
    .map(({ name, schema }): [string, unknown] => [name, choose(name, schema)]);
  if (random(2) === 0) {
    headers['content-type'] = 'application/x-www-form-urlencoded';
    return { method: operation.method, path: target, headers, body: encodeFields(fields) };
  }
  headers['content-type'] = random(15) === 0 ? 'text/plain' : 'application/json';
  return { method: operation.method, path: target, headers, body: jsonOf(random, fields) };
}

/** Now and then not JSON, a key twice, or nested deep. */
function jsonOf(random: Random, fields: [string, unknown][]): string {
  const text = JSON.stringify(Object.fromEntries(fields));
  const dice = random(25);
  if (dice === 0) return text.slice(0, -1);
  if (dice === 1) return '['.repeat(2000) + ']'.repeat(2000);
  if (dice === 2 && fields[0]) return `{${JSON.stringify(fields[0][0])}:1,${text.slice(1)}`;
  return text;
}

function segmentOf(value: unknown): string {
  const text = asText(value);
  if (text === '%ff' || text === '%00') return text;
  return encodeURIComponent(text.toWellFormed()) || '%20';
}

const headerOf = (value: unknown): string => asText(value).replace(/[^\x21-\x7e]/g, '') || 'x';

const asText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value)) ?? '';

function encodeFields(fields: [string, unknown][]): string {
  const encoded = new URLSearchParams();
  for (const [name, value] of fields) {
    if (Array.isArray(value)) for (const item of value) encoded.append(`${name}[]`, asText(item));
    else encoded.append(name, asText(value));
  }
  return encoded.toString();
}
