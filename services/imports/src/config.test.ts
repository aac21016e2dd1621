import { expect, test } from 'vitest';
import { configSchema } from './config.ts';

const { IMPORT_WINDOW, ALLOW_PRIVATE_ADDRESSES } = configSchema.shape;

test('a window that is none is refused, instead of being taken for a year', () => {
  for (const window of ['365', 'all', '2025-10-01']) expect(IMPORT_WINDOW.parse(window)).toBe(window);
  for (const window of ['1 year', '0', '-5', '2025-02-30']) expect(IMPORT_WINDOW.safeParse(window).success).toBe(false);
});

test('yes and no are written as for every other unit', () => {
  expect(['true', '1', 'no'].map((text) => ALLOW_PRIVATE_ADDRESSES.parse(text))).toEqual([true, true, false]);
});
