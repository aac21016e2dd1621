import { openSpool, type Spool } from './delivery/spool.ts';
import { BlameComparisons } from './git/compare-as-blame.ts';
import type { CommitDiff } from './git/diff-records.ts';
import { writeDrivers } from './git/function-drivers.ts';
import { CHUNK, HistoryStreams } from './git/history-streams.ts';
import { READING_LIMITS, type ReadingLimits } from './git/limits.ts';
import { openRepository, resolveTips } from './git/repository.ts';
import { DELTA_WEIGHTS, type DeltaWeights } from './score/weights.ts';
import { type SourceReading, sourceReading } from './source-reading.ts';
import {
  CHECKPOINT_REACH,
  type Checkpoint,
  type CheckpointShelf,
  checkpointsIn,
  knownAt,
  thinnedPositions,
} from './walk/checkpoints.ts';
import { FileKinds } from './walk/file-kinds.ts';
import { forkReach } from './walk/fork-reach.ts';
import { commitsToKeep, type Delivered, planReading, type ReadingPlan } from './walk/plan-reading.ts';
import { encodeSnapshot, type SnapshotFacts } from './walk/snapshot.ts';
import { openSnapshotFiles, type SnapshotFiles } from './walk/snapshot-files.ts';
import type { SnapshotBytes } from './walk/snapshot-parts.ts';
import { walkHistory } from './walk/walk-history.ts';
import { commitsBeforeWindow } from './walk/window-start.ts';

export type HistoryRequest = {
  readonly gitDir: string;
  /** The tip of the default branch: a sha or a ref name. */
  readonly defaultTip: string;
  /** Further tips: other branches, pull-request heads. */
  readonly tips?: readonly string[];
  /** Facts are given for commits since then, in seconds since 1970; 0 for the whole history. */
  readonly windowStart: number;
  /** What an earlier reading with the same window left; only what is new since then is read. */
  readonly snapshot?: SnapshotBytes | undefined;
  /** What the last reading said of itself. Without it, the snapshot is taken to be its. */
  readonly delivered?: Delivered | undefined;
  /** The checkpoints that earlier readings left. Without them a branch from far back has everything walked again. */
  readonly checkpoints?: CheckpointShelf | undefined;
  /** Who reads source code; ours unless another is handed in. */
  readonly source?: SourceReading;
  readonly weights?: DeltaWeights;
  readonly limits?: ReadingLimits;
  /** From how many of the newest commits a snapshot can be continued at once; else as many as the history's branches need. */
  readonly keptLanes?: number;
  /** How many commits behind the tip the first checkpoint is taken. */
  readonly checkpointReach?: number;
  /** How many commits are walked again from a snapshot on before there is a newer one. */
  readonly snapshotReach?: number;
  readonly spoolFolder?: string;
  /** How many git processes make patches side by side. */
  readonly processes?: number;
  /** How many commits one of them takes before it is the next one's turn. */
  readonly chunk?: number;
  readonly signal?: AbortSignal;
  readonly onProgress?: (read: number, total: number) => void;
};

/** A history that has been read: its facts wait on disk until `close`. */
export type History = {
  /** Whether the whole window was read, or only what is new since the snapshot. */
  readonly mode: 'window' | 'increment';
  /** How many commits were new. */
  readonly commitsRead: number;
  readonly defaultTip: string;
  /** Some history is missing because the clone is shallow. */
  readonly shallow: boolean;
  /** The commits just before the window, that of the default branch first; none where the whole history was read. */
  readonly beforeWindow: readonly string[];
  /** What the next reading need not give again. */
  readonly delivered: Delivered;
  /** Where the next reading goes on: at a new snapshot, or at the one that was given. Its bytes, and those of checkpoints, are there until `close`. */
  readonly snapshot: Checkpoint;
  /** The checkpoints to keep; others may go. The snapshot that this one replaces may be one of them. */
  readonly checkpoints: readonly Checkpoint[];
  readonly batches: Spool['batches'];
  /** Makes the snapshot's bytes, if that is still to be done; whoever reads them need not call it first. */
  readonly takeSnapshot: () => Promise<void>;
  readonly close: () => Promise<void>;
};

const NO_CHECKPOINTS: CheckpointShelf = { positions: [], read: async () => null };

