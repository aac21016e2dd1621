import { expect, test } from 'vitest';
import { boundTime } from './bound-times.ts';

test.each([
  ['2026-03-05T10:00:00.250Z', '2026-03-05 10:00:00.250'],
  ['0001-01-01T00:00:00.000Z', '1900-01-01 00:00:00.000'],
  ['+010000-01-01T00:00:00.000Z', '2299-12-31 00:00:00.000'],
])('%s is bound as a time that the store can hold', (asked, written) => {
  expect(boundTime('at', Date.parse(asked))).toEqual({ sql: "{at:DateTime64(3, 'UTC')}", params: { at: written } });
});
