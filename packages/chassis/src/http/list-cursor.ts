import { createHash } from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { invalidParameter } from '@linescope/contract/fault';
import { z } from 'zod';
import type { RawParameters } from './read-body.ts';
import type { Route } from './route.ts';

/** What a cursor does not fix. */
const FREE = new Set(['page', 'per_page', 'cursor', 'format']);
/** A URL of 8 KiB has room for it, beside its path and another size of pages. */
const MOST_CHARACTERS = 8_100;
/** What a short cursor may unpack to. */
const MOST_BYTES = 64 * 1024;

type Filters = [name: string, value: unknown][];

/** The list, the filters of its first page or their digest, and where the page ended. */
const packed = z.tuple([z.string(), z.union([z.array(z.tuple([z.string(), z.unknown()])), z.string()]), z.string()]);

/**
 * A cursor carries the parameters of its first page, so that whoever gives it back goes on with the same list; where they are too
 * long for it their digest, and whoever gives it back gives them again.
 */
export function wrapCursor(list: string, parameters: Record<string, unknown>, cursor: string): string {
  const filters = filtersOf(Object.entries(parameters));
  const whole = Buffer.from(JSON.stringify([list, filters, cursor]));
  const text = whole.length > MOST_BYTES ? null : pack(whole);
  if (text !== null && text.length <= MOST_CHARACTERS) return text;
  return pack(Buffer.from(JSON.stringify([list, digestOf(filters), cursor])));
}

/**
 * Puts the filters that a cursor carries in the place of those that are given beside it. Where it has but their digest these must be
 * they, and so they must of what is no GET: it might mean to record something.
 */
export function unwrapCursor(
  { path, method }: Pick<Route, 'path' | 'method'>,
  known: ReadonlySet<string>,
  given: RawParameters,
): RawParameters {
  const text = given.get('cursor');
  if (isAbsent(text)) return given;
  const [list, fixed, cursor] = unpack(text);
  if (list !== path) throw invalidParameter('cursor', 'cursor is one of another list.');
  const own = typeof fixed === 'string' ? null : filtersOf(fixed);
  const isFilter = (name: string) => known.has(name) && !FREE.has(name);
  const filters = filtersOf([...given].filter(([name]) => isFilter(name)));
  const isOwn = own ? method === 'GET' || filters.every((filter) => isAmong(own, filter)) : digestOf(filters) === fixed;
  if (!isOwn) throw invalidParameter('cursor', 'cursor goes with the filters of its first page, and no others.');
  const others = [...given].filter(([name]) => !isFilter(name));
  return new Map([...others, ...(own ?? filters), ['cursor', cursor]]);
}

const isAmong = (own: Filters, [name, value]: Filters[number]): boolean =>
  own.some(([other, its]) => other === name && textOf(its) === textOf(value));

export const isAbsent = (value: unknown): boolean => value === '' || value === null || value === undefined;

const filtersOf = (parameters: Filters): Filters =>
  parameters.filter(([name, value]) => !FREE.has(name) && !isAbsent(value));

/** The same number or word may come as JSON or in a query. */
const textOf = (value: unknown): string => (typeof value === 'object' ? JSON.stringify(value) : String(value));

const digestOf = (filters: Filters): string =>
  createHash('sha256')
    .update(JSON.stringify(filters.map(([name, value]) => [name, textOf(value)]).sort()))
    .digest('base64url');

const pack = (bytes: Buffer): string => deflateRawSync(bytes).toString('base64url');

function unpack(text: unknown): z.output<typeof packed> {
  try {
    const bytes = inflateRawSync(Buffer.from(z.string().parse(text), 'base64url'), { maxOutputLength: MOST_BYTES });
    return packed.parse(JSON.parse(bytes.toString()));
  } catch {
    throw invalidParameter('cursor', 'cursor is not one that this list gave.');
  }
}
