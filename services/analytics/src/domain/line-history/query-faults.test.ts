import { describe, expect, test } from 'vitest';
import { createCommitGraph } from '../commit-graph.ts';
import { commitNamed } from './query-faults.ts';

const sha = (beginning: string): string => beginning.padEnd(40, '0');
const commit = (own: string, parents: string[], existent = true) => ({
  sha: own,
  parents,
  isMerge: parents.length > 1,
  issueKeys: [],
  authoredAt: 0,
  committedAt: 0,
  committerId: 1,
  existent,
  onDefaultBranch: true,
});

const graph = createCommitGraph([
  commit(sha('abcd1'), [sha('beef')]),
  commit(sha('abcd2'), [sha('abcd1')]),
  commit(sha('abce1'), [sha('abcd2')]),
  commit(sha('abce2'), [sha('abcd2')], false),
]);

const refusal = (text: string) => {
  try {
    return commitNamed(graph, text);
  } catch (error) {
    return String(error);
  }
};

describe('an abbreviated sha', () => {
  test('names the one commit that begins with it', () => {
    expect(graph.at(commitNamed(graph, 'abcd2')).sha).toBe(sha('abcd2'));
    expect(graph.at(commitNamed(graph, sha('abcd1'))).sha).toBe(sha('abcd1'));
  });

  test('is refused as ambiguous where several begin with it', () => {
    expect(refusal('abcd')).toContain('sha abcd is ambiguous');
  });

  test('ignores commits that no branch reaches any more', () => {
    expect(graph.at(commitNamed(graph, 'abce')).sha).toBe(sha('abce1'));
  });

  test('is reported as older than the imported window, or as unknown', () => {
    expect(refusal('beef')).toContain('from before the imported window');
    expect(refusal('1234')).toContain('names no commit in the imported window');
  });
});
