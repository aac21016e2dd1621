import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LineOrigins } from './line-origins.ts';
import { livingRanges, touches } from './living.ts';

test('a line lives if and only if some version of a file holds it', () => {
  const run = fc.tuple(fc.integer({ min: 1, max: 6 }), fc.integer({ min: 0, max: 60 }));
  fc.assert(
    fc.property(fc.array(fc.array(run, { maxLength: 4 }), { maxLength: 6 }), (files) => {
      const states = new Set(files.map((runs) => ({ runs: Float64Array.from(runs.flat()), blob: '' })));
      const ranges = livingRanges(states, new LineOrigins());
      for (let id = 0; id < 70; id++) {
        const lives = files.some((runs) => runs.some(([length, first]) => id >= first && id < first + length));
        expect(touches(ranges, id, id + 1)).toBe(lives);
      }
    }),
  );
});
