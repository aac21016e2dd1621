import type { CommitGraph } from './commit-graph.ts';

/** What is remembered of a commit whose lines may still live. */
export type WrittenCommit = {
  readonly sha: string;
  readonly authoredAt: number;
  readonly aiAuthored: boolean;
};

/** Commits by the number under which line origins name them. */
export class WrittenCommits {
  readonly #list: WrittenCommit[] = [];
  readonly #numbers = new Map<string, number>();
  #places: { readonly graph: CommitGraph; readonly ofNumber: number[] } | null = null;

  add(commit: WrittenCommit): number {
    const number = this.#list.length;
    this.#list.push(commit);
    this.#numbers.set(commit.sha, number);
    return number;
  }

  at(number: number): WrittenCommit | undefined {
    return this.#list[number];
  }

  /** Its place in a graph; -1 where that does not have it. Asked so often that it is remembered. */
  placeIn(graph: CommitGraph, number: number): number {
    this.#places = this.#places?.graph === graph ? this.#places : { graph, ofNumber: [] };
    const { ofNumber } = this.#places;
    const place = ofNumber[number] ?? graph.indexOf.get(this.at(number)?.sha ?? '') ?? -1;
    ofNumber[number] = place;
    return place;
  }

  numberOf(sha: string): number | undefined {
    return this.#numbers.get(sha);
  }
}
