import { lookup as resolve } from 'node:dns';
import { BlockList, isIP } from 'node:net';
import { ProviderError } from '../errors.ts';

function blockList(subnets: readonly string[]): BlockList {
  const list = new BlockList();
  for (const subnet of subnets) {
    const [address = '', prefix = ''] = subnet.split('/');
    list.addSubnet(address, Number(prefix), address.includes(':') ? 'ipv6' : 'ipv4');
  }
  return list;
}

const privateRanges = blockList([
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '::/96',
  'fc00::/7',
]);

/** No code host lives here, even on a customer's own network: metadata services, multicast, reserved, tunnels. */
const forbiddenRanges = blockList([
  '0.0.0.0/8',
  '100.100.100.200/32',
  '169.254.0.0/16',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
  '::/128',
  '64:ff9b::/96',
  '64:ff9b:1::/48',
  '100::/64',
  '2001::/32',
  '2001:db8::/32',
  '2002::/16',
  'fd00:ec2::/32',
  'fd20:ce::/32',
  'fe80::/10',
  'ff00::/8',
]);

/** The IPv4 address inside an IPv6 one: mapped, or behind the translator of an IPv6-only network. */
function embedded(address: string): string | null {
  const dotted = /^(?:::ffff:|64:ff9b::)(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (dotted !== undefined) return dotted;
  const [, high, low] = /^(?:::ffff:|64:ff9b::)([0-9a-f]{1,4}):([0-9a-f]{1,4})$/i.exec(address) ?? [];
  if (high === undefined || low === undefined) return null;
  const bits = Number.parseInt(high, 16) * 65_536 + Number.parseInt(low, 16);
  return [24, 16, 8, 0].map((shift) => (bits >>> shift) & 255).join('.');
}

/** May a connection go to this address? IPv4 inside IPv6 is judged as the IPv4 it is. */
export function addressAllowed(address: string, allowPrivate: boolean): boolean {
  const judged = embedded(address) ?? address;
  const family = isIP(judged);
  if (family === 0) return false;
  const kind = family === 6 ? 'ipv6' : 'ipv4';
  if (forbiddenRanges.check(judged, kind)) return false;
  return allowPrivate || !privateRanges.check(judged, kind);
}

const refused = (host: string) => new ProviderError('endpoint_refused', { internal: `${host} is a refused address` });

/** An endpoint as a customer typed it. */
export function endpointUrl(text: string): URL {
  const url = URL.parse(text);
  if (url === null) throw new ProviderError('endpoint_refused', { internal: 'the endpoint is not a URL' });
  return url;
}

/** Refuses what can be refused before a name is resolved: schemes, credentials in the URL, literal addresses. */
export function checkUrl(url: URL, allowPrivate: boolean): void {
  const plain = url.protocol === 'http:' && allowPrivate;
  if (url.protocol !== 'https:' && !plain) {
    throw new ProviderError('endpoint_refused', { internal: `scheme ${url.protocol} is refused` });
  }
  if (url.username !== '' || url.password !== '') {
    throw new ProviderError('endpoint_refused', { internal: 'credentials in a URL are refused' });
  }
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) !== 0 && !addressAllowed(host, allowPrivate)) throw refused(host);
}

type LookupCallback = (error: Error | null, addresses: { address: string; family: number }[]) => void;

/**
 * A `lookup` for sockets: the socket connects to the very addresses that were judged, so a name cannot
 * answer one address to the check and another to the connection.
 */
export function guardedLookup(allowPrivate: boolean) {
  return (hostname: string, _options: unknown, callback: LookupCallback): void => {
    resolve(hostname, { all: true, verbatim: true }, (error, addresses) => {
      if (error) return callback(error, []);
      const bad = addresses.length === 0 || addresses.some(({ address }) => !addressAllowed(address, allowPrivate));
      callback(bad ? refused(hostname) : null, bad ? [] : addresses);
    });
  };
}

const LOOKUP_MS = 2_000;

/**
 * Refuses a name that is resolved to a refused address here. A proxy resolves it again, and may know names that nobody here knows:
 * of those, and of answers that change in between, the proxy must judge.
 */
export async function checkProxiedName(host: string, allowPrivate: boolean, lookup = resolve): Promise<void> {
  const addresses = await Promise.race([
    new Promise<string[]>((settle) =>
      lookup(host, { all: true }, (error, found) => settle(error ? [] : found.map(({ address }) => address))),
    ),
    new Promise<string[]>((settle) => setTimeout(settle, LOOKUP_MS, []).unref()),
  ]);
  if (addresses.some((address) => !addressAllowed(address, allowPrivate))) throw refused(host);
}
