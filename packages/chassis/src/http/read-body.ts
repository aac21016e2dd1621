import type { IncomingMessage } from 'node:http';
import { Fault, invalidParameter } from '@linescope/contract/fault';
import busboy from 'busboy';

export const BODY_LIMIT = 1024 * 1024;

/** A parameter's raw value: a string or JSON value, or a list of them where the key was repeated. */
export type RawParameters = Map<string, unknown>;

export interface RequestBody {
  bytes: Buffer;
  parameters: RawParameters;
  /** A JSON array as the whole body. */
  array?: unknown[];
}

const badRequest = (sentence: string) => new Fault('response_invalid_parameters', sentence);

export async function readBody(request: IncomingMessage): Promise<RequestBody> {
  const bytes = await readPlainBytes(request);
  if (bytes.length === 0) return { bytes, parameters: new Map() };
  const type = (request.headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase();
  switch (type) {
    case 'application/json':
      return readJson(bytes);
    case 'application/x-www-form-urlencoded':
      return { bytes, parameters: readForm(utf8(bytes)) };
    case 'multipart/form-data':
      return { bytes, parameters: await readMultipart(request, bytes) };
    default:
      throw new Fault(
        'response_unsupported_media_type',
        'The body must be application/json, application/x-www-form-urlencoded or multipart/form-data.',
      );
  }
}

export async function readBytes(request: IncomingMessage, limit = BODY_LIMIT): Promise<Buffer> {
  // Most requests have none, and to read a stream that ends at once takes as long as to parse the request.
  if (!hasBody(request)) return NOTHING;
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request) {
    length += chunk.length;
    if (length > limit) throw bodyTooLarge(limit);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** A body as it stands: compressed ones are refused, instead of being read as what they are not. */
export async function readPlainBytes(request: IncomingMessage): Promise<Buffer> {
  if (hasBody(request) && isEncoded(request.headers['content-encoding']))
    throw new Fault(
      'response_unsupported_media_type',
      'The body must be sent as it is, without a Content-Encoding such as gzip.',
    );
  return readBytes(request);
}

const isEncoded = (encodings = ''): boolean =>
  encodings.split(',').some((encoding) => !/^(identity)?$/i.test(encoding.trim()));

const NOTHING = Buffer.alloc(0);

/** As HTTP tells it: by its length, or by being sent in chunks. */
export const hasBody = ({ headers }: IncomingMessage): boolean => {
  const length = headers['content-length'];
  return (length !== undefined && length !== '0') || headers['transfer-encoding'] !== undefined;
};

export const bodyTooLarge = (limit = BODY_LIMIT): Fault =>
  new Fault('response_payload_too_large', `The request body is larger than ${limit / BODY_LIMIT} MiB.`);

function utf8(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw badRequest('The request is not valid UTF-8.');
  }
}

function readJson(bytes: Buffer): RequestBody {
  let value: unknown;
  try {
    value = JSON.parse(utf8(bytes));
  } catch (error) {
    if (error instanceof Fault) throw error;
    throw badRequest('The body is not valid JSON.');
  }
  if (Array.isArray(value)) return { bytes, parameters: new Map(), array: value };
  if (typeof value !== 'object' || value === null) throw badRequest('The JSON body must be an object.');
  return { bytes, parameters: new Map(Object.entries(value)) };
}

const MAX_PARAMETERS = 2000;

/** `a=1&a=2` and `a[]=1&a[]=2` are lists; `+` is a space; a broken escape is an error, not a guess. */
export function readForm(text: string): RawParameters {
  const parameters: RawParameters = new Map();
  if (text === '') return parameters;
  const pairs = text.split('&');
  if (pairs.length > MAX_PARAMETERS) throw badRequest(`A request may have at most ${MAX_PARAMETERS} parameters.`);
  let [escaped, key] = ['', ''];
  for (const pair of pairs) {
    if (pair === '') continue;
    const cut = pair.indexOf('=');
    const name = cut < 0 ? pair : pair.slice(0, cut);
    // The items of a list come one after the other under the same name.
    if (name !== escaped) [escaped, key] = [name, unescapeForm(name, 'request')];
    addParameter(parameters, key, cut < 0 ? '' : unescapeForm(pair.slice(cut + 1), key));
  }
  return parameters;
}

function unescapeForm(text: string, param: string): string {
  // Decoding takes long, and most values have nothing to decode.
  if (!text.includes('%') && !text.includes('+')) return text;
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    throw invalidParameter(param, `${param} holds a percent-escape that is not valid UTF-8.`);
  }
}

function addParameter(parameters: RawParameters, key: string, value: unknown): void {
  const isList = key.endsWith('[]');
  const name = isList ? key.slice(0, -2) : key;
  const before = parameters.get(name);
  if (before === undefined) parameters.set(name, isList ? [value] : value);
  else if (Array.isArray(before)) before.push(value);
  else parameters.set(name, [before, value]);
}

function readMultipart(request: IncomingMessage, bytes: Buffer): Promise<RawParameters> {
  return new Promise((resolve, reject) => {
    const parameters: RawParameters = new Map();
    const refuse = (sentence: string) => reject(badRequest(sentence));
    try {
      const parser = busboy({
        headers: request.headers,
        limits: { fields: MAX_PARAMETERS, files: 0, fieldSize: BODY_LIMIT },
      });
      parser.on('field', (name, value) => addParameter(parameters, name, value));
      parser.on('filesLimit', () => refuse('Files are not accepted; send fields.'));
      parser.on('fieldsLimit', () => refuse(`A request may have at most ${MAX_PARAMETERS} parameters.`));
      parser.on('error', () => refuse('The multipart body is not valid.'));
      parser.on('close', () => resolve(parameters));
      parser.end(bytes);
    } catch {
      refuse('The multipart body is not valid.');
    }
  });
}
