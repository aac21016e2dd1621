import { openSpool, type Spool } from './delivery/spool.ts';
import { writeDrivers } from './git/function-drivers.ts';
import { HistoryStreams } from './git/history-streams.ts';
import { READING_LIMITS, type ReadingLimits } from './git/limits.ts';
import { openRepository, resolveTips } from './git/repository.ts';
import { DELTA_WEIGHTS, type DeltaWeights } from './score/weights.ts';
import { type SourceReading, sourceReading } from './source-reading.ts';
import { FileKinds } from './walk/file-kinds.ts';
import { commitsToKeep, planReading, type ReadingPlan } from './walk/plan-reading.ts';
import { encodeSnapshot } from './walk/snapshot.ts';
import { walkHistory } from './walk/walk-history.ts';

export type HistoryRequest = {
  readonly gitDir: string;
  /** The tip of the default branch: a sha or a ref name. */
  readonly defaultTip: string;
  /** Further tips: other branches, pull-request heads. */
  readonly tips?: readonly string[];
  /** Facts are given for commits since then, in seconds since 1970; 0 for the whole history. */
  readonly windowStart: number;
  /** What an earlier reading with the same window left; only what is new since then is read. */
  readonly snapshot?: Uint8Array | undefined;
  /** Who reads source code; ours unless another is handed in. */
  readonly source?: SourceReading;
  readonly weights?: DeltaWeights;
  readonly limits?: ReadingLimits;
  /** How many of the newest commits a snapshot can be continued from without asking `git blame`. */
  readonly keptLanes?: number;
  readonly spoolFolder?: string;
  /** How many git processes make patches side by side. */
  readonly processes?: number;
  readonly signal?: AbortSignal;
  readonly onProgress?: (read: number, total: number) => void;
};

/** A history that has been read: its facts wait on disk until `close`. */
export type History = {
  /** Whether the whole window was read, or only what is new since the snapshot. */
  readonly mode: 'window' | 'increment';
  readonly commitsRead: number;
  readonly defaultTip: string;
  /** Some history is missing because the clone is shallow. */
  readonly shallow: boolean;
  readonly snapshot: Uint8Array;
  readonly batches: Spool['batches'];
  readonly close: () => Promise<void>;
};

const KEPT_LANES = 256;

export async function readHistory(request: HistoryRequest): Promise<History> {
  const { gitDir, signal, windowStart, snapshot } = request;
  const repository = await openRepository(gitDir);
  const [defaultTip = '', ...tips] = await resolveTips(gitDir, [request.defaultTip, ...(request.tips ?? [])]);
  const plan = await planReading({ repository, defaultTip, tips, windowStart, snapshot, signal });
  const kept = commitsToKeep(plan, defaultTip, request.keptLanes ?? KEPT_LANES);
  const spool = await openSpool(request.spoolFolder);
  try {
    await walkPlan(request, plan, new Set(kept.map((commit) => commit.sha)), spool);
    return {
      mode: plan.mode,
      commitsRead: plan.graph.commits.length,
      defaultTip,
      shallow: repository.shallowRoots.size > 0,
      snapshot: encodeSnapshot(plan.state, { windowStart, defaultTip, offDefault: plan.offDefault, kept }),
      batches: spool.batches,
      close: spool.close,
    };
  } catch (error) {
    await spool.close();
    throw error;
  }
}

async function walkPlan(request: HistoryRequest, plan: ReadingPlan, keep: ReadonlySet<string>, spool: Spool) {
  const {
    gitDir,
    source = sourceReading,
    signal,
    weights = DELTA_WEIGHTS,
    limits = READING_LIMITS,
    processes = 2,
  } = request;
  const { state, graph, onDefault, blame } = plan;
  if (graph.commits.length === 0) return;
  const drivers = await writeDrivers(source, request.spoolFolder);
  const { settings } = drivers;
  const streams = new HistoryStreams({ gitDir, commits: graph.commits, limits, processes, settings, signal });
  try {
    await walkHistory({
      reader: { state, kinds: new FileKinds(source, state.paths), source, weights },
      graph,
      streams,
      onDefault,
      keep,
      blame,
      gitDir,
      record: spool.add,
      progress: request.onProgress,
    });
    await streams.finish();
  } finally {
    streams.stop();
    await drivers.remove();
  }
}
