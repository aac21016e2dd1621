import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { clientAddress, limitKey } from './client-address.ts';

function requestFrom(peer: string, forwarded?: string): IncomingMessage {
  const socket = new Socket();
  Object.defineProperty(socket, 'remoteAddress', { value: peer });
  const request = new IncomingMessage(socket);
  if (forwarded !== undefined) request.headers['x-forwarded-for'] = forwarded;
  return request;
}

test('what a client writes into X-Forwarded-For is not trusted', () => {
  expect(clientAddress(requestFrom('::ffff:192.0.2.7', '10.0.0.1'), 0)).toBe('192.0.2.7');
});

test('the address that our own proxies saw is the client', () => {
  expect(clientAddress(requestFrom('10.0.0.2', '6.6.6.6, 192.0.2.7'), 1)).toBe('192.0.2.7');
  expect(clientAddress(requestFrom('10.0.0.2', '6.6.6.6, 192.0.2.7, 10.0.0.1'), 2)).toBe('192.0.2.7');
  expect(clientAddress(requestFrom('10.0.0.2'), 2)).toBe('10.0.0.2');
});

test('addresses of one IPv6 network share a limit', () => {
  expect(limitKey('2001:db8::1')).toBe('2001:db8:0:0');
  expect(limitKey('2001:db8:0:0:ffff::9')).toBe('2001:db8:0:0');
  expect(limitKey('2001:db8:0:1::1')).toBe('2001:db8:0:1');
  expect(limitKey('::1')).toBe('0:0:0:0');
  expect(limitKey('192.0.2.7')).toBe('192.0.2.7');
});
