import fc from 'fast-check';
import { expect, test } from 'vitest';
import { thinnedPositions } from './checkpoints.ts';

const REACH = 1000;

test('checkpoints stay few however often a history is read, and none is let go that would leave a wide gap', () => {
  const steps = fc.array(fc.integer({ min: 1, max: 5000 }), { minLength: 1, maxLength: 200 });
  fc.assert(
    fc.property(steps, (added) => {
      let kept: number[] = [];
      let total = 0;
      for (const step of added) {
        const before = [...kept, total];
        total += step;
        kept = thinnedPositions(before, total, REACH);
        expect(kept.length).toBeLessThanOrEqual(8);
        for (const gone of before.filter((position) => !kept.includes(position))) {
          const newer = total - Math.min(total, ...kept.filter((position) => position > gone));
          const older = total - Math.max(0, ...kept.filter((position) => position < gone));
          if (kept.some((position) => position < gone)) expect(older).toBeLessThanOrEqual(Math.max(REACH, 4 * newer));
        }
      }
    }),
  );
});

test('the snapshot of an hour ago becomes a checkpoint, and stays one until it is of use', () => {
  let kept: number[] = [];
  for (let total = 10; total <= 990; total += 10) kept = thinnedPositions([...kept, total - 10], total, REACH);
  expect(kept).toEqual([0]);
  for (let total = 1000; total <= 1500; total += 10) kept = thinnedPositions([...kept, total - 10], total, REACH);
  expect(kept).toHaveLength(2);
});
