import {
  FAULT_CODES,
  Fault,
  invalidParameter,
  invalidParameters,
  type ParameterError,
} from '@linescope/contract/fault';
import { z } from 'zod';
import { type ExportFormat, formatOf } from './answer-format.ts';
import { isAbsent, unwrapCursor } from './list-cursor.ts';
import { nearWords } from './near-words.ts';
import { type RawParameters, type RequestBody, readForm } from './read-body.ts';
import type { Route } from './route.ts';

export interface ReadInput {
  input: unknown;
  ignored: string[];
  /** As they were given, or as the cursor fixes them; without those that are ignored. */
  values: Record<string, unknown>;
  /** Null: JSON. */
  format: ExportFormat | null;
}

/** Query, body and path parameters become one validated input; a body field wins over a query field of the same name. */
export function readInput(
  route: Route,
  url: string,
  body: RequestBody,
  pathParameters: Record<string, string>,
  accept?: string,
): ReadInput {
  const cut = url.indexOf('?');
  const given: RawParameters = cut < 0 ? new Map() : readForm(url.slice(cut + 1));
  for (const [name, value] of body.parameters) given.set(name, value);
  const known = knownParameters(route.input);
  const raw = known.has('cursor') ? unwrapCursor(route, known, given) : given;
  if (route.records && formatOf(body.parameters.get('format'), undefined) !== null)
    throw invalidParameter('format', 'format must be given in the query, or as Accept.'); // the gateway reads no bodies
  const format = takeFormat(route, raw, accept);
  if (body.array) {
    if (!route.arrayBody) throw new Fault('response_invalid_parameters', 'The JSON body must be an object.');
    raw.set(route.arrayBody, body.array.map(withoutAbsent));
  }
  for (const [name, value] of Object.entries(pathParameters)) raw.set(name, value);

  const values: Record<string, unknown> = Object.create(null);
  const ignored: string[] = [];
  for (const [name, value] of raw) {
    if (!known.has(name)) ignored.push(name);
    else if (!isAbsent(value)) values[name] = value;
  }
  const parsed = route.input.safeParse({ ...values });
  if (!parsed.success) throw invalidParameters(parsed.error.issues.map((issue) => parameterError(issue, values)));
  const unused = route.unused?.(parsed.data).filter((name) => name in values) ?? [];
  return { input: parsed.data, ignored: [...ignored, ...unused], values, format };
}

/** Takes `format` out of the parameters, of routes that have other forms than JSON. */
function takeFormat(route: Route, raw: RawParameters, accept: string | undefined): ExportFormat | null {
  if (!route.records && !route.table) return null;
  const format = formatOf(raw.get('format'), accept);
  raw.delete('format');
  if (format && route.records && !isAbsent(raw.get('page')))
    throw invalidParameter('page', 'page must not be given where the whole list is exported.');
  return format;
}

/** A row of an array, which is read as a request of its own. */
const withoutAbsent = (row: unknown): unknown =>
  typeof row === 'object' && row !== null && !Array.isArray(row)
    ? Object.fromEntries(Object.entries(row).filter(([, value]) => !isAbsent(value)))
    : row;

const knownCache = new WeakMap<z.ZodType, Set<string>>();

function knownParameters(input: z.ZodType): Set<string> {
  const cached = knownCache.get(input);
  if (cached) return cached;
  const known = new Set(shapesOf(input).flatMap((shape) => Object.keys(shape)));
  knownCache.set(input, known);
  return known;
}

/** The object shapes below refinements, transforms and unions. */
export function shapesOf(schema: z.core.$ZodType): Record<string, z.core.$ZodType>[] {
  if (schema instanceof z.ZodObject) return [schema.shape];
  if (schema instanceof z.ZodPipe) return shapesOf(schema.in);
  if (schema instanceof z.ZodUnion) return schema.options.flatMap((option) => shapesOf(option));
  if (schema instanceof z.ZodIntersection) return [...shapesOf(schema.def.left), ...shapesOf(schema.def.right)];
  return [];
}

function parameterError(issue: z.core.$ZodIssue, values: Record<string, unknown>): ParameterError {
  const param = issue.path.length === 0 ? 'request' : issue.path.map(String).join('.');
  const isMissing = issue.path.length > 0 && valueAt(values, issue.path) === undefined && issue.code !== 'custom';
  if (isMissing) return { param, code_em: 'missing', detail: `${param} is required.` };
  if (issue.message.startsWith('is required'))
    return { param, code_em: 'missing', detail: sentence(param, issue, values) };
  const told = issue.code === 'custom' ? FAULT_CODES.find((code) => code === issue.params?.['code_em']) : undefined;
  return { param, code_em: told ?? 'invalid', detail: sentence(param, issue, values) };
}

/** Null where the path leads nowhere. */
function valueAt(values: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce(
    (value, key) => (typeof value === 'object' && value !== null ? Reflect.get(value, key) : null),
    values,
  );
}

/** More words than this are looked up, not read in an error. */
const READABLE = 30;

/** A list of words can say by itself which may be given, or where they are listed. */
function oneOf(param: string, words: string[], given: unknown, own: string | null): string {
  if (words.length <= READABLE) return `${param} ${own ?? `must be one of ${words.join(', ')}`}.`;
  const text = `${param} ${own ?? `must be one of ${words.length} values: the reference at /docs lists them`}.`;
  const near = typeof given === 'string' ? nearWords(given, words) : [];
  return near.length === 0 ? text : `${text} Did you mean ${near.join(', ')}?`;
}

/** What a schema that says nothing of its own expects. */
const KINDS: Record<string, string> = {
  array: 'a list',
  boolean: 'true or false',
  number: 'a number',
  object: 'an object',
  string: 'text',
};

function sentence(param: string, issue: z.core.$ZodIssue, values: Record<string, unknown>): string {
  const { message } = issue;
  if (issue.code === 'invalid_value') {
    const own = message.startsWith('must') ? message : null;
    return oneOf(param, issue.values.map(String), values[String(issue.path[0])], own);
  }
  const kind = issue.code === 'invalid_type' && message.startsWith('Invalid') ? KINDS[issue.expected] : undefined;
  if (kind) return `${param} must be ${kind}.`;
  const text = /^(must|is|has|may|cannot)\b/.test(message)
    ? `${param} ${message}`
    : message.startsWith(param) || issue.code === 'custom'
      ? message
      : `${param}: ${message}`;
  return text.endsWith('.') ? text : `${text}.`;
}
