import type { CommitGraph } from './commit-graph.ts';
import type { IdRanges } from './id-ranges.ts';
import type { LineOrigins } from './line-origins.ts';

type KeptByMerge = { readonly merge: string; lines: IdRanges; pieces: KeptPieces | null };

/** Kept lines by the path that they were written in: `[start, end, commit, …]`. */
export type KeptPieces = ReadonlyMap<number, readonly number[]>;

/** Lines that merges kept although a parent had removed them. */
export class KeptLines {
  readonly #list: KeptByMerge[] = [];
  readonly #entries = new Map<string, KeptByMerge>();
  #places: { readonly graph: CommitGraph; placed: number; readonly entries: Map<number, KeptByMerge> } | null = null;

  set(merge: string, lines: IdRanges): void {
    const known = this.#entries.get(merge);
    if (known) {
      known.lines = lines;
      known.pieces = null;
      return;
    }
    const entry = { merge, lines, pieces: null };
    this.#entries.set(merge, entry);
    this.#list.push(entry);
  }

  /** What a merge kept, file by file. Asked by many later merges, so that it is remembered. */
  piecesOf(entry: KeptByMerge, origins: LineOrigins): KeptPieces {
    entry.pieces ??= piecesOf(entry.lines, origins);
    return entry.pieces;
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

  all(): readonly KeptByMerge[] {
    return this.#list;
  }

  /** By the place of the merge in a graph; without those that it does not have. Asked at every merge, so that it is remembered. */
  byPlace(graph: CommitGraph): ReadonlyMap<number, KeptByMerge> {
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

function piecesOf(lines: IdRanges, origins: LineOrigins): KeptPieces {
  const files = new Map<number, number[]>();
  origins.eachPiece(lines, (start, end, commit, path) => {
    const pieces = files.get(path);
    if (pieces) pieces.push(start, end, commit);
    else files.set(path, [start, end, commit]);
  });
  return files;
}
