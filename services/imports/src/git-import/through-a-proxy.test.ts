import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeRepository } from '@linescope/git-engine/referee/made-up-history';
import { outgoingProxy, type ProxySettings } from '@linescope/providers/pacing/outgoing-proxy';
import { ACME_AUTHORITY, ACME_CERTIFICATE, ACME_KEY } from '@linescope/providers/testing/acme-certificate';
import { startLocalProxy } from '@linescope/providers/testing/local-proxy';
import { removeAfterFile } from '@linescope/test-kit/leave-nothing';
import { beforeAll, expect, test } from 'vitest';
import { mirrorOf, offerRepository } from '../testing/fetch-mirror.ts';
import { overTls } from '../testing/over-tls.ts';
import { FetchFailure } from './fetch-failure.ts';

// No name server knows it: only the proxies of these tests do.
const HOST = 'code.acme.example';
const CREDENTIALS = { user: 'ada', password: 'p@ss word' };
const SECRETS = /p(@|%40)ss|YWRhOn|token|eDp0b2tlbg/;

let certificates: string;
let url: string;
let port: number;
beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'linescope-proxy-'));
  removeAfterFile(() => rm(folder, { recursive: true }));
  certificates = join(folder, 'authority.pem');
  await writeFile(certificates, ACME_AUTHORITY);
  const repo = await makeRepository([{ parents: [], tree: new Map([['a', '1\n']]) }]);
  removeAfterFile(repo.remove);
  const plain = await offerRepository(repo.gitDir);
  port = await overTls(plain, { cert: ACME_CERTIFICATE, key: ACME_KEY });
  url = `https://${HOST}${new URL(plain).pathname}`;
});

const mirror = (settings: ProxySettings, at = url) =>
  mirrorOf(at, { allowPrivate: false, certificates, proxyOf: outgoingProxy(settings) });

const failureOf = async (fetching: Promise<unknown>): Promise<FetchFailure> => {
  const error = await fetching.catch((reason: unknown) => reason);
  if (!(error instanceof FetchFailure)) throw error;
  return error;
};

test('a repo whose host only the proxy can reach is cloned through it, which sees no token', async () => {
  await using proxy = await startLocalProxy({ names: { [HOST]: port }, credentials: CREDENTIALS });
  const { gitDir, fetch } = await mirror({ HTTPS_PROXY: proxy.url.href });
  expect((await fetch()).defaultBranch).toBe('main');
  expect(proxy.calls).toContainEqual(expect.objectContaining({ method: 'CONNECT', target: `${HOST}:443` }));
  expect(proxy.calls.filter(({ headers }) => headers.authorization !== undefined)).toEqual([]);
  expect(await readFile(join(gitDir, 'config'), 'utf8')).not.toMatch(/proxy|token/);
});

test('a host that NO_PROXY names is not asked of the proxy', async () => {
  await using proxy = await startLocalProxy({ names: { [HOST]: port } });
  const { fetch } = await mirror({ https_proxy: proxy.url.href, no_proxy: '.acme.example' });
  await expect(fetch()).rejects.toThrow(/ENOTFOUND|EAI_AGAIN/);
  expect(proxy.calls).toEqual([]);
});

test.each([
  ['refuses the host', 403],
  ['wants other credentials', 407],
  ['knows no such host', 502],
])('a proxy that %s is named in the log, and its credentials nowhere', async (_what, status) => {
  const refusal = status === 403 ? { refusal: status } : {};
  const credentials = status === 407 ? { user: 'eve', password: 'other' } : CREDENTIALS;
  await using proxy = await startLocalProxy({ names: {}, credentials, ...refusal });
  const given = new URL(proxy.url);
  Object.assign(given, { username: CREDENTIALS.user, password: CREDENTIALS.password });
  const { fetch } = await mirror({ HTTPS_PROXY: given.href });
  const failure = await failureOf(fetch());
  expect(failure).toMatchObject({
    reason: 'transient',
    message: `The repo could not be fetched: the proxy of this installation refused the connection (${status}).`,
  });
  expect(String(failure.cause)).toContain(`through the proxy ${proxy.url.host}: `);
  expect(`${failure.stack} ${failure.cause} ${JSON.stringify(failure)}`).not.toMatch(SECRETS);
});

test('a proxy that is away is told apart from a host that is', async () => {
  const proxy = await startLocalProxy({ names: {}, credentials: CREDENTIALS });
  await proxy[Symbol.asyncDispose]();
  const failure = await failureOf((await mirror({ HTTPS_PROXY: proxy.url.href })).fetch());
  expect(failure.message).toBe('The repo could not be fetched: the proxy of this installation does not answer.');
  expect(`${failure.stack} ${failure.cause}`).not.toMatch(SECRETS);
});

test('an address that may not be fetched from is not asked of the proxy either', async () => {
  await using proxy = await startLocalProxy({ names: { '10.0.0.7': port } });
  const { fetch } = await mirror({ HTTPS_PROXY: proxy.url.href }, 'https://10.0.0.7/acme/repo.git');
  expect((await failureOf(fetch())).reason).toBe('address');
  expect(proxy.calls).toEqual([]);
});
