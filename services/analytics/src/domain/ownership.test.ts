import { expect, test } from 'vitest';
import { busFactor, createNames, filesOf, leftWithout, ownersOf } from './ownership.ts';

const row = (path: string, committer: number, lines: number) => ({ repoId: 1, path, committer, lines, aiLines: 0 });
const rows = [row('a', 1, 60), row('a', 2, 40), row('b', 1, 30), row('c', 2, 50), row('d', 3, 20)];
const files = filesOf(rows);

test('a file is lost without those who wrote more than half of it', () => {
  expect(leftWithout(files, new Set([1]))).toEqual({ lines: 110, files: 2 });
  expect(leftWithout(files, new Set([2, 3]))).toEqual({ lines: 90, files: 2 });
  expect(leftWithout(files, new Set())).toEqual({ lines: 200, files: 4 });
});

test('the bus factor counts those who leave until less than half is left', () => {
  expect(busFactor(files, ownersOf(rows, files))).toEqual({ lines: 2, files: 2 });
  expect(busFactor([], [])).toEqual({ lines: null, files: null });
});

test('lines follow their file through later names, and not through earlier ones', () => {
  const nameOf = createNames([
    { repoId: 1, from: 'old', to: 'new', day: 10 },
    { repoId: 1, from: 'new', to: 'newest', day: 20 },
    { repoId: 1, from: 'newest', to: 'old', day: 30 },
  ]);
  expect(nameOf(1, 'old', 5)).toBe('old');
  expect(nameOf(1, 'new', 15)).toBe('old');
  expect(nameOf(1, 'newest', 31)).toBe('newest');
  expect(nameOf(2, 'old', 5)).toBe('old');
});
