import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { CommitGraph } from './commit-graph.ts';
import { partialAncestors } from './partial-ancestors.ts';

/** Each commit has up to three parents among those before it. */
const someGraph = fc
  .array(fc.array(fc.nat(1_000), { maxLength: 3 }), { minLength: 1, maxLength: 40 })
  .map((choices): CommitGraph => {
    const commits = choices.map((choice, place) => {
      const parents = place === 0 ? [] : [...new Set(choice.map((number) => `c${number % place}`))];
      return { sha: `c${place}`, parents, committedAt: place, inWindow: true };
    });
    return { commits, indexOf: new Map(commits.map(({ sha }, place) => [sha, place])) };
  });

function ancestorsOf({ commits, indexOf }: CommitGraph, sha: string): Set<number> {
  const found = new Set<number>();
  const open = [indexOf.get(sha)];
  for (let place = open.pop(); place !== undefined; place = open.pop()) {
    if (found.has(place)) continue;
    found.add(place);
    for (const parent of commits[place]?.parents ?? []) open.push(indexOf.get(parent));
  }
  return found;
}

test('each commit is told of which parents it is an ancestor, query after query about one graph', () => {
  const tips = fc.array(fc.nat(1_000), { minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(someGraph, fc.array(tips, { minLength: 1, maxLength: 5 }), (graph, queries) => {
      for (const query of queries) {
        const parents = query.map((number) => `c${number % graph.commits.length}`);
        const sets = parents.map((sha) => ancestorsOf(graph, sha));
        const all = 2 ** parents.length - 1;
        const partial: number[] = [];
        const { bitsAt, places } = partialAncestors(graph, parents);
        for (const place of graph.commits.keys()) {
          const bits = sets.reduce((sum, set, parent) => sum + (set.has(place) ? 2 ** parent : 0), 0);
          expect(bitsAt(place)).toBe(bits === 0 ? all : bits);
          if (bits !== 0 && bits !== all) partial.unshift(place);
        }
        expect(places).toEqual(partial);
      }
    }),
  );
});

test('a commit that the graph does not have is an ancestor of all parents', () => {
  const commits = [{ sha: 'c0', parents: [], committedAt: 0, inWindow: true }];
  const graph: CommitGraph = { commits, indexOf: new Map([['c0', 0]]) };
  expect(partialAncestors(graph, ['c0', 'unknown']).bitsAt(-1)).toBe(3);
});
