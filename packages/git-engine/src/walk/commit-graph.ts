import { ByteReader } from '../git/byte-reader.ts';
import { clampTime } from '../git/commit-header.ts';
import { startGit } from '../git/run-git.ts';

export type GraphCommit = {
  readonly sha: string;
  readonly parents: readonly string[];
  readonly committedAt: number;
  /** Whether its facts are wanted, or only the origins of its lines. */
  readonly inWindow: boolean;
  /** Its facts are known: it is walked for what it leaves. */
  readonly silent?: boolean;
};

/** The commits to read, oldest first: every commit after all of its parents. */
export type CommitGraph = {
  readonly commits: readonly GraphCommit[];
  readonly indexOf: ReadonlyMap<string, number>;
};

export type GraphOptions = {
  readonly gitDir: string;
  readonly tips: readonly string[];
  readonly readFrom: number;
  readonly windowStart: number;
  readonly shallowRoots: ReadonlySet<string>;
  readonly signal?: AbortSignal | undefined;
};

/**
 * A commit is read if it was committed since `readFrom` or descends from one that was: what is left out is closed under
 * ancestry however the clocks of a history lie. The window of facts is cut by the same rule, so it has no holes.
 */
export async function readCommitGraph(options: GraphOptions): Promise<CommitGraph> {
  const { gitDir, tips, signal } = options;
  const args = ['rev-list', '--topo-order', '--reverse', '--parents', '--timestamp', '--stdin'];
  const git = startGit({ gitDir, args, input: tips, signal });
  const reader = new ByteReader(git.output);
  const commits: GraphCommit[] = [];
  const indexOf = new Map<string, number>();
  while (reader.take(10) || (await reader.await(10))) {
    const [time, sha, ...names] = reader.latin1().split(' ');
    if (sha === undefined || options.shallowRoots.has(sha)) continue;
    const committedAt = clampTime(Number(time));
    const known = names.map((name) => commits[indexOf.get(name) ?? -1]);
    const windows = known.map((parent) => parent?.inWindow);
    if (committedAt < options.readFrom && windows.every((window) => window === undefined)) continue;
    const inWindow = committedAt >= options.windowStart || windows.includes(true);
    // One text for a commit, however many children name it, and not a piece of the line that it was read from.
    const own = Buffer.from(sha, 'latin1').toString('latin1');
    const parents = known.map((parent, place) => parent?.sha ?? names[place] ?? '');
    indexOf.set(own, commits.length);
    commits.push({ sha: own, parents, committedAt, inWindow });
  }
  await git.done;
  return { commits, indexOf };
}

/** Some commits of a graph, a byte for each that it has: a set of their names would be as large as the graph. */
export class CommitSet {
  readonly #indexOf: ReadonlyMap<string, number>;
  readonly #marks: Uint8Array;
  #size = 0;

  constructor(graph: CommitGraph) {
    this.#indexOf = graph.indexOf;
    this.#marks = new Uint8Array(graph.commits.length);
  }

  static of(graph: CommitGraph, commits: Iterable<GraphCommit>): CommitSet {
    const set = new CommitSet(graph);
    for (const commit of commits) set.add(commit.sha);
    return set;
  }

  get size(): number {
    return this.#size;
  }

  has(sha: string): boolean {
    const index = this.#indexOf.get(sha);
    return index !== undefined && this.#marks[index] === 1;
  }

  /** One from outside of the graph is left out. */
  add(sha: string): void {
    const index = this.#indexOf.get(sha);
    if (index === undefined || this.#marks[index] === 1) return;
    this.#marks[index] = 1;
    this.#size++;
  }
}

/** Which commits of the graph are reachable from one of them. */
export function reachableFrom(graph: CommitGraph, tip: string): CommitSet {
  const reached = new CommitSet(graph);
  const open = graph.indexOf.has(tip) ? [tip] : [];
  while (open.length > 0) {
    const sha = open.pop();
    if (sha === undefined || reached.has(sha)) continue;
    reached.add(sha);
    const commit = graph.commits[graph.indexOf.get(sha) ?? -1];
    for (const parent of commit?.parents ?? []) if (graph.indexOf.has(parent)) open.push(parent);
  }
  return reached;
}

/** The tip and its first parents, newest first. */
export function* trunkOf(graph: CommitGraph, tip: string): Generator<GraphCommit, void> {
  for (let commit = graph.commits[graph.indexOf.get(tip) ?? -1]; commit !== undefined; ) {
    yield commit;
    commit = graph.commits[graph.indexOf.get(commit.parents[0] ?? '') ?? -1];
  }
}
