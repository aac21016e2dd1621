import { randomFrom } from '@linescope/git-engine/referee/random-history';
import { expect, test } from 'vitest';
import { createFirstParents, createStops, nextStop, OUTSIDE } from './first-parents.ts';

/** One after another by first parents, as slowly as can be. */
function walk(parents: readonly (readonly number[])[], isStop: ReadonlySet<number>, from: number): number {
  for (let commit = from; ; ) {
    const parent = parents[commit]?.[0] ?? OUTSIDE;
    if (isStop.has(commit) || parent === OUTSIDE) return commit;
    commit = parent;
  }
}

test('the next commit that touched a file is the one that a walk by first parents comes to, in random histories', () => {
  for (let seed = 1; seed <= 30; seed++) {
    const random = randomFrom(seed);
    // A parent has a lower number; some were not imported, and some histories have several roots.
    const parents = Array.from({ length: 80 }, (_, commit) => {
      if (commit === 0 || random(25) === 0) return [];
      if (random(30) === 0) return [OUTSIDE];
      return Array.from({ length: random(4) === 0 ? 2 : 1 }, () => Math.max(commit - 1 - random(6), 0));
    });
    const chains = createFirstParents(parents, (commit) => commit);
    const touched = new Set(Array.from({ length: random(12) }, () => random(80)));
    const stops = createStops(chains, touched);
    for (let commit = 0; commit < 80; commit++)
      expect(nextStop(chains, stops, commit)).toBe(walk(parents, touched, commit));
  }
});

test('a history without branches is one chain', () => {
  const chains = createFirstParents([[], [0], [1], [2]], (commit) => commit);
  expect([[...chains.chainOf], [...chains.placeOf], chains.last]).toEqual([[0, 0, 0, 0], [3, 2, 1, 0], [0]]);
});
