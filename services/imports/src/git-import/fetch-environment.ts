import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { devNull } from 'node:os';
import type { CloneAccess } from '@linescope/providers/code-hosts/code-host';
import { isProviderError } from '@linescope/providers/errors';
import { addressAllowed, checkProxiedName, checkUrl } from '@linescope/providers/pacing/address-guard';
import type { ProxyOf } from '@linescope/providers/pacing/outgoing-proxy';
import { FetchFailure } from './fetch-failure.ts';

const SETTINGS: [string, string][] = [
  ['core.hooksPath', devNull],
  ['core.fsmonitor', 'false'],
  ['protocol.allow', 'never'],
  ['protocol.https.allow', 'always'],
  ['protocol.http.allow', 'always'],
  ['http.followRedirects', 'false'],
  ['http.lowSpeedLimit', '1000'],
  ['http.lowSpeedTime', '60'],
  ['fetch.fsckObjects', 'false'],
  // Every import asks for the whole graph: of what stands in a file of its own, git need not unpack a commit for that.
  ['fetch.writeCommitGraph', 'true'],
  ['transfer.bundleURI', 'false'],
  ['credential.helper', ''],
  ['gc.auto', '0'],
  ['maintenance.auto', 'false'],
  ['safe.directory', '*'],
];

/** How a clone may reach its host. */
export interface CloneEgress {
  allowPrivate: boolean;
  proxyOf: ProxyOf;
  /** A file of the authorities that certificates of hosts may be signed by; null: those that git knows. */
  certificates: string | null;
}

/**
 * The environment of a git that talks to a code host. Settings, the token and the proxy travel in variables, so that neither a
 * command line nor the mirror's config ever holds them; the host's address is looked up, judged and pinned here.
 */
export async function fetchEnvironment(
  access: CloneAccess,
  { allowPrivate, proxyOf, certificates }: CloneEgress,
): Promise<{ env: NodeJS.ProcessEnv; proxy: URL | null }> {
  const url = cloneUrl(access.url, allowPrivate);
  const proxy = proxyOf(url);
  const settings = [
    ...SETTINGS,
    proxy === null ? await pinnedAddress(url, allowPrivate) : await viaProxy(url, proxy, allowPrivate),
  ];
  if (certificates !== null) settings.push(['http.sslCAInfo', certificates], ['http.proxySSLCAInfo', certificates]);
  const credentials = Buffer.from(`${access.username}:${access.password}`).toString('base64');
  settings.push(['http.extraHeader', `Authorization: Basic ${credentials}`]);
  const env = {
    PATH: process.env['PATH'] ?? '/usr/local/bin:/usr/bin:/bin',
    LC_ALL: 'C',
    HOME: devNull,
    XDG_CONFIG_HOME: devNull,
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: devNull,
    GIT_TERMINAL_PROMPT: '0',
    GIT_ASKPASS: 'true',
    GIT_CONFIG_COUNT: String(settings.length),
    ...Object.fromEntries(
      settings.flatMap(([key, value], index) => [
        [`GIT_CONFIG_KEY_${index}`, key],
        [`GIT_CONFIG_VALUE_${index}`, value],
      ]),
    ),
  };
  return { env, proxy };
}

async function pinnedAddress(url: URL, allowPrivate: boolean): Promise<[string, string]> {
  // An address that is a number was judged with the URL; there is nothing to pin.
  if (isIP(url.hostname.replace(/^\[|\]$/g, '')) !== 0) return ['http.proxy', ''];
  const { address } = await lookup(url.hostname);
  if (!addressAllowed(address, allowPrivate)) throw refusedUrl(`${url.hostname} resolves to ${address}`);
  const port = url.port || (url.protocol === 'https:' ? '443' : '80');
  return ['http.curloptResolve', `${url.hostname}:${port}:${address}`];
}

/** Its proxy resolves the name, so there is no address to pin. */
async function viaProxy(url: URL, proxy: URL, allowPrivate: boolean): Promise<[string, string]> {
  try {
    await checkProxiedName(url.hostname.replace(/^\[|\]$/g, ''), allowPrivate);
  } catch (error) {
    throw isProviderError(error) ? refusedUrl(error.internal) : error;
  }
  return ['http.proxy', proxy.href];
}

const refusedUrl = (internal: string) =>
  new FetchFailure(
    'address',
    'The clone URL that the code host gives is not an address that may be fetched from.',
    internal,
  );

/** The same URL is refused at every attempt, so that another makes no sense. */
function cloneUrl(text: string, allowPrivate: boolean): URL {
  const url = URL.parse(text);
  if (url === null) throw refusedUrl('it is not a URL');
  try {
    checkUrl(url, allowPrivate);
  } catch (error) {
    throw isProviderError(error) ? refusedUrl(error.internal) : error;
  }
  return url;
}
