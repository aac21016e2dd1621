import { ByteReader } from './byte-reader.ts';
import { HEADER_FORMAT, SHORT_FORMAT } from './commit-header.ts';
import type { CombinedDiff, CommitDiff, CommitHeader, MergePath } from './diff-records.ts';
import { GitError } from './git-error.ts';
import type { ReadingLimits } from './limits.ts';
import { type MergeDiff, readMergeDiff, readMergeRoutes } from './merge-streams.ts';
import { readCommitDiff } from './patch-stream.ts';
import { type GitProcess, startGit } from './run-git.ts';
import type { MergeKind } from './sort-merges.ts';

const DIFF = ['diff-tree', '--stdin', '-r', '-z', '--raw', '--no-abbrev', '--full-index', '--always'];
const PLAIN = ['--no-ext-diff', '--no-textconv', '--no-color', '--root'];
const PATCHES = [...DIFF, ...PLAIN, '-p', '-U1', '-M', HEADER_FORMAT];
const COMBINED = [...DIFF, ...PLAIN, '-c', '-p', '-U1', '--combined-all-paths', SHORT_FORMAT];
const ROUTES = [...DIFF, ...PLAIN, '--no-renames', HEADER_FORMAT];

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
  /** What is known of the merges among them; one that is not named may rename. */
  readonly mergeKinds: ReadonlyMap<string, MergeKind>;
  readonly limits: ReadingLimits;
  readonly processes: number;
  readonly chunk: number;
  readonly settings: readonly string[];
  readonly signal?: AbortSignal | undefined;
  /** Called with each ordinary commit some time before its turn. */
  readonly parsed?: (diff: CommitDiff) => void;
};

/**
 * The three streams over one list of commits, that of merges in two for those that may rename and those that do not.
 * Ordinary commits and merges are asked for in the list's order; each answer is checked to be the commit that was meant.
 */
export class HistoryStreams {
  readonly #limits: ReadingLimits;
  readonly #chunk: number;
  readonly #running: GitProcess[] = [];
  readonly #patches: ByteReader[];
  readonly #mergeKinds: ReadonlyMap<string, MergeKind>;
  readonly #combined: Partial<Record<MergeKind, ByteReader>> = {};
  readonly #routes: ByteReader | null = null;
  readonly #ordinary: number;
  readonly #parsed: (diff: CommitDiff) => void;
  readonly #ahead: CommitDiff[] = [];
  #linesAhead = 0;
  #read = 0;

  constructor(plan: StreamPlan) {
    this.#limits = plan.limits;
    this.#chunk = plan.chunk;
    this.#mergeKinds = plan.mergeKinds;
    this.#parsed = plan.parsed ?? (() => {});
    const ordinary = plan.commits.filter((commit) => commit.parents.length < 2).map((commit) => commit.sha);
    this.#ordinary = ordinary.length;
    const merges = plan.commits.filter((commit) => commit.parents.length >= 2);
    const start = (args: readonly string[], input: Iterable<string>) => {
      const git = startGit({ gitDir: plan.gitDir, args, settings: plan.settings, input, signal: plan.signal });
      this.#running.push(git);
      return new ByteReader(git.output);
    };
    const processes = Math.min(plan.processes, Math.ceil(ordinary.length / plan.chunk));
    this.#patches = Array.from({ length: processes }, (_, process) =>
      start(PATCHES, everyNthChunk(ordinary, { first: process, step: processes, chunk: plan.chunk })),
    );
    if (merges.length === 0) return;
    const shas = Map.groupBy(
      merges.map((merge) => merge.sha),
      (sha) => this.#kindOf(sha),
    );
    const { joins_files: joining, may_rename: renaming } = Object.fromEntries(shas);
    if (joining) this.#combined.joins_files = start([...COMBINED, '--no-renames'], joining);
    if (renaming) this.#combined.may_rename = start([...COMBINED, '-M'], renaming);
    this.#routes = start(
      ROUTES,
      merges.map((merge) => `${merge.sha} ${merge.parents[0]}`),
    );
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
    const combined = await this.#orFailure(sha, () => this.#combinedOf(sha));
    const routes = await this.#orFailure(sha, () => this.#routes && readMergeRoutes(this.#routes));
    if (combined?.sha !== sha || routes?.header.sha !== sha) throw await this.#failure(outOfTurn(sha));
    return { header: routes.header, combined: combined.files, listed: routes.paths };
  }

  #kindOf(sha: string): MergeKind {
    return this.#mergeKinds.get(sha) ?? 'may_rename';
  }

  #combinedOf(sha: string): Promise<MergeDiff | null> | undefined {
    const kind = this.#kindOf(sha);
    if (kind === 'takes_whole_files') return Promise.resolve({ sha, files: [] });
    const reader = this.#combined[kind];
    return reader && readMergeDiff(reader, this.#limits);
  }

  /** All output is read; fails if any git did. */
  async finish(): Promise<void> {
    await Promise.all(this.#running.map((git) => git.done));
  }

  stop(): void {
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
