import type { ConnectionOptions } from 'nats';

/** `nats://user:password@host:port,…` as the client library takes it: credentials, the same for all servers, apart from addresses. */
export function brokerAddress(url: string): Pick<ConnectionOptions, 'servers' | 'user' | 'pass'> {
  const given = url.split(',').map((one) => new URL(one.includes('://') ? one.trim() : `nats://${one.trim()}`));
  if (given.some(({ protocol, hostname }) => !/^(?:nats|tls):$/.test(protocol) || hostname === ''))
    throw new Error('not the address of a broker');
  const servers = given.map(({ protocol, host }) => `${protocol}//${host}`);
  const known = given.find(({ username }) => username !== '');
  if (known === undefined) return { servers };
  return { servers, user: decodeURIComponent(known.username), pass: decodeURIComponent(known.password) };
}
