import fc from 'fast-check';
import { expect, test } from 'vitest';
import { slicePaths } from './slice-paths.ts';

const sha = fc.stringMatching(/^[0-9a-f]{40}$/);
const paths = fc
  .uniqueArray(fc.record({ path: fc.stringMatching(/^[a-z]{1,3}$/), lines: fc.integer({ min: 0, max: 50 }) }), {
    selector: ({ path }) => path,
  })
  .map((some) => some.toSorted((one, other) => (one.path < other.path ? -1 : 1)));

test('every line of every path is in just one slice', () => {
  fc.assert(
    fc.property(paths, fc.integer({ min: 1, max: 20 }), sha, (files, most, commit) => {
      const slices = slicePaths(files, ({ lines }) => lines, most);
      for (const { path } of files) {
        const holding = slices.filter(
          (slice) =>
            slice.firstPath <= path && path <= slice.lastPath && slice.firstSha <= commit && commit < slice.shaBelow,
        );
        expect(holding).toHaveLength(1);
      }
    }),
  );
});

test('a path that is larger than a slice is cut by its commits, and small ones are read together', () => {
  const files = [
    { path: 'a', lines: 3 },
    { path: 'b', lines: 3 },
    { path: 'c', lines: 15 },
    { path: 'd', lines: 9 },
  ];
  expect(slicePaths(files, ({ lines }) => lines, 10)).toEqual([
    { firstPath: 'a', lastPath: 'b', firstSha: '', shaBelow: 'g' },
    { firstPath: 'c', lastPath: 'c', firstSha: '00000000', shaBelow: '80000000' },
    { firstPath: 'c', lastPath: 'c', firstSha: '80000000', shaBelow: 'g' },
    { firstPath: 'd', lastPath: 'd', firstSha: '', shaBelow: 'g' },
  ]);
});
