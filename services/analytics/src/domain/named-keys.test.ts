import { expect, test } from 'vitest';
import { createKeyFinder } from './named-keys.ts';

const named = (text: string, ...keys: string[]) => [...createKeyFinder(keys)(text)];

test.each([
  ['OPS-12', 'Fix OPS-12: stop the leak'],
  ['OPS-12', 'OPS-12'],
  ['OPS-12', 'fix/OPS-12'],
  ['OPS-12', '(OPS-12)'],
  ['OPS-12', 'OPS-12.'],
  ['signed', 'Reject what is not signed'],
  ['INC/2026:7', 'see INC/2026:7, again'],
  ['acme/app#12', 'Closes acme/app#12'],
  ['ошибка.5', 'Исправлена ошибка.5'],
  ['#12', 'Fixes #12'],
  ['v1.2', 'v1.2.3 too'],
])('%s is named by “%s”', (key, text) => {
  expect(named(text, key)).toEqual([key]);
});

test.each([
  ['OPS-12', 'OPS-123'],
  ['OPS-12', 'ops-12'],
  ['OPS-12', 'OPS-12-leak'],
  ['OPS-12', 'OPS-12_leak'],
  ['OPS-12', 'DEVOPS-12'],
  ['OPS-12', 'X-OPS-12'],
  ['signed', 'unsigned'],
  ['signed', 'signed-off-by'],
  ['signed', 'Signed'],
  ['app', 'appé'],
  ['app', 'app𝐱'],
  ['#12', '#123'],
  ['#12', 'AB#12'],
])('%s is not named by “%s”', (key, text) => {
  expect(named(text, key)).toEqual([]);
});

test('of many keys, all those that a text names are found', () => {
  const keys = Array.from({ length: 1000 }, (_, index) => `OPS-${index}`);
  expect(named('OPS-7, OPS-70 and OPS-700; OPS-7 again', ...keys)).toEqual(['OPS-7', 'OPS-70', 'OPS-700']);
});
