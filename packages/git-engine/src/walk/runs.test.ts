import fc from 'fast-check';
import { expect, test } from 'vitest';
import { applyHunks, holdsBlock, lineCount } from './runs.ts';

/** A file as plain numbers, one a line; what the runs stand for. */
function expand(runs: Float64Array): number[] {
  const ids: number[] = [];
  for (let index = 0; index < runs.length; index += 2) {
    for (let line = 0; line < (runs[index] ?? 0); line++) ids.push((runs[index + 1] ?? 0) + line);
  }
  return ids;
}

test('applying hunks to runs is the same as editing the list of lines', () => {
  const edits = fc.array(fc.tuple(fc.nat(5), fc.nat(4), fc.nat(4)), { maxLength: 6 });
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 30 }), edits, (length, steps) => {
      let next = 1000;
      const before = Array.from({ length }, (_, line) => line + 1);
      const expected: number[] = [];
      const hunks = [];
      const firsts: number[] = [];
      let at = 0;
      for (const [skip, remove, add] of steps) {
        const start = Math.min(length, at + skip + 1);
        const oldCount = Math.min(remove, length - start);
        expected.push(...before.slice(at, start));
        hunks.push({ oldStart: oldCount === 0 ? start : start + 1, oldCount, newStart: 0, newCount: add });
        firsts.push(next);
        for (let line = 0; line < add; line++) expected.push(next + line);
        next += 100;
        at = start + oldCount;
      }
      expected.push(...before.slice(at));
      const removed: number[] = [];
      const runs = applyHunks(
        Float64Array.of(length, 1),
        hunks,
        (hunk) => firsts[hunk] ?? 0,
        (_hunk, count, id) => {
          for (let line = 0; line < count; line++) removed.push(id + line);
        },
      );
      expect(expand(runs)).toEqual(expected);
      expect(lineCount(runs)).toBe(expected.length);
      expect([...removed, ...expected.filter((id) => id < 1000)].sort((a, b) => a - b)).toEqual(before);
    }),
  );
});

test('a block stands only where all its lines follow each other', () => {
  expect(holdsBlock(Float64Array.of(5, 100, 3, 200), 101, 4)).toBe(true);
  expect(holdsBlock(Float64Array.of(5, 100, 3, 200), 103, 3)).toBe(false);
  expect(holdsBlock(Float64Array.of(2, 100, 1, 900, 3, 102), 100, 5)).toBe(false);
});
