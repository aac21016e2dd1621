import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isInOrder, type Run, takeWritten, throughHunks } from './line-runs.ts';

const small = fc.nat({ max: 6 });

/** Runs in order, with gaps between some of them. */
const runsInOrder = fc.array(fc.tuple(small, fc.integer({ min: 1, max: 12 })), { maxLength: 12 }).map((parts) => {
  let line = 1;
  return parts.map(([gap, count], index): Run => {
    const run = { at: 1000 * index, line: line + gap, count };
    line += gap + count;
    return run;
  });
});

/** Hunks as a diff writes them: one that only deletes names the line before it. */
const hunksOfDiff = fc.array(fc.tuple(small, small, small), { maxLength: 8 }).map((parts) => {
  const hunks: number[] = [];
  let [before, after] = [1, 1];
  for (const [gap, deleted, written] of parts) {
    if (deleted + written === 0) continue;
    before += gap + 1;
    after += gap + 1;
    hunks.push(deleted === 0 ? before - 1 : before, deleted, written === 0 ? after - 1 : after, written);
    before += deleted;
    after += written;
  }
  return hunks;
});

test('runs in order are cut at hunks as any others, and stay in order', () => {
  fc.assert(
    fc.property(runsInOrder, hunksOfDiff, (runs, hunks) => {
      const expected = throughHunks(runs, hunks);
      const own = runs.map((run) => ({ ...run }));
      const written = takeWritten(own, hunks);
      expect({ written, before: own }).toEqual(expected);
      expect(isInOrder(own)).toBe(true);
    }),
    { numRuns: 2000 },
  );
});
