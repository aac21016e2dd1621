import fc from 'fast-check';
import { expect, test } from 'vitest';
import { touches } from './id-ranges.ts';
import { EMPTY_LANE, type Lane, withFiles } from './lane.ts';
import { LineOrigins } from './line-origins.ts';
import { livingRanges } from './living.ts';

test('a line lives if and only if some version of a file holds it', () => {
  // Few numbers, so that versions often begin or end alike.
  const run = fc.tuple(fc.integer({ min: 1, max: 3 }), fc.constantFrom(0, 10, 20, 30, 60));
  fc.assert(
    fc.property(fc.array(fc.array(run, { maxLength: 4 }), { maxLength: 6 }), (files) => {
      const lanes: Lane[] = [];
      for (const [number, runs] of files.entries()) {
        const file = { runs: Float64Array.from(runs.flat()), blob: '' };
        lanes.push(withFiles(lanes.at(-1) ?? EMPTY_LANE, new Map([[number % 2, file]])));
      }
      const ranges = livingRanges(lanes, new LineOrigins());
      for (let id = 0; id < 70; id++) {
        const lives = files.some((runs) => runs.some(([length, first]) => id >= first && id < first + length));
        expect(touches(ranges, id, id + 1)).toBe(lives);
      }
    }),
  );
});
