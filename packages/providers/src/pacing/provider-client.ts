import type { z } from 'zod';
import { isProviderError, ProviderError, withoutSecrets } from '../errors.ts';
import { endpointUrl } from './address-guard.ts';
import { chooseConnection, everyResource, type PacedConnection, quotaKey } from './choose-connection.ts';
import { classify } from './classify.ts';
import { block, observe, refund, unknownQuota } from './quota.ts';
import { quotaReading } from './quota-headers.ts';
import { countList, type ListCount } from './reading-limits.ts';
import type { Runtime } from './runtime.ts';
import type { WireAnswer } from './transport.ts';
import { understand } from './understand.ts';

export type ClientOptions = {
  baseUrl: string;
  connections: readonly PacedConnection[];
  runtime: Runtime;
  headers?: Record<string, string>;
  /** The length of the host's window, where its headers give only the end of it. */
  windowMs?: number;
};

export type Ask<S extends z.ZodType> = {
  /** Relative to the base URL, or a next-page link on the same origin. */
  path: string;
  schema: S;
  query?: Record<string, string | number | boolean | null | undefined | readonly string[]>;
  method?: 'GET' | 'POST';
  body?: unknown;
  /** Which of the host's budgets pays: hosts keep several. */
  resource?: string;
  /** Ask with the ETag of the last answer, and answer a 304 from memory. */
  conditional?: boolean;
  /** The list that this is a page of: its pages and bytes are counted together. */
  list?: ListCount;
  /** Some hosts give a quota inside a 200. */
  quotaInBody?: (body: string) => boolean;
};

/** `raw` is the body as it came, for keeping; `data` is what the schema let through. */
export type Answer<T> = { data: T; raw: unknown; headers: Headers; url: URL; fresh: boolean };

const quotaRefusalLimit = 20;
const redirectLimit = 3;
const defaultQuotaPauseMs = 60_000;

export type ProviderClient = ReturnType<typeof createProviderClient>;

/** The library's error quotes a header that it refuses: a token with a line break would stand in the log. */
const isSendable = ({ headers }: PacedConnection): boolean =>
  Object.values(headers).every((value) => /^[\t\x20-\x7e\x80-\xff]*$/.test(value));

