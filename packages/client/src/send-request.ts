import { ApiFailure, failureOf } from './api-failure.ts';
import { type Params, queryOf } from './query.ts';

export interface ClientOptions {
  /** Where the API is, without `/api/v1`; in a browser the page's own origin. */
  baseUrl?: string;
  /** A bearer token; by default the environment's LINESCOPE_TOKEN. Without one, the browser's cookie counts. */
  token?: string | undefined;
  headers?: Record<string, string>;
  /** Attempts after the first, on a broken connection, 429, 502, 503 and 504. */
  retries?: number;
  timeoutMs?: number;
  fetch?: typeof globalThis.fetch;
}

export interface CallOptions {
  signal?: AbortSignal | undefined;
  /** The same key within 24 hours replays the first answer; POST and PUT get one of their own otherwise. */
  idempotencyKey?: string;
}

export type Send = <T>(method: string, path: string, params?: Params, options?: CallOptions) => Promise<T>;

const RETRIED = new Set([429, 502, 503, 504]);
const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 10_000;

/** One call to the API: parameters in the query of a GET or DELETE, as JSON otherwise. */
export function createSend(given: ClientOptions): Send {
  const baseUrl = (given.baseUrl ?? '').replace(/\/$/, '');
  const token = given.token ?? environmentToken();
  const attempts = 1 + (given.retries ?? 2);

  return async function send<T>(method: string, path: string, params: Params = {}, options: CallOptions = {}) {
    const inQuery = method === 'GET' || method === 'DELETE';
    const query = inQuery ? queryOf(params) : '';
    const url = `${baseUrl}${path.startsWith('/api/') ? path : `/api/v1${path}`}${query && (path.includes('?') ? '&' : '?')}${query}`;
    const headers: Record<string, string> = { accept: 'application/json', ...given.headers };
    if (token) headers['authorization'] = `Bearer ${token}`;
    if (!inQuery) {
      headers['content-type'] = 'application/json';
      headers['idempotency-key'] = options.idempotencyKey ?? crypto.randomUUID();
    }
    const body = inQuery ? null : JSON.stringify(params);

    for (let attempt = 1; ; attempt += 1) {
      const timeout = AbortSignal.timeout(given.timeoutMs ?? 40_000);
      const signal = options.signal ? AbortSignal.any([options.signal, timeout]) : timeout;
      const isLast = attempt >= attempts;
      let response: Response;
      try {
        response = await (given.fetch ?? fetch)(url, { method, headers, body, signal, credentials: 'same-origin' });
      } catch (error) {
        if (options.signal?.aborted) throw error;
        if (isLast) throw unreachable(timeout.aborted);
        await wait(FIRST_WAIT_MS * 2 ** (attempt - 1), options.signal);
        continue;
      }
      const answer = await readBody(response);
      if (response.ok) return trusted<T>(answer);
      if (isLast || !RETRIED.has(response.status)) throw failureOf(response.status, answer);
      await wait(retryAfterMs(response) ?? FIRST_WAIT_MS * 2 ** (attempt - 1), options.signal);
    }
  };
}

export type Download = (
  path: string,
  params: Params,
  format: 'csv' | 'ndjson',
  options?: CallOptions,
) => Promise<ReadableStream<Uint8Array>>;

/** A whole list, or a report, as text that is read as it arrives; one that breaks off fails in the reading. */
export function createDownload(given: ClientOptions): Download {
  const baseUrl = (given.baseUrl ?? '').replace(/\/$/, '');
  const token = given.token ?? environmentToken();
  return async (path, params, format, options = {}) => {
    const url = `${baseUrl}/api/v1${path}?${queryOf({ ...params, format })}`;
    const headers = { ...given.headers, ...(token ? { authorization: `Bearer ${token}` } : {}) };
    const { signal = null } = options;
    const response = await (given.fetch ?? fetch)(url, { headers, signal, credentials: 'same-origin' });
    if (!response.ok) throw failureOf(response.status, await readBody(response));
    return response.body ?? new ReadableStream();
  };
}

async function readBody(response: Response): Promise<unknown> {
  const text = await response.text();
  if (!response.headers.get('content-type')?.includes('json')) return text;
  return JSON.parse(text);
}

const unreachable = (timedOut: boolean): ApiFailure =>
  timedOut
    ? new ApiFailure('The server did not answer in time.', { status: 0, responseEm: 'response_timeout' })
    : new ApiFailure('The server cannot be reached.', { status: 0, responseEm: 'response_unavailable' });

function retryAfterMs(response: Response): number | null {
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
  return Number.isFinite(seconds) ? Math.min(seconds * 1000, LONGEST_WAIT_MS) : null;
}

function wait(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, Math.min(milliseconds, LONGEST_WAIT_MS));
    signal?.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });
}

function environmentToken(): string | undefined {
  return typeof process === 'undefined' ? undefined : process.env?.['LINESCOPE_TOKEN'];
}

/** The answer is as the API's document says; the tests of the API hold it to that. */
const trusted = <T>(answer: unknown): T => answer as T;
