import { once } from 'node:events';
import { createServer as createPlainServer } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { isProviderError, type ProviderError } from '../errors.ts';
import { ACME_AUTHORITY, ACME_CERTIFICATE, ACME_KEY } from '../testing/acme-certificate.ts';
import { startLocalProxy } from '../testing/local-proxy.ts';
import { checkProxiedName } from './address-guard.ts';
import { outgoingProxy, type ProxySettings } from './outgoing-proxy.ts';
import { createTransport } from './transport.ts';

// No name server knows it: only the proxies of these tests do.
const HOST = 'code.acme.example';
const CREDENTIALS = { user: 'ada', password: 'secret-word' };
const received: (string | undefined)[] = [];

let port: number;
let plainPort: number;
const answer: Parameters<typeof createPlainServer>[1] = ({ headers }, response) => {
  received.push(headers.authorization);
  response.end(JSON.stringify({ proxyHeader: headers['proxy-authorization'] ?? null }));
};
const secure = createServer({ cert: ACME_CERTIFICATE, key: ACME_KEY }, answer);
const plain = createPlainServer(answer);
const trusted = getCACertificates('default');

beforeAll(async () => {
  setDefaultCACertificates([...trusted, ACME_AUTHORITY]);
  for (const server of [secure, plain]) await once(server.listen(0, '127.0.0.1'), 'listening');
  port = (secure.address() as AddressInfo).port;
  plainPort = (plain.address() as AddressInfo).port;
});
afterAll(() => {
  setDefaultCACertificates(trusted);
  for (const server of [secure, plain]) {
    server.closeAllConnections();
    server.close();
  }
});

function call(url: string, settings: ProxySettings, allowPrivateAddresses = false) {
  const transport = createTransport({
    allowPrivateAddresses,
    proxyOf: outgoingProxy(settings),
    timeoutMs: 10_000,
    maxBytes: 1_000,
  });
  onTestFinished(async () => transport[Symbol.asyncDispose]());
  return transport({ method: 'GET', url: new URL(url), headers: { authorization: 'Bearer host-token' } });
}

const failureOf = (calling: Promise<unknown>): Promise<ProviderError> =>
  calling.then(
    () => Promise.reject(new Error('the call passed')),
    (error: unknown) => (isProviderError(error) ? error : Promise.reject(error)),
  );

test('a host that only the proxy can reach is called through it, which sees neither the token nor the answer', async () => {
  await using proxy = await startLocalProxy({
    names: { [HOST]: port },
    credentials: { user: 'ada', password: 'p@ss word' },
  });
  const { status, body } = await call(`https://${HOST}/user`, { HTTPS_PROXY: proxy.url.href });
  expect([status, JSON.parse(body)]).toEqual([200, { proxyHeader: null }]);
  expect(received.at(-1)).toBe('Bearer host-token');
  expect(proxy.calls).toMatchObject([{ method: 'CONNECT', target: `${HOST}:443` }]);
  expect(JSON.stringify(proxy.calls)).not.toContain('host-token');
});

test('plain http, where private addresses are allowed, goes through HTTP_PROXY', async () => {
  await using proxy = await startLocalProxy({ names: { [HOST]: plainPort } });
  expect((await call(`http://${HOST}/user`, { http_proxy: proxy.url.href }, true)).status).toBe(200);
  expect(proxy.calls).toMatchObject([{ method: 'GET', target: `http://${HOST}/user` }]);
});

test('what NO_PROXY names, and this machine, are called without it', async () => {
  await using proxy = await startLocalProxy({ names: { [HOST]: port } });
  const settings = { HTTPS_PROXY: proxy.url.href, HTTP_PROXY: proxy.url.href, NO_PROXY: 'acme.example' };
  expect((await failureOf(call(`https://${HOST}/user`, settings))).code).toBe('host_unreachable');
  expect((await call(`http://127.0.0.1:${plainPort}/user`, settings, true)).status).toBe(200);
  expect(proxy.calls).toEqual([]);
});

test.each([403, 407, 502])(
  'a proxy that answers %i is named in the log, and its credentials nowhere',
  async (refusal) => {
    await using proxy = await startLocalProxy({ names: {}, credentials: CREDENTIALS, refusal });
    const settings = { HTTPS_PROXY: proxy.url.href, HTTP_PROXY: proxy.url.href };
    const error = await failureOf(call(`https://${HOST}/user`, settings));
    expect(error).toMatchObject({
      code: 'host_unreachable',
      message: `The host could not be reached: the proxy of this installation refused the connection (${refusal}).`,
      proxyFailure: { proxy: proxy.url.host, status: refusal },
    });
    expect(error.internal).toContain(`${HOST} through the proxy ${proxy.url.host}: `);
    expect(`${error.stack} ${JSON.stringify(error)} ${error.cause}`).not.toMatch(/secret-word|host-token|YWRhOn/);
  },
);

test('a proxy that wants credentials says so of plain http as well', async () => {
  await using proxy = await startLocalProxy({ names: { [HOST]: plainPort }, credentials: CREDENTIALS });
  const error = await failureOf(call(`http://${HOST}/user`, { HTTP_PROXY: `http://${proxy.url.host}` }, true));
  expect(error.message).toMatch(/refused the connection \(407\)\.$/);
});

test('a proxy that is away is told apart from a host that is', async () => {
  const proxy = await startLocalProxy({ names: {}, credentials: CREDENTIALS });
  await proxy[Symbol.asyncDispose]();
  const error = await failureOf(call(`https://${HOST}/user`, { HTTPS_PROXY: proxy.url.href }));
  expect(error.message).toBe('The host could not be reached: the proxy of this installation does not answer.');
  expect(error.internal).toContain(proxy.url.host);
  expect(`${error.internal} ${error.stack}`).not.toContain('secret-word');
});

test('an address that may not be called is not asked of the proxy either', async () => {
  await using proxy = await startLocalProxy({ names: { '10.0.0.7': port, '169.254.169.254': port } });
  const settings = { HTTPS_PROXY: proxy.url.href, HTTP_PROXY: proxy.url.href };
  for (const url of [
    'https://10.0.0.7/',
    'https://169.254.169.254/',
    'https://[::ffff:10.0.0.7]/',
    'http://x.example/',
  ])
    expect((await failureOf(call(url, settings))).code).toBe('endpoint_refused');
  expect((await failureOf(call('http://169.254.169.254/', settings, true))).code).toBe('endpoint_refused');
  expect(proxy.calls).toEqual([]);
});

test('a name that is a private address here is refused, one that nobody knows here is left to the proxy', async () => {
  const knows = (address: string | null) =>
    ((_host: string, _options: unknown, callback: (error: Error | null, found: { address: string }[]) => void) =>
      address === null ? callback(new Error('ENOTFOUND'), []) : callback(null, [{ address }])) as never;
  const check = (address: string | null, allowPrivate = false) => checkProxiedName(HOST, allowPrivate, knows(address));
  await expect(check('10.0.0.7')).rejects.toMatchObject({ code: 'endpoint_refused' });
  await expect(check('169.254.169.254', true)).rejects.toMatchObject({ code: 'endpoint_refused' });
  await check('10.0.0.7', true);
  await check('93.184.216.34');
  await check(null);
});
