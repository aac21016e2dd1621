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

  add(commit: WrittenCommit): number {
    const number = this.#list.length;
    this.#list.push(commit);
    this.#numbers.set(commit.sha, number);
    return number;
  }

  at(number: number): WrittenCommit | undefined {
    return this.#list[number];
  }

  numberOf(sha: string): number | undefined {
    return this.#numbers.get(sha);
  }
}
