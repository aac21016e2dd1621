import type { CommitGraph } from './commit-graph.ts';
import type { IdRanges } from './id-ranges.ts';

type KeptByMerge = { readonly merge: string; lines: IdRanges };

/** Lines that merges kept although a parent had removed them. */
export class KeptLines {
  readonly #list: KeptByMerge[] = [];
  readonly #entries = new Map<string, KeptByMerge>();
  #places: { readonly graph: CommitGraph; readonly ofList: number[] } | null = null;

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

  all(): readonly Readonly<KeptByMerge>[] {
    return this.#list;
  }

  /** Where each merge stands in a graph; -1 where that does not have it. Asked at every merge, so that it is remembered. */
  placesIn(graph: CommitGraph): readonly number[] {
    this.#places = this.#places?.graph === graph ? this.#places : { graph, ofList: [] };
    const { ofList } = this.#places;
    for (const { merge } of this.#list.slice(ofList.length)) ofList.push(graph.indexOf.get(merge) ?? -1);
    return ofList;
  }
}
