import type { PackedIndex } from '../lines/block-index.ts';
import type { FileKind } from '../source-reading.ts';
import { EMPTY_LANE, type FileState, fileAt, type Lane, PAGE, withFiles } from './lane.ts';
import { NO_COMMIT } from './line-origins.ts';
import { forgetTheDead } from './living.ts';
import { packParts, unpackParts } from './snapshot-parts.ts';
import { createWalkState, noteRename, type WalkState } from './walk-state.ts';

/**
 * The state of the walk, for the next reading to go on from: the lanes of the newest commits (each as its difference to
 * the one before), the origins of all lines that stand on them, and the blocks these lines form.
 */
export type Snapshot = {
  readonly version: number;
  readonly windowStart: number;
  /** How many commits were read up to here: `defaultTip` with all it descends from, and those off it. */
  readonly position: number;
  readonly defaultTip: string;
  readonly offDefault: readonly string[];
  readonly lanes: readonly SnapshotLane[];
  readonly files: readonly { readonly blob: string; readonly kind: number }[];
  /** The runs of all files, one after another, and how many numbers each has. */
  readonly runs: Float64Array;
  readonly lengths: Int32Array;
  readonly kinds: readonly FileKind[];
  readonly paths: readonly string[];
  readonly commits: readonly { readonly sha: string; readonly authoredAt: number; readonly aiAuthored: boolean }[];
  readonly origins: { first: Float64Array; commit: Int32Array; path: Int32Array; line: Int32Array; next: number };
  readonly blocks: PackedIndex;
  readonly definitions: PackedIndex;
  readonly renames: readonly number[];
};

type SnapshotLane = {
  readonly sha: string;
  /** `[path, file or -1, …]` against the lane before. */
  readonly changes: readonly number[];
};

const VERSION = 4;
const MAGIC = Buffer.from('linescope-snapshot\n');

export type SnapshotFacts = Pick<Snapshot, 'windowStart' | 'position' | 'defaultTip' | 'offDefault'> & {
  /** The commits whose lanes are kept, in the order they were read. */
  readonly kept: readonly string[];
};

export function encodeSnapshot(state: WalkState, facts: SnapshotFacts): Buffer {
  const kept = new Set(facts.kept);
  for (const sha of state.lanes.keys()) if (!kept.has(sha)) state.lanes.delete(sha);
  const files = [...forgetTheDead(state)];
  const numbers = new Map(files.map((file, number) => [file, number]));
  const kinds: FileKind[] = [];
  const kindNumbers = new Map<string, number>();
  const kindOf = (kind: FileKind | undefined): number => {
    if (kind === undefined) return -1;
    const key = JSON.stringify(kind);
    const known = kindNumbers.get(key);
    if (known !== undefined) return known;
    kindNumbers.set(key, kinds.length);
    return kinds.push(kind) - 1;
  };
  const snapshot: Snapshot = {
    version: VERSION,
    windowStart: facts.windowStart,
    position: facts.position,
    defaultTip: facts.defaultTip,
    offDefault: facts.offDefault,
    lanes: packLanes(state, facts, numbers),
    files: files.map((file) => ({ blob: file.blob, kind: kindOf(file.kind) })),
    ...packRuns(files),
    kinds,
    paths: state.paths.all(),
    ...packOrigins(state),
    blocks: state.blocks.pack(),
    definitions: state.definitions.pack(),
    renames: [...state.renames].flatMap(([from, tos]) => [...tos].flatMap((to) => [from, to])),
  };
  return Buffer.concat([MAGIC, packParts(snapshot)]);
}

function packRuns(files: readonly FileState[]): Pick<Snapshot, 'runs' | 'lengths'> {
  const lengths = Int32Array.from(files, (file) => file.runs.length);
  const runs = new Float64Array(lengths.reduce((sum, length) => sum + length, 0));
  let at = 0;
  for (const file of files) {
    runs.set(file.runs, at);
    at += file.runs.length;
  }
  return { runs, lengths };
}

