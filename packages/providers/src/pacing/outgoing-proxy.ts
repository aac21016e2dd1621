import { BlockList, isIP } from 'node:net';

/** As in the environment; names in lower case win over those in upper case, as curl has it. */
export type ProxySettings = Partial<
  Record<'HTTPS_PROXY' | 'https_proxy' | 'HTTP_PROXY' | 'http_proxy' | 'NO_PROXY' | 'no_proxy', string | undefined>
>;

/** The proxy that a request to a URL goes through; null: none. */
export type ProxyOf = (url: URL) => URL | null;

export const noProxy: ProxyOf = () => null;

/** What is shown of a proxy: its credentials stay in the URL. */
export const proxyName = (proxy: URL): string => proxy.host;

/** Calls and clones choose by the same rules, so these are read here instead of by each client. */
export function outgoingProxy(settings: ProxySettings): ProxyOf {
  const ofHttp = parseProxy(settings.http_proxy ?? settings.HTTP_PROXY);
  const ofHttps = parseProxy(settings.https_proxy ?? settings.HTTPS_PROXY);
  const exceptions = (settings.no_proxy ?? settings.NO_PROXY ?? '').split(/[\s,]+/).filter((entry) => entry !== '');
  return (url) => {
    const proxy = url.protocol === 'https:' ? ofHttps : ofHttp;
    if (proxy === null) return null;
    const host = hostOf(url);
    if (isLoopback(host)) return null;
    const port = url.port || (url.protocol === 'https:' ? '443' : '80');
    return exceptions.some((entry) => excepts(entry, host, port)) ? null : proxy;
  };
}

/** `proxy.example:3128` is one, too. */
export function parseProxy(text: string | undefined): URL | null {
  if (text === undefined || text === '') return null;
  const url = URL.parse(text.includes('://') ? text : `http://${text}`);
  if (url === null || !/^https?:$/.test(url.protocol)) throw new Error('the proxy is not an http:// or https:// URL');
  return url;
}

const hostOf = (url: URL): string =>
  url.hostname
    .replace(/^\[|\]$/g, '')
    .replace(/(?<=.)\.$/, '')
    .toLowerCase();

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

/** This machine's: at a proxy the same name is the proxy's machine. */
function isLoopback(host: string): boolean {
  if (host === 'localhost' || host.endsWith('.localhost')) return true;
  return isIP(host) !== 0 && loopback.check(host, familyOf(host));
}

const familyOf = (address: string): 'ipv4' | 'ipv6' => (isIP(address) === 6 ? 'ipv6' : 'ipv4');

/** One entry of NO_PROXY: `*`, a name and those below it, an address, a subnet; with `:port` only there. */
function excepts(entry: string, host: string, port: string): boolean {
  const { name, onlyPort } = splitEntry(entry.toLowerCase());
  if (onlyPort !== null && onlyPort !== port) return false;
  if (name === '*') return true;
  if (isIP(host) !== 0) return name === host || isInSubnet(host, name);
  const domain = name.replace(/^\*?\./, '').replace(/\.$/, '');
  return domain !== '' && (host === domain || host.endsWith(`.${domain}`));
}

function splitEntry(entry: string): { name: string; onlyPort: string | null } {
  const [, bracketed, ofBracketed] = /^\[(.+)\](?::(\d+))?$/.exec(entry) ?? [];
  if (bracketed !== undefined) return { name: bracketed, onlyPort: ofBracketed ?? null };
  const [, name, onlyPort] = /^([^:]+):(\d+)$/.exec(entry) ?? [];
  return { name: name ?? entry, onlyPort: onlyPort ?? null };
}

function isInSubnet(address: string, text: string): boolean {
  const [, network = '', prefix = ''] = /^([^/]+)\/(\d{1,3})$/.exec(text) ?? [];
  const family = familyOf(address);
  if (isIP(network) === 0 || familyOf(network) !== family || Number(prefix) > (family === 'ipv6' ? 128 : 32))
    return false;
  const subnet = new BlockList();
  subnet.addSubnet(network, Number(prefix), family);
  return subnet.check(address, family);
}
