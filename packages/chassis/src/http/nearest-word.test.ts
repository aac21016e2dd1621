import { expect, test } from 'vitest';
import { nearestWord } from './nearest-word.ts';

test('a mistyped word finds the one it was meant to be, and a strange one finds none', () => {
  const words = ['pr_cycle', 'pr_lead_time', 'release_count', 'commit_count'];
  expect(nearestWord('pr_cycles', words)).toBe('pr_cycle');
  expect(nearestWord('commits_count', words)).toBe('commit_count');
  expect(nearestWord('relase_cuont', words)).toBe('release_count');
  expect(nearestWord("'; DROP TABLE", words)).toBe(null);
  expect(nearestWord('', words)).toBe(null);
  expect(nearestWord('x'.repeat(100_000), words)).toBe(null);
});