function packLanes(state: WalkState, facts: SnapshotFacts, numbers: Map<FileState, number>): SnapshotLane[] {
  let before: Lane = EMPTY_LANE;
  const lanes: SnapshotLane[] = [];
  for (const sha of facts.kept) {
    const lane = state.lanes.get(sha);
    if (lane === undefined) continue;
    const changes: number[] = [];
    for (let number = 0; number < Math.max(lane.pages.length, before.pages.length); number++) {
      if (lane.pages[number] === before.pages[number]) continue;
      for (let path = number * PAGE; path < (number + 1) * PAGE; path++) {
        const file = fileAt(lane, path);
        if (file !== fileAt(before, path)) changes.push(path, file === undefined ? -1 : (numbers.get(file) ?? -1));
      }
    }
    lanes.push({ sha, changes });
    before = lane;
  }
  return lanes;
}

function packOrigins(state: WalkState): Pick<Snapshot, 'origins' | 'commits'> {
  const { origins } = state;
  const commits: Snapshot['commits'][number][] = [];
  const numbers = new Map<number, number>();
  const numberOf = (old: number): number => {
    const known = numbers.get(old);
    if (known !== undefined) return known;
    const commit = state.commits.at(old);
    if (commit === undefined) return NO_COMMIT;
    numbers.set(old, commits.length);
    return commits.push(commit) - 1;
  };
  const { size, next } = origins;
  return {
    origins: {
      first: new Float64Array(size).map((_, entry) => origins.firstAt(entry)),
      commit: new Int32Array(size).map((_, entry) => numberOf(origins.commitAt(entry))),
      path: new Int32Array(size).map((_, entry) => origins.pathAt(entry)),
      line: new Int32Array(size).map((_, entry) => origins.lineAt(entry)),
      next,
    },
    commits,
  };
}

/** Null when these bytes are no snapshot of this version: then the window is read again. */
export function decodeSnapshot(bytes: Uint8Array): Snapshot | null {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (!head.subarray(0, MAGIC.length).equals(MAGIC)) return null;
  try {
    const snapshot = ownSnapshot(unpackParts(head.subarray(MAGIC.length)));
    return snapshot.version === VERSION ? snapshot : null;
  } catch {
    return null;
  }
}

/** Snapshots are our own, kept by the imports service: what follows the mark is of the type. */
function ownSnapshot(value: unknown): Snapshot {
  return value as Snapshot;
}

export function restoreState(snapshot: Snapshot): WalkState {
  const state = createWalkState();
  for (const path of snapshot.paths) state.paths.numberOf(path);
  for (const commit of snapshot.commits) state.commits.add(commit);
  const { first, commit, path, line, next } = snapshot.origins;
  for (let entry = 1; entry < first.length; entry++) {
    state.origins.restore(first[entry] ?? 0, commit[entry] ?? NO_COMMIT, path[entry] ?? NO_COMMIT, line[entry] ?? 1);
  }
  state.origins.continueAt(next);
  let at = 0;
  const files = snapshot.files.map(({ blob, kind }, number): FileState => {
    const start = at;
    at += snapshot.lengths[number] ?? 0;
    return { runs: snapshot.runs.slice(start, at), blob, kind: snapshot.kinds[kind] };
  });
  let lane: Lane = EMPTY_LANE;
  for (const kept of snapshot.lanes) {
    const changes = new Map<number, FileState | undefined>();
    for (let index = 0; index < kept.changes.length; index += 2) {
      changes.set(kept.changes[index] ?? 0, files[kept.changes[index + 1] ?? -1]);
    }
    lane = withFiles(lane, changes);
    state.lanes.set(kept.sha, lane);
  }
  state.blocks.unpack(snapshot.blocks);
  state.definitions.unpack(snapshot.definitions);
  for (let index = 0; index < snapshot.renames.length; index += 2) {
    noteRename(state, snapshot.renames[index] ?? 0, snapshot.renames[index + 1] ?? 0);
  }
  return state;
}
