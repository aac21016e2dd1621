import { expect, test } from 'vitest';
import type { CommitGraph, GraphCommit } from './commit-graph.ts';
import { forkReach } from './fork-reach.ts';

/** A commit a minute on the default branch, and with every tenth a branch of one commit arrives that forked so many commits before. */
function historyWith(commits: number, forkedBefore: number): CommitGraph {
  const all: GraphCommit[] = [];
  const add = (sha: string, parents: string[], minute: number) =>
    all.push({ sha, parents, committedAt: 60 * minute, inWindow: true });
  for (let minute = 0; minute < commits; minute++) {
    const before = minute === 0 ? [] : [`trunk ${minute - 1}`];
    const fork = minute - forkedBefore;
    const arrives = forkedBefore > 0 && minute % 10 === 0 && fork >= 0;
    if (arrives) add(`branch ${minute}`, [`trunk ${fork}`], minute);
    add(`trunk ${minute}`, arrives ? [...before, `branch ${minute}`] : before, minute);
  }
  return { commits: all, indexOf: new Map(all.map(({ sha }, index) => [sha, index])) };
}

test('a history without branches keeps the trees of its newest 256 commits', () => {
  expect(forkReach(historyWith(3000, 0), 'trunk 2999')).toBe(256);
  expect(forkReach(historyWith(1, 0), 'trunk 0')).toBe(256);
  expect(forkReach(historyWith(3, 0), 'a tip from before the reading')).toBe(256);
});

test('branches that forked from far back make it keep the trees down to where they did', () => {
  // The fork and 600 commits of the default branch behind it, and the 61 branches of the same minutes.
  expect(forkReach(historyWith(3000, 600), 'trunk 2999')).toBe(662);
});

test('a few branches from very far back do not make it keep everything', () => {
  expect(forkReach(historyWith(9000, 6000), 'trunk 8999')).toBe(4096);
});
