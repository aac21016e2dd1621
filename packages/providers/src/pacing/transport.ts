import { Agent, errors, fetch } from 'undici';
import { ProviderError } from '../errors.ts';
import { checkUrl, guardedLookup } from './address-guard.ts';
import { noProxy, type ProxyOf, proxyName } from './outgoing-proxy.ts';
import { openProxyAgents, proxyFailureOf } from './proxy-agents.ts';

export type WireRequest = {
  method: string;
  url: URL;
  headers: Record<string, string>;
  body?: string;
  /** Ends the exchange, down to its socket. */
  signal?: AbortSignal;
};
export type WireAnswer = { status: number; headers: Headers; body: string };

/** One HTTP exchange: no redirects followed, no retries, bounded in time and size. */
export type Transport = (request: WireRequest) => Promise<WireAnswer>;

/** Where calls may go, and through what. */
export type Egress = { allowPrivateAddresses: boolean; proxyOf?: ProxyOf };
export type TransportOptions = Egress & { timeoutMs: number; maxBytes: number };

function rootCause(error: unknown): unknown {
  return error instanceof Error && error.cause !== undefined ? rootCause(error.cause) : error;
}

function translate(error: unknown, host: string, proxy: URL | null): ProviderError {
  const cause = rootCause(error);
  if (cause instanceof ProviderError) return cause;
  const way = proxy === null ? host : `${host} through the proxy ${proxyName(proxy)}`;
  const internal = `${way}: ${cause instanceof Error ? `${cause.name} ${cause.message}` : 'unknown failure'}`;
  const proxyFailure = proxy === null ? null : proxyFailureOf(cause, proxy);
  if (proxyFailure) return new ProviderError('host_unreachable', { internal, proxyFailure });
  const late =
    cause instanceof errors.HeadersTimeoutError ||
    cause instanceof errors.BodyTimeoutError ||
    cause instanceof errors.ConnectTimeoutError ||
    (cause instanceof Error && cause.name === 'TimeoutError');
  return new ProviderError(late ? 'host_timeout' : 'host_unreachable', { internal });
}

async function readBounded(body: AsyncIterable<Uint8Array> | null, maxBytes: number, host: string): Promise<string> {
  if (body === null) return '';
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.byteLength;
    if (size > maxBytes) throw new ProviderError('answer_too_large', { internal: `${host}: over ${maxBytes} bytes` });
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

export function createTransport(options: TransportOptions): Transport & AsyncDisposable {
  const agent = new Agent({
    connections: 8,
    connect: { timeout: options.timeoutMs, lookup: guardedLookup(options.allowPrivateAddresses) },
  });
  const proxyOf = options.proxyOf ?? noProxy;
  const proxies = openProxyAgents(options);
  const exchange = async ({ method, url, headers, body, signal }: WireRequest): Promise<WireAnswer> => {
    checkUrl(url, options.allowPrivateAddresses);
    const late = () => AbortSignal.timeout(options.timeoutMs);
    const proxy = proxyOf(url);
    try {
      const answer = await fetch(url, {
        method,
        headers,
        redirect: 'manual',
        dispatcher: proxy === null ? agent : await proxies.agentFor(url, proxy),
        signal: signal ? AbortSignal.any([signal, late()]) : late(),
        ...(body === undefined ? {} : { body }),
      });
      const text = await readBounded(answer.body, options.maxBytes, url.hostname);
      return { status: answer.status, headers: new Headers([...answer.headers]), body: text };
    } catch (error) {
      if (signal?.aborted)
        throw new ProviderError('reading_aborted', { internal: `${url.hostname}: ${signal.reason}` });
      throw translate(error, url.hostname, proxy);
    }
  };
  return Object.assign(exchange, {
    [Symbol.asyncDispose]: async () => {
      await Promise.all([agent.destroy(), proxies.destroy()]);
    },
  });
}
