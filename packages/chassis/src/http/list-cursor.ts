import { z } from 'zod';
import type { RawParameters } from './read-body.ts';

/** What a cursor does not fix. */
const FREE = new Set(['page', 'per_page', 'cursor', 'format']);

const wrapped = z.object({ f: z.array(z.tuple([z.string(), z.unknown()])), c: z.string() });

/** A cursor carries the parameters of its first page, so that whoever gives it back goes on with the same list. */
export function wrapCursor(parameters: RawParameters, cursor: string): string {
  const fixed = [...parameters].filter(([name]) => !FREE.has(name));
  return Buffer.from(JSON.stringify({ f: fixed, c: cursor })).toString('base64url');
}

/** Puts the parameters that a cursor carries in the place of those that were given; another text is left as it is. */
export function unwrapCursor(parameters: RawParameters): RawParameters {
  const cursor = parameters.get('cursor');
  const read = typeof cursor === 'string' ? wrapped.safeParse(parseJson(cursor)) : null;
  if (!read?.success) return parameters;
  const free = [...parameters].filter(([name]) => FREE.has(name));
  return new Map([...free, ...read.data.f.filter(([name]) => !FREE.has(name)), ['cursor', read.data.c]]);
}

function parseJson(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString());
  } catch {
    return null;
  }
}
