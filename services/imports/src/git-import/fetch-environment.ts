import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { devNull } from 'node:os';
import type { CloneAccess } from '@linescope/providers/code-hosts/code-host';
import { addressAllowed, checkUrl } from '@linescope/providers/pacing/address-guard';

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
  ['transfer.bundleURI', 'false'],
  ['credential.helper', ''],
  ['gc.auto', '0'],
  ['maintenance.auto', 'false'],
  ['safe.directory', '*'],
];

/**
 * The environment of a git that talks to a code host. Settings and the token travel in variables, so that neither a
 * command line nor the mirror's config ever holds them; the host's address is looked up, judged and pinned here.
 */
export async function fetchEnvironment(access: CloneAccess, allowPrivate: boolean): Promise<NodeJS.ProcessEnv> {
  const url = new URL(access.url);
  checkUrl(url, allowPrivate);
  const settings = [...SETTINGS];
  if (isIP(url.hostname.replace(/^\[|\]$/g, '')) === 0) {
    const { address } = await lookup(url.hostname);
    if (!addressAllowed(address, allowPrivate))
      throw new Error('the code host resolves to a private address, which is not allowed here');
    const port = url.port || (url.protocol === 'https:' ? '443' : '80');
    settings.push(['http.curloptResolve', `${url.hostname}:${port}:${address}`]);
  }
  const credentials = Buffer.from(`${access.username}:${access.password}`).toString('base64');
  settings.push(['http.extraHeader', `Authorization: Basic ${credentials}`]);
  return {
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
}