export async function readHistory(request: HistoryRequest): Promise<History> {
  const { gitDir, signal, windowStart, snapshot, delivered, snapshotReach, checkpoints = NO_CHECKPOINTS } = request;
  const repository = await openRepository(gitDir);
  const [defaultTip = '', ...tips] = await resolveTips(gitDir, [request.defaultTip, ...(request.tips ?? [])]);
  const plan = await planReading({
    repository,
    defaultTip,
    tips,
    windowStart,
    snapshot,
    delivered,
    checkpoints,
    snapshotReach,
    signal,
  });
  const kept = commitsToKeep(plan, defaultTip, request.keptLanes ?? forkReach(plan.whole, defaultTip));
  const spool = await openSpool(request.spoolFolder);
  const files = await openSnapshotFiles(request.spoolFolder);
  // The walk's state is large: nothing but this holds it, and that no longer than need be.
  let walked: ReadingPlan | null = plan;
  let newest: Promise<SnapshotBytes> = Promise.resolve([]);
  const upToHere = deliveredWith(plan, defaultTip);
  const newestBytes = () => {
    if (walked !== null) newest = newestSnapshot(walked, { windowStart, ...upToHere, kept }, files);
    walked = null;
    return newest;
  };
  const close = async () => {
    await newest.catch(() => {});
    await spool.close();
    await files.remove();
  };
  try {
    const linesBefore = plan.state.origins.next;
    const taken = await walkPlan(request, plan, defaultTip, new Set(kept), spool, files);
    // Where nothing was new, nothing was walked again.
    const linesSince = plan.walk.length === 0 ? delivered?.linesSince : plan.state.origins.next - linesBefore;
    const standing = plan.isNear ? plan.position : null;
    if (standing !== null) walked = null;
    // What a whole window left in memory is packed and let go while delivery begins; after an increment it can wait for a quiet moment.
    if (plan.mode === 'window') newestBytes().catch(() => {}); // said when it is asked for
    const bytes = {
      async *[Symbol.asyncIterator]() {
        yield* await newestBytes();
      },
    };
    const snapshot =
      standing === null ? { position: plan.whole.commits.length, bytes } : { position: standing, bytes: null };
    return {
      mode: plan.mode,
      commitsRead: plan.fresh.size,
      defaultTip,
      shallow: repository.shallowRoots.size > 0,
      beforeWindow: commitsBeforeWindow(plan.whole, defaultTip),
      delivered: { ...upToHere, linesSince: standing === null ? 0 : (linesSince ?? 0) },
      snapshot,
      checkpoints: checkpointsToKeep(request, plan, taken, snapshot.position),
      batches: spool.batches,
      takeSnapshot: async () => void (await newestBytes()),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

function deliveredWith({ whole, onDefault }: ReadingPlan, defaultTip: string): Delivered {
  const shas = whole.commits.map(({ sha }) => sha);
  return { defaultTip, offDefault: shas.filter((sha) => !onDefault.has(sha)) };
}

async function newestSnapshot(
  { state, whole }: ReadingPlan,
  facts: Omit<SnapshotFacts, 'position'>,
  files: SnapshotFiles,
): Promise<SnapshotBytes> {
  return files.add((write) => encodeSnapshot(state, { ...facts, position: whole.commits.length }, write));
}

/** Those taken on this walk, those of earlier ones, and the snapshot that this reading replaces, as far as they are behind the newest one. */
function checkpointsToKeep(
  { checkpoints, checkpointReach = CHECKPOINT_REACH }: HistoryRequest,
  plan: ReadingPlan,
  taken: ReadonlyMap<number, SnapshotBytes>,
  newest: number,
): Checkpoint[] {
  const standing = plan.mode === 'window' ? [] : [...(checkpoints?.positions ?? []), plan.position ?? 0];
  const positions = thinnedPositions([...taken.keys(), ...standing], newest, checkpointReach);
  return positions.map((position) => ({ position, bytes: taken.get(position) ?? null }));
}

async function walkPlan(
  request: HistoryRequest,
  plan: ReadingPlan,
  defaultTip: string,
  keep: ReadonlySet<string>,
  spool: Spool,
  files: SnapshotFiles,
): Promise<ReadonlyMap<number, SnapshotBytes>> {
  const {
    gitDir,
    windowStart,
    source = sourceReading,
    signal,
    weights = DELTA_WEIGHTS,
    limits = READING_LIMITS,
    processes = 2,
    chunk = CHUNK,
    checkpointReach = CHECKPOINT_REACH,
  } = request;
  const { state, whole, walk, onDefault } = plan;
  const taken = new Map<number, SnapshotBytes>();
  if (walk.length === 0) return taken;
  const marks = checkpointsIn(whole, walk, defaultTip, checkpointReach);
  const take = async (index: number, position: number) => {
    const facts = { windowStart, position, ...knownAt(whole, walk, index), kept: [...state.lanes.keys()] };
    taken.set(position, await files.add((write) => encodeSnapshot(state, facts, write)));
  };
  const passed = (index: number) => {
    const position = marks.get(index);
    return position === undefined ? undefined : take(index, position);
  };
  const drivers = await writeDrivers(source, request.spoolFolder);
  const comparisons = new BlameComparisons({ gitDir, signal });
  const parsed = (diff: CommitDiff) => comparisons.begin(diff);
  const git = { gitDir, processes, chunk, drivers: drivers.settings, signal };
  const streams = new HistoryStreams({ ...git, commits: walk, limits, parsed });
  try {
    await walkHistory({
      reader: { state, kinds: new FileKinds(source, state.paths), source, weights },
      commits: walk,
      whole,
      streams,
      onDefault,
      keep,
      comparisons,
      record: spool.add,
      passed,
      progress: request.onProgress,
    });
    await streams.finish();
  } finally {
    streams.stop();
    comparisons.stop();
    await drivers.remove();
  }
  return taken;
}
