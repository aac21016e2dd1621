import type { CommitGraph } from './commit-graph.ts';

export type PartialAncestors = {
  /** By its place in the graph: the parents that a commit is an ancestor of, a bit for each. What is one of none is taken for one of all. */
  bitsAt(place: number): number;
  /** The places of commits that are ancestors of some parents and not of all, newest first. */
  places(): number[];
};

/**
 * Ancestors of some parents of a merge but not of all. Asked about the merges of a graph one after the other, it is quick; about one before
 * the last, it begins anew. The answer is good until the next question about the graph.
 */
export function partialAncestors(graph: CommitGraph, merge: string): PartialAncestors {
  const place = graph.indexOf.get(merge) ?? 0;
  const parents = ancestorsUpTo(graph, place).ofParents(place);
  const all = 2 ** parents.length - 1;
  const bitsAt = (place: number): number => {
    let bits = 0;
    for (let parent = 0; parent < parents.length; parent++)
      if (holds(parents[parent] ?? NO_ANCESTORS, place)) bits |= 1 << parent;
    return bits || all;
  };
  return { bitsAt, places: () => partialPlaces(parents) };
}

const known = new WeakMap<CommitGraph, AncestorWalk>();

function ancestorsUpTo(graph: CommitGraph, place: number): AncestorWalk {
  let walk = known.get(graph);
  if (walk === undefined || walk.passed > place) walk = new AncestorWalk(graph);
  known.set(graph, walk);
  walk.passUpTo(place);
  return walk;
}

/**
 * A commit and all its ancestors, a bit for each place of the graph. Pages are shared between commits and copied when written, so that a set
 * costs what its commit adds.
 */
type Ancestors = readonly Page[];
type Page = Uint32Array;

const WORDS = 32;
const PAGE = 32 * WORDS;
const NO_PAGE: Page = new Uint32Array(WORDS);
const NO_ANCESTORS: Ancestors = [];

function holds(pages: Ancestors, place: number): boolean {
  if (place < 0) return false;
  const word = pages[Math.floor(place / PAGE)]?.[(place % PAGE) >>> 5] ?? 0;
  return ((word >>> place) & 1) === 1;
}

/** Goes through a graph, and has the ancestors of those commits that children are still to come of. */
class AncestorWalk {
  /** How many commits it has gone through. */
  passed = 0;
  readonly #graph: CommitGraph;
  readonly #children: Int32Array;
  readonly #ancestors = new Map<number, Page[]>();

  constructor(graph: CommitGraph) {
    this.#graph = graph;
    this.#children = new Int32Array(graph.commits.length);
    for (const place of graph.commits.keys())
      for (const parent of this.#parentsOf(place)) this.#children[parent] = (this.#children[parent] ?? 0) + 1;
  }

  passUpTo(place: number): void {
    for (; this.passed < place; this.passed++) this.#pass(this.passed);
  }

  /** Of each parent of the commit that comes next. One that the graph does not have has none. */
  ofParents(place: number): Ancestors[] {
    const { commits, indexOf } = this.#graph;
    const parents = commits[place]?.parents ?? [];
    return parents.map((sha) => this.#ancestors.get(indexOf.get(sha) ?? NONE) ?? NO_ANCESTORS);
  }

  #pass(place: number): void {
    const parents = this.#parentsOf(place);
    const [parent = NONE, ...others] = parents;
    // Those of a parent that nobody else asks about are taken over.
    const own = others.length === 0 && this.#children[parent] === 1 ? this.#ancestors.get(parent) : undefined;
    if ((this.#children[place] ?? 0) > 0) {
      const pages = own ?? joined(this.ofParents(place));
      addPlace(pages, place);
      this.#ancestors.set(place, pages);
    }
    for (const parent of parents) {
      const left = (this.#children[parent] ?? 0) - 1;
      this.#children[parent] = left;
      if (left === 0) this.#ancestors.delete(parent);
    }
  }

  #parentsOf(place: number): number[] {
    const { commits, indexOf } = this.#graph;
    return (commits[place]?.parents ?? []).flatMap((sha) => indexOf.get(sha) ?? []);
  }
}

const NONE = -1;

function addPlace(pages: Page[], place: number): void {
  const number = Math.floor(place / PAGE);
  while (pages.length <= number) pages.push(NO_PAGE);
  const page = (pages[number] ?? NO_PAGE).slice();
  const word = (place % PAGE) >>> 5;
  page[word] = (page[word] ?? 0) | (1 << place);
  pages[number] = page;
}

function joined([first = NO_ANCESTORS, ...others]: readonly Ancestors[]): Page[] {
  const all = [...first];
  for (const other of others)
    for (let number = 0; number < other.length; number++)
      all[number] = joinedPage(all[number] ?? NO_PAGE, other[number] ?? NO_PAGE);
  return all;
}

/** One of them where it holds the other: what is shared stays so. */
function joinedPage(one: Page, other: Page): Page {
  if (one === other || isWithin(other, one)) return one;
  return isWithin(one, other) ? other : one.map((word, index) => word | (other[index] ?? 0));
}

function isWithin(page: Page, other: Page): boolean {
  for (let word = 0; word < WORDS; word++) if (((page[word] ?? 0) & ~(other[word] ?? 0)) !== 0) return false;
  return true;
}

function partialPlaces(parents: readonly Ancestors[]): number[] {
  const places: number[] = [];
  for (let number = Math.max(...parents.map((pages) => pages.length)) - 1; number >= 0; number--) {
    const pages = parents.map((of) => of[number] ?? NO_PAGE);
    if (pages.every((page) => page === pages[0])) continue;
    for (let word = WORDS - 1; word >= 0; word--) {
      let [some, all] = [0, -1];
      for (const page of pages) {
        some |= page[word] ?? 0;
        all &= page[word] ?? 0;
      }
      for (let left = some & ~all; left !== 0; ) {
        const bit = 31 - Math.clz32(left);
        places.push(number * PAGE + 32 * word + bit);
        left ^= 1 << bit;
      }
    }
  }
  return places;
}
