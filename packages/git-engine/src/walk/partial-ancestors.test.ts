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

test('each commit is told of which parents of a merge it is an ancestor, merge after merge and again', () => {
  const someOrder = fc.array(fc.nat(1_000), { maxLength: 20 });
  fc.assert(
    fc.property(someGraph, someOrder, (graph, order) => {
      const merges = graph.commits.filter(({ parents }) => parents.length > 1);
      const again = order.flatMap((number) => merges[number % merges.length] ?? []);
      for (const { sha, parents } of [...merges, ...again]) {
        const sets = parents.map((parent) => ancestorsOf(graph, parent));
        const all = 2 ** parents.length - 1;
        const partial: number[] = [];
        const { bitsAt, places } = partialAncestors(graph, sha);
        for (const place of graph.commits.keys()) {
          const bits = sets.reduce((sum, set, parent) => sum + (set.has(place) ? 2 ** parent : 0), 0);
          expect(bitsAt(place)).toBe(bits === 0 ? all : bits);
          if (bits !== 0 && bits !== all) partial.unshift(place);
        }
        expect(places()).toEqual(partial);
      }
    }),
  );
});

test('a history of thousands of commits is told apart as one of few', () => {
  const commits = Array.from({ length: 5_000 }, (_, place) => ({
    sha: `c${place}`,
    // A branch of one commit forks from 3,000 before every fifth.
    parents:
      place === 0
        ? []
        : place % 5 === 4
          ? [`c${Math.max(0, place - 3_000)}`]
          : [`c${place - (place % 5 === 0 ? 2 : 1)}`],
    committedAt: place,
    inWindow: true,
  }));
  for (const commit of commits.filter((_, place) => place % 5 === 0 && place > 0)) {
    const place = commit.committedAt;
    commits[place] = { ...commit, parents: [`c${place - 2}`, `c${place - 1}`] };
  }
  const graph: CommitGraph = { commits, indexOf: new Map(commits.map(({ sha }, place) => [sha, place])) };
  for (const merge of [1_000, 3_500, 4_995]) {
    const [trunk, branch] = [ancestorsOf(graph, `c${merge - 2}`), ancestorsOf(graph, `c${merge - 1}`)];
    const apart = [...commits.keys()].filter((place) => trunk.has(place) !== branch.has(place)).reverse();
    expect(partialAncestors(graph, `c${merge}`).places()).toEqual(apart);
  }
});

test('a commit that the graph does not have is an ancestor of all parents', () => {
  const commits = ['c0', 'c1'].map((sha, place) => ({
    sha,
    parents: place === 0 ? [] : ['c0', 'unknown'],
    committedAt: place,
    inWindow: true,
  }));
  const graph: CommitGraph = { commits, indexOf: new Map(commits.map(({ sha }, place) => [sha, place])) };
  expect(partialAncestors(graph, 'c1').bitsAt(-1)).toBe(3);
});
