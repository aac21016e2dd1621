import type { IncomingMessage } from 'node:http';
import { isIPv6 } from 'node:net';

/** The client's address behind the configured number of trusted proxies; what the client itself puts into the header is ignored. */
export function clientAddress(request: IncomingMessage, trustedHops: number): string {
  const peer = plainAddress(request.socket.remoteAddress ?? '');
  if (trustedHops === 0) return peer;
  const forwarded = request.headers['x-forwarded-for'];
  const named = typeof forwarded === 'string' ? forwarded.split(',').map((part) => part.trim()) : [];
  return plainAddress(named[Math.max(named.length - trustedHops, 0)] || peer);
}

const plainAddress = (address: string): string => (address.startsWith('::ffff:') ? address.slice(7) : address);

/** One customer of an access provider has a whole /64, so that is what a limit counts. */
export function limitKey(address: string): string {
  if (!isIPv6(address)) return address;
  const [head = '', tail] = address.split('::');
  const groups = head === '' ? [] : head.split(':');
  if (tail !== undefined) {
    const last = tail === '' ? [] : tail.split(':');
    while (groups.length + last.length < 8) groups.push('0');
    groups.push(...last);
  }
  return groups.slice(0, 4).join(':');
}
