import { ByteReader } from './byte-reader.ts';
import { COMBINED, PATCHES, ROUTES } from './diff-arguments.ts';
import type { CombinedDiff, CommitDiff, CommitHeader, MergePath } from './diff-records.ts';
import { GitError } from './git-error.ts';
import type { ReadingLimits } from './limits.ts';
import { type MergeDiff, readMergeDiff, readMergeRoutes } from './merge-streams.ts';
import { readCommitDiff } from './patch-stream.ts';
import { type GitProcess, startGit } from './run-git.ts';
import { type MergeKind, sortMerges } from './sort-merges.ts';

/**
 * The patch processes take turns in chunks of so many commits: neighbouring commits share most of what git unpacks for them
 * (chunks of 16 cost it a third more), and the patches of one chunk fit what is read ahead.
 */
export const CHUNK = 512;

/** So many ordinary commits are parsed before their turn, unless they have more changed lines than that. */
const COMMITS_AHEAD = 16;
const LINES_AHEAD = 5_000;

export type MergeReading = { header: CommitHeader; combined: CombinedDiff[]; listed: MergePath[] };

export type StreamPlan = {
  readonly gitDir: string;
  readonly commits: readonly { readonly sha: string; readonly parents: readonly string[] }[];
  readonly limits: ReadingLimits;
  readonly processes: number;
  readonly chunk: number;
  readonly settings: readonly string[];
  readonly signal?: AbortSignal | undefined;
  /** Called with each ordinary commit some time before its turn. */
  readonly parsed?: (diff: CommitDiff) => void;
};

/** The streams of merges: what they took whole, and what they joined, apart for those that may rename and those that do not. */
type MergeStreams = {
  readonly routes: ByteReader;
  readonly combined: Partial<Record<MergeKind, ByteReader>>;
  readonly kindOf: (sha: string) => MergeKind;
};

/**
 * The three streams over one list of commits. Ordinary commits and merges are asked for in the list's order; each answer is checked to
 * be the commit that was meant. Merges are sorted while the first ordinary commits are read.
 */
export class HistoryStreams {
  readonly #limits: ReadingLimits;
  readonly #chunk: number;
  readonly #running: GitProcess[] = [];
  readonly #patches: ByteReader[];
  readonly #merges: Promise<MergeStreams> | null;
  readonly #ordinary: number;
  readonly #parsed: (diff: CommitDiff) => void;
  readonly #ahead: CommitDiff[] = [];
  readonly #stopped = new AbortController();
  #linesAhead = 0;
  #read = 0;

