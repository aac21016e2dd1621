import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isoText } from './row-fields.ts';

const atMost = 8.64e15;
const moments = fc.oneof(
  fc.integer({ min: -atMost, max: atMost }),
  fc.integer({ min: -atMost / 1000, max: atMost / 1000 }).map((seconds) => seconds * 1000),
  fc.integer({ min: 1_700_000_000, max: 1_700_400_000 }).map((seconds) => seconds * 1000),
);

test('a time is told as JavaScript tells it, to the second where it is one', () => {
  fc.assert(
    fc.property(fc.array(moments, { minLength: 1 }), (times) => {
      const told = times.map((ms) => new Date(ms).toISOString().replace('.000Z', 'Z'));
      expect(times.map(isoText)).toEqual(told);
    }),
  );
});
