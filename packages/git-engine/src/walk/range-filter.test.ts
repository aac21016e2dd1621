import fc from 'fast-check';
import { expect, test } from 'vitest';
import { touches, united } from './id-ranges.ts';
import { ENDLESS } from './line-origins.ts';
import { RangeFilter } from './range-filter.ts';

const somewhere = fc.tuple(fc.nat(3), fc.nat(5_000), fc.integer({ min: 1, max: 700 }));
const someRanges = fc
  .array(somewhere, { maxLength: 12 })
  .map((places) =>
    places.flatMap(([file, start, length]) => [file * ENDLESS + start, file * ENDLESS + start + length]),
  );

test('a filter misses no number of the ranges it holds, and forgets them when they are unmarked', () => {
  const filter = new RangeFilter();
  fc.assert(
    fc.property(someRanges, someRanges, (held, asked) => {
      const ranges = united(held);
      filter.mark(ranges);
      for (let index = 0; index < asked.length; index += 2) {
        const [start, end] = [asked[index] ?? 0, asked[index + 1] ?? 0];
        if (touches(ranges, start, end)) expect(filter.mayTouch(start, end)).toBe(true);
      }
      filter.unmark(ranges);
      expect(filter.mayTouch(ENDLESS, ENDLESS + 1)).toBe(false);
      for (const start of ranges) expect(filter.mayTouch(start, start + 1)).toBe(false);
    }),
  );
});

test('it says of most other numbers that they are in none', () => {
  const filter = new RangeFilter();
  filter.mark([ENDLESS + 10_000, ENDLESS + 10_010]);
  expect(filter.mayTouch(ENDLESS + 20_000, ENDLESS + 20_100)).toBe(false);
});

test('a range that is longer than all marks together is held too', () => {
  const filter = new RangeFilter();
  filter.mark([ENDLESS, 2 * ENDLESS]);
  expect(filter.mayTouch(ENDLESS + 123_456_789, ENDLESS + 123_456_790)).toBe(true);
});