  constructor(plan: StreamPlan) {
    this.#limits = plan.limits;
    this.#chunk = plan.chunk;
    this.#parsed = plan.parsed ?? (() => {});
    const ordinary = plan.commits.filter((commit) => commit.parents.length < 2).map((commit) => commit.sha);
    this.#ordinary = ordinary.length;
    const merges = plan.commits.filter((commit) => commit.parents.length >= 2);
    const processes = Math.min(plan.processes, Math.ceil(ordinary.length / plan.chunk));
    this.#patches = Array.from({ length: processes }, (_, process) =>
      this.#start(plan, PATCHES, everyNthChunk(ordinary, { first: process, step: processes, chunk: plan.chunk })),
    );
    this.#merges = merges.length === 0 ? null : this.#startMerges(plan, merges);
    this.#merges?.catch(() => {}); // said when the first merge is asked for
  }

  #start({ gitDir, settings, signal }: StreamPlan, args: readonly string[], input: Iterable<string>): ByteReader {
    const git = startGit({ gitDir, args, settings, input, signal });
    this.#running.push(git);
    return new ByteReader(git.output);
  }

  async #startMerges(plan: StreamPlan, merges: StreamPlan['commits']): Promise<MergeStreams> {
    const stopped = this.#stopped.signal;
    const signal = plan.signal ? AbortSignal.any([plan.signal, stopped]) : stopped;
    const routes = this.#start(
      plan,
      ROUTES,
      merges.map((merge) => `${merge.sha} ${merge.parents[0]}`),
    );
    const shas = merges.map((merge) => merge.sha);
    const kinds = await sortMerges(plan.gitDir, shas, signal);
    stopped.throwIfAborted();
    const kindOf = (sha: string): MergeKind => kinds.get(sha) ?? 'may_rename';
    const { joins_files: joining, may_rename: renaming } = Object.fromEntries(Map.groupBy(shas, kindOf));
    const combined: MergeStreams['combined'] = {};
    if (joining) combined.joins_files = this.#start(plan, [...COMBINED, '--no-renames'], joining);
    if (renaming) combined.may_rename = this.#start(plan, [...COMBINED, '-M'], renaming);
    return { routes, combined, kindOf };
  }

  async commit(sha: string): Promise<CommitDiff> {
    while (this.#ahead.length < COMMITS_AHEAD && this.#linesAhead < LINES_AHEAD && this.#read < this.#ordinary) {
      const diff = await this.#parseNext(sha);
      this.#ahead.push(diff);
      this.#linesAhead += linesOf(diff);
      this.#parsed(diff);
    }
    const diff = this.#ahead.shift();
    if (diff?.header.sha !== sha) throw await this.#failure(outOfTurn(sha));
    this.#linesAhead -= linesOf(diff);
    return diff;
  }

  async #parseNext(sha: string): Promise<CommitDiff> {
    const reader = this.#patches[Math.floor(this.#read++ / this.#chunk) % this.#patches.length];
    const diff = await this.#orFailure(sha, () => reader && readCommitDiff(reader, this.#limits));
    if (diff === null) throw await this.#failure(outOfTurn(sha));
    return diff;
  }

  async merge(sha: string): Promise<MergeReading> {
    const streams = await this.#orFailure(sha, () => this.#merges);
    const combined = await this.#orFailure(sha, () => streams && this.#combinedOf(streams, sha));
    const routes = await this.#orFailure(sha, () => streams && readMergeRoutes(streams.routes));
    if (combined?.sha !== sha || routes?.header.sha !== sha) throw await this.#failure(outOfTurn(sha));
    return { header: routes.header, combined: combined.files, listed: routes.paths };
  }

  #combinedOf({ combined, kindOf }: MergeStreams, sha: string): Promise<MergeDiff | null> | undefined {
    const kind = kindOf(sha);
    if (kind === 'takes_whole_files') return Promise.resolve({ sha, files: [] });
    const reader = combined[kind];
    return reader && readMergeDiff(reader, this.#limits);
  }

  /** All output is read; fails if any git did. */
  async finish(): Promise<void> {
    await Promise.all(this.#running.map((git) => git.done));
  }

  stop(): void {
    this.#stopped.abort();
    for (const git of this.#running) git.stop();
  }

  async #orFailure<Reading>(sha: string, read: () => Promise<Reading> | undefined | null): Promise<Reading | null> {
    try {
      return (await read()) ?? null;
    } catch (error) {
      throw await this.#failure(error instanceof GitError ? error : outOfTurn(sha));
    }
  }

  /** When git itself failed, its reason is the better one. */
  async #failure(otherwise: GitError): Promise<GitError> {
    this.stop();
    const ends = await Promise.allSettled(this.#running.map((git) => git.done));
    const failed = ends.find((end) => end.status === 'rejected');
    return failed?.reason instanceof GitError ? failed.reason : otherwise;
  }
}

const linesOf = ({ files }: CommitDiff): number =>
  files.reduce((sum, { linesAdded, linesDeleted }) => sum + linesAdded + linesDeleted, 0);

function outOfTurn(sha: string): GitError {
  return new GitError('unexpected_output', `commit ${sha} did not come when it was its turn`);
}

function* everyNthChunk(
  shas: readonly string[],
  { first, step, chunk }: { first: number; step: number; chunk: number },
): Generator<string> {
  for (let at = first * chunk; at < shas.length; at += step * chunk) yield* shas.slice(at, at + chunk);
}
