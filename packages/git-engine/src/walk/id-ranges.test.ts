import fc from 'fast-check';
import { expect, test } from 'vitest';
import { united, withoutAny } from './id-ranges.ts';
import type { Lane } from './lane.ts';
import { ENDLESS } from './line-origins.ts';
import { LineRoots } from './line-roots.ts';
import { RunWriter } from './runs.ts';
import { unsharedOf } from './unshared-lines.ts';

const numbersIn = (ranges: readonly number[]): number[] =>
  ranges.flatMap((start, index) =>
    index % 2 === 0 ? Array.from({ length: (ranges[index + 1] ?? 0) - start }, (_, at) => start + at) : [],
  );
const sorted = (numbers: Iterable<number>): number[] => [...new Set(numbers)].sort((one, other) => one - other);

const someRanges = fc
  .array(fc.tuple(fc.nat(200), fc.integer({ min: 1, max: 9 })), { maxLength: 30 })
  .map((pairs) => pairs.flatMap(([start, length]) => [start, start + length]));

test('a union holds each number once, in ranges that neither touch nor overlap', () => {
  fc.assert(
    fc.property(someRanges, (ranges) => {
      const all = united(ranges);
      expect(numbersIn(all)).toEqual(sorted(numbersIn(ranges)));
      for (let index = 2; index < all.length; index += 2) expect(all[index]).toBeGreaterThan(all[index - 1] ?? 0);
    }),
  );
});

/** A version of a file of 400 lines: some are removed, and lines of its own come in. */
const someVersion = (own: number) =>
  fc.array(fc.tuple(fc.nat(399), fc.nat(40), fc.nat(3)), { maxLength: 60 }).map((edits) => {
    const lines: (number | null)[] = Array.from({ length: 400 }, (_, line) => ENDLESS + line);
    let next = own;
    for (const [line, removed, added] of edits) {
      lines.fill(null, line, line + removed);
      lines.splice(line, 0, ...Array.from({ length: added }, () => next++));
    }
    return lines.filter((line) => line !== null);
  });

function laneOf(lines: readonly number[]): Lane {
  const writer = new RunWriter();
  for (const line of lines) writer.push(1, line);
  return { pages: [[{ runs: writer.done(), blob: '' }]] };
}

test('two trees differ by the lines that stand in one of them alone', () => {
  fc.assert(
    fc.property(someVersion(ENDLESS + 1_000), someVersion(ENDLESS + 2_000), (one, other) => {
      const { ofOne, ofOther } = unsharedOf(laneOf(one), laneOf(other));
      const only = (mine: readonly number[], theirs: readonly number[]) => numbersIn(withoutAny(united(mine), theirs));
      expect(only(ofOne, ofOther)).toEqual(sorted(one.filter((line) => !other.includes(line))));
      expect(only(ofOther, ofOne)).toEqual(sorted(other.filter((line) => !one.includes(line))));
    }),
  );
});

test('the roots of a range are those of its lines', () => {
  const entries = fc.array(fc.tuple(fc.integer({ min: 1, max: 20 }), fc.nat(10), fc.nat(1_000)), { maxLength: 20 });
  fc.assert(
    fc.property(entries, fc.nat(400), fc.nat(60), (moved, start, length) => {
      const roots = new LineRoots();
      let first = 0;
      for (const [count, gap, root] of moved) {
        roots.restore(first + gap, count, 10_000 + root);
        first += gap + count;
      }
      const lines = Array.from({ length }, (_, line) => roots.rootOf(start + line));
      const found = roots.rootsOf(start, start + length);
      expect(sorted(numbersIn(found))).toEqual(sorted(lines));
      // A line is among those that were written as it was.
      const all = new Set(numbersIn(roots.writtenAs(united(found))));
      expect(Array.from({ length }, (_, line) => start + line).filter((line) => !all.has(line))).toEqual([]);
    }),
  );
});
