import { expect, test } from 'vitest';
import { createSecretBox } from './secret-box.ts';

const box = createSecretBox([{ kid: 'a', key: Buffer.alloc(32, 7).toString('base64url') }]);

test('a sealed secret opens only where it was sealed, and whole', () => {
  const sealed = box.seal('token', 'connection:1');
  expect(box.open(sealed, 'connection:1')).toBe('token');
  expect(() => box.open(sealed, 'connection:2')).toThrow();
});

test('a shortened authentication tag is refused', () => {
  const [kid, iv, tag = '', data] = box.seal('token', 'connection:1').split('.');
  const short = Buffer.from(tag, 'base64url').subarray(0, 4).toString('base64url');
  expect(() => box.open([kid, iv, short, data].join('.'), 'connection:1')).toThrow(/authentication tag/i);
});
