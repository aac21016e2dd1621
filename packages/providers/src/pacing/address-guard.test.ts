import { expect, test } from 'vitest';
import { addressAllowed, checkUrl, guardedLookup } from './address-guard.ts';

test.each([
  '127.0.0.1',
  '10.1.2.3',
  '172.20.0.1',
  '192.168.1.1',
  '100.64.0.1',
  '::1',
  'fd00::1',
  '::ffff:10.0.0.1',
  '::ffff:a00:1',
  '64:ff9b::10.0.0.1',
])('the private address %s is refused unless private ones are allowed', (address) => {
  expect(addressAllowed(address, false)).toBe(false);
  expect(addressAllowed(address, true)).toBe(true);
});

test.each([
  '169.254.169.254',
  '0.0.0.0',
  '224.0.0.1',
  '255.255.255.255',
  'fe80::1',
  'fd00:ec2::254',
  'fd20:ce::254',
  '100.100.100.200',
  '::ffff:169.254.169.254',
  '64:ff9b::a9fe:a9fe',
  '::',
  'nonsense',
])('the address %s is refused always', (address) => {
  expect(addressAllowed(address, true)).toBe(false);
});

test.each(['140.82.121.4', '2606:50c0:8000::64', '64:ff9b::8c52:7904', '::ffff:140.82.121.4'])(
  'the public address %s is allowed',
  (address) => {
    expect(addressAllowed(address, false)).toBe(true);
  },
);

test.each([
  'http://api.github.com',
  'ftp://example.com',
  'https://user:secret@example.com',
  'https://127.0.0.1',
  'https://[::1]',
  'https://[::ffff:127.0.0.1]',
  'https://[::ffff:a9fe:a9fe]',
  'https://[::127.0.0.1]',
  'https://127.1',
  'https://2130706433',
  'https://0x7f.1',
])('the endpoint %s is refused', (url) => {
  expect(() => checkUrl(new URL(url), false)).toThrow(expect.objectContaining({ code: 'endpoint_refused' }));
});

test('a name that resolves to a private address is refused at the moment of connecting', async () => {
  const result = await new Promise((resolve) => {
    guardedLookup(false)('localhost', {}, (error, addresses) => resolve({ error, addresses }));
  });
  expect(result).toMatchObject({ error: { code: 'endpoint_refused' }, addresses: [] });
});
