import { AskedGit } from './asked-git.ts';
import { ByteReader } from './byte-reader.ts';
import { COMBINED, PATCHES, ROUTES } from './diff-arguments.ts';
import type { CombinedDiff, CommitDiff, CommitHeader, MergePath } from './diff-records.ts';
import { GitError } from './git-error.ts';
import type { ReadingLimits } from './limits.ts';
import { type MergeDiff, readMergeDiff, readMergeRoutes } from './merge-streams.ts';
import { readCommitDiff } from './patch-stream.ts';
import { type GitProcess, type GitRun, startGit } from './run-git.ts';
import { type MergeKind, SortedMerges } from './sort-merges.ts';

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
  /** How git finds the function a hunk stands in. To find it takes a fifth of its time, so nothing but patches is asked for it. */
  readonly drivers: readonly string[];
  readonly signal?: AbortSignal | undefined;
  /** Called with each ordinary commit some time before its turn. */
  readonly parsed?: (diff: CommitDiff) => void;
};

/** The streams of merges: what they took whole, and what they joined, apart for those that may rename and those that do not. */
type MergeStreams = {
  readonly routes: ByteReader;
  readonly combined: Partial<Record<MergeKind, AskedGit>>;
  readonly sorted: SortedMerges;
};

/** How git is asked what merges of a kind joined; not at all where they joined nothing. */
const ASKED: Partial<Record<MergeKind, readonly string[]>> = {
  joins_files: [...COMBINED, '--no-renames'],
  may_rename: [...COMBINED, '-M'],
};

/**
 * The three streams over one list of commits. Ordinary commits and merges are asked for in the list's order; each answer is checked to
 * be the commit that was meant. Merges are sorted while commits are read.
 */
export class HistoryStreams {
  readonly #limits: ReadingLimits;
  readonly #chunk: number;
  readonly #running: GitProcess[] = [];
  readonly #patches: ByteReader[];
  readonly #merges: MergeStreams | null;
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
      this.#start(plan, {
        args: PATCHES,
        input: everyNthChunk(ordinary, { first: process, step: processes, chunk: plan.chunk }),
        settings: plan.drivers,
      }),
    );
    this.#merges = merges.length === 0 ? null : this.#startMerges(plan, merges);
  }

  #start(
    { gitDir, signal }: StreamPlan,
    { args, input, settings = [] }: Pick<GitRun, 'args' | 'settings'> & { input: Iterable<string> },
  ): ByteReader {
    const git = startGit({ gitDir, args, settings, input, signal });
    this.#running.push(git);
    return new ByteReader(git.output);
  }

  #startAsked({ gitDir, signal }: StreamPlan, args: readonly string[]): AskedGit {
    const git = new AskedGit({ gitDir, args, signal });
    this.#running.push(git.process);
    return git;
  }

  #startMerges(plan: StreamPlan, merges: StreamPlan['commits']): MergeStreams {
    const stopped = this.#stopped.signal;
    const signal = plan.signal ? AbortSignal.any([plan.signal, stopped]) : stopped;
    const routes = this.#start(plan, {
      args: ROUTES,
      input: merges.map((merge) => `${merge.sha} ${merge.parents[0]}`),
    });
    const shas = merges.map((merge) => merge.sha);
    const combined: MergeStreams['combined'] = {};
    const ask = (sha: string, kind: MergeKind) => {
      const args = ASKED[kind];
      if (args === undefined || stopped.aborted) return;
      combined[kind] ??= this.#startAsked(plan, args);
      combined[kind].ask(sha);
    };
    const sorted = new SortedMerges(plan.gitDir, shas, signal, ask, () => endAsking(combined));
    return { routes, combined, sorted };
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
    const streams = this.#merges;
    const combined = await this.#orFailure(sha, () => streams && this.#combinedOf(streams, sha));
    const routes = await this.#orFailure(sha, () => streams && readMergeRoutes(streams.routes));
    if (combined?.sha !== sha || routes?.header.sha !== sha) throw await this.#failure(outOfTurn(sha));
    return { header: routes.header, combined: combined.files, listed: routes.paths };
  }

  async #combinedOf({ combined, sorted }: MergeStreams, sha: string): Promise<MergeDiff | null> {
    const kind = await sorted.kindOf(sha);
    if (kind === 'takes_whole_files') return { sha, files: [] };
    const git = kind && combined[kind];
    return git ? git.answer((reader) => readMergeDiff(reader, this.#limits)) : null;
  }

  /** All output is read; fails if any git did. */
  async finish(): Promise<void> {
    await Promise.all(this.#running.map((git) => git.done));
  }

  stop(): void {
    this.#stopped.abort();
    for (const git of this.#running) git.stop();
    endAsking(this.#merges?.combined ?? {});
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

function endAsking(combined: MergeStreams['combined']): void {
  for (const git of Object.values(combined)) git.end();
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
