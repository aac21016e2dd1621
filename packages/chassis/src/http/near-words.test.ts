import { expect, test } from 'vitest';
import { nearWords } from './near-words.ts';

const words = [
  'pr_cycle',
  'pr_lead_time',
  'release_count',
  'commit_count',
  'churn_line_count',
  'ai_lines_changed_count',
];

test('a mistyped word finds the one it was meant to be, and a strange one finds none', () => {
  expect(nearWords('pr_cycles', words)).toEqual(['pr_cycle']);
  expect(nearWords('commits_count', words)).toEqual(['commit_count']);
  expect(nearWords('relase_cuont', words)).toEqual(['release_count']);
  expect(nearWords("'; DROP TABLE", words)).toEqual([]);
  expect(nearWords('', words)).toEqual([]);
  expect(nearWords('x'.repeat(100_000), words)).toEqual([]);
});

test('a word of its own finds those that have parts in common with it, the most first', () => {
  expect(nearWords('line_change', words)).toEqual(['ai_lines_changed_count', 'churn_line_count']);
});