/** The one way out to a provider: paced, retried within bounds, validated, and silent about its secrets. */
export function createProviderClient(options: ClientOptions) {
  const { runtime } = options;
  const base = endpointUrl(options.baseUrl.endsWith('/') ? options.baseUrl : `${options.baseUrl}/`);
  const secrets = options.connections.flatMap((connection) => connection.secrets);
  const invalid = new Set(options.connections.filter((one) => !isSendable(one)).map(({ id }) => id));
  const windowMs = options.windowMs ?? 60_000;

  function urlOf(path: string, query: Ask<z.ZodType>['query']): URL {
    const url = /^https?:/i.test(path) ? endpointUrl(path) : endpointUrl(base.href + path.replace(/^\//, ''));
    if (url.origin !== base.origin) {
      throw new ProviderError('endpoint_refused', { internal: `${url.hostname} is not the host of this connection` });
    }
    for (const [name, value] of Object.entries(query ?? {})) {
      if (value === null || value === undefined) continue;
      for (const item of Array.isArray(value) ? value : [value]) url.searchParams.append(name, String(item));
    }
    return url;
  }

  function failure(code: ProviderError['code'], url: URL, answer: WireAnswer, connection: PacedConnection) {
    const said = withoutSecrets(answer.body.slice(0, 300), secrets);
    return new ProviderError(code, {
      internal: `${url.hostname}${url.pathname} answered ${answer.status}: ${said}`,
      status: answer.status,
      connectionId: connection.id,
    });
  }

  async function noteQuota(connection: PacedConnection, resource: string, answer: WireAnswer): Promise<void> {
    const now = runtime.now();
    const reading = quotaReading(answer.headers, now);
    if (reading === null && answer.status !== 304) return;
    await runtime.quotas.update(quotaKey(connection, resource), (state) => {
      const paid = answer.status === 304 && state !== null ? refund(state) : state;
      return { state: reading ? observe(paid, reading, now, windowMs) : (paid ?? unknownQuota), granted: true };
    });
  }

  /** An emptied budget blocks itself; any other refusal is about the caller, and blocks all budgets of the connection. */
  async function pause(
    connection: PacedConnection,
    resource: string,
    resumeAt: number | null,
    nth: number,
  ): Promise<void> {
    const now = runtime.now();
    const key = quotaKey(connection, resource);
    const state = (await runtime.quotas.read([key])).get(key);
    const emptied = state !== undefined && state.limit > 0 && state.remaining === 0 && state.resetAt > now;
    const until = resumeAt ?? (emptied ? state.resetAt : now + defaultQuotaPauseMs * 2 ** Math.min(nth, 4));
    const blocked = emptied ? key : quotaKey(connection, everyResource);
    await runtime.quotas.update(blocked, (held) => ({ state: block(held, until), granted: true }));
    runtime.onQuotaExceeded(connection.id, until);
  }

  async function backOff(attempt: number, notBefore: number | null): Promise<void> {
    const ceiling = Math.min(30_000, 500 * 2 ** attempt);
    const asked = Math.max(0, (notBefore ?? 0) - runtime.now());
    if (asked > runtime.maxWaitMs) {
      throw new ProviderError('host_failed', { internal: 'asked to come back later', resumeAt: notBefore ?? 0 });
    }
    await runtime.sleep(asked + ceiling / 2 + (runtime.random() * ceiling) / 2);
  }

  async function send<S extends z.ZodType>(ask: Ask<S>): Promise<Answer<z.output<S>>> {
    const resource = ask.resource ?? 'core';
    let url = urlOf(ask.path, ask.query);
    let attempt = 0;
    let refusals = 0;
    let redirects = 0;
    for (;;) {
      const usable = options.connections.filter((connection) => !invalid.has(connection.id));
      const connection = await chooseConnection(usable, resource, runtime);
      const cacheKey = `${connection.id} ${url.href}`;
      const cached = ask.conditional ? await runtime.etags.get(cacheKey) : null;
      let answer: WireAnswer;
      try {
        answer = await runtime.transport({
          method: ask.method ?? 'GET',
          url,
          headers: {
            accept: 'application/json',
            'user-agent': 'Linescope',
            ...options.headers,
            ...connection.headers,
            ...(ask.body === undefined ? {} : { 'content-type': 'application/json' }),
            ...(cached ? { 'if-none-match': cached.etag } : {}),
          },
          ...(ask.body === undefined ? {} : { body: JSON.stringify(ask.body) }),
        });
      } catch (error) {
        if (!isProviderError(error, 'host_unreachable', 'host_timeout') || ++attempt >= runtime.maxAttempts)
          throw error;
        await backOff(attempt, null);
        continue;
      }
      await noteQuota(connection, resource, answer);
      let verdict = classify(answer, runtime.now());
      if (verdict.kind === 'ok' && ask.quotaInBody?.(answer.body)) verdict = { kind: 'quota', resumeAt: null };

      switch (verdict.kind) {
        case 'ok': {
          const parsed = understand(ask.schema, answer.body);
          if (!parsed.ok) {
            if (++attempt < runtime.maxAttempts && parsed.broken) {
              await backOff(attempt, null);
              continue;
            }
            const internal = withoutSecrets(`${url.hostname}${url.pathname}: ${parsed.why}`, secrets);
            throw new ProviderError('answer_malformed', { internal, status: answer.status });
          }
          ask.list?.add(answer.body.length);
          const etag = answer.headers.get('etag');
          if (ask.conditional && etag !== null) {
            const headers = Object.fromEntries([...answer.headers].filter(([name]) => name === 'link'));
            await runtime.etags.set(cacheKey, { etag, body: answer.body, headers });
          }
          return { data: parsed.data, raw: parsed.raw, headers: answer.headers, url, fresh: true };
        }
        case 'not_modified': {
          const parsed = cached ? understand(ask.schema, cached.body) : null;
          if (!cached || !parsed?.ok) throw failure('answer_malformed', url, answer, connection);
          ask.list?.add(cached.body.length);
          return { data: parsed.data, raw: parsed.raw, headers: new Headers(cached.headers), url, fresh: false };
        }
        case 'redirect': {
          const next = URL.parse(verdict.location, url.href);
          if (next === null || next.origin !== base.origin || ++redirects > redirectLimit || ask.method === 'POST') {
            throw failure('endpoint_refused', url, answer, connection);
          }
          url = next;
          continue;
        }
        case 'quota':
          if (++refusals > quotaRefusalLimit) throw failure('quota_exhausted', url, answer, connection);
          await pause(connection, resource, verdict.resumeAt, refusals - 1);
          continue;
        case 'connection_invalid':
          invalid.add(connection.id);
          runtime.onConnectionInvalid(connection.id);
          if (invalid.size === options.connections.length) throw failure('connection_invalid', url, answer, connection);
          continue;
        case 'transient':
          if (++attempt >= runtime.maxAttempts) throw failure('host_failed', url, answer, connection);
          await backOff(attempt, verdict.resumeAt);
          continue;
        case 'rejected':
          throw failure('request_rejected', url, answer, connection);
        default:
          throw failure(verdict.kind, url, answer, connection);
      }
    }
  }

  /** For whoever signs in by other means, as git does: a connection that was not refused meanwhile. */
  const firstValid = <C extends { id: string }>(given: readonly C[]): C | undefined =>
    given.find(({ id }) => !invalid.has(id)) ?? given[0];

  /** For the pages of one list; `inMemory` where its caller holds all of them at once. */
  const openList = (kind: 'streamed' | 'inMemory' = 'streamed'): ListCount => countList(runtime.limits, kind);

  return { send, openList, firstValid, baseUrl: base };
}
