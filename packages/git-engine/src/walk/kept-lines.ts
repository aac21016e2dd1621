import type { CommitGraph } from './commit-graph.ts';
import type { IdRanges } from './id-ranges.ts';

type KeptByMerge = { readonly merge: string; lines: IdRanges };

/** Lines that merges kept although a parent had removed them. */
export class KeptLines {
  readonly #list: KeptByMerge[] = [];
  readonly #entries = new Map<string, KeptByMerge>();
  #places: { readonly graph: CommitGraph; placed: number; readonly entries: Map<number, KeptByMerge> } | null = null;

  set(merge: string, lines: IdRanges): void {
    const known = this.#entries.get(merge);
    if (known) {
      known.lines = lines;
      return;
    }
    const entry = { merge, lines };
    this.#entries.set(merge, entry);
    this.#list.push(entry);
  }

  /** Forgets lines that do not live, and merges that kept nothing else. */
  keep(isLiving: (start: number, end: number) => boolean): void {
    const entries = this.#list.splice(0);
    this.#entries.clear();
    this.#places = null;
    for (const { merge, lines } of entries) {
      const living = lines.filter((_, index) => isLiving(lines[index - (index % 2)] ?? 0, lines[index | 1] ?? 0));
      if (living.length > 0) this.set(merge, living);
    }
  }

  all(): readonly Readonly<KeptByMerge>[] {
    return this.#list;
  }

  /** By the place of the merge in a graph; without those that it does not have. Asked at every merge, so that it is remembered. */
  byPlace(graph: CommitGraph): ReadonlyMap<number, Readonly<KeptByMerge>> {
    const known = this.#places?.graph === graph ? this.#places : { graph, placed: 0, entries: new Map() };
    this.#places = known;
    for (; known.placed < this.#list.length; known.placed++) {
      const entry = this.#list[known.placed];
      const place = entry && graph.indexOf.get(entry.merge);
      if (entry && place !== undefined) known.entries.set(place, entry);
    }
    return known.entries;
  }
}
