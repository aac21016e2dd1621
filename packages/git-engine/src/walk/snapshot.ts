import type { FileKind } from '../source-reading.ts';
import type { IdRanges } from './id-ranges.ts';
import { type Addition, EMPTY_LANE, type FileState, fileAt, type Lane, PAGE, withFiles } from './lane.ts';
import { NO_COMMIT } from './line-origins.ts';
import { forgetTheDead } from './living.ts';
import { commonEnd, commonStart, NO_RUNS } from './runs.ts';
import { PartReader, PartWriter, type SnapshotBytes } from './snapshot-parts.ts';
import { createWalkState, noteRename, type WalkState } from './walk-state.ts';
import type { WrittenCommit } from './written-commits.ts';

/**
 * The state of the walk, for the next reading to go on from: the lanes of the newest commits (each as its difference to
 * the one before), the origins of all lines that stand on them, and the blocks these lines form. The head says how large
 * the columns behind it are:
 *
 *   mark │ head │ files │ their runs │ origins │ roots of moved lines │ blocks │ definitions
 */
export type SnapshotHead = {
  readonly version: number;
  readonly windowStart: number;
  /** How many commits were read up to here: `defaultTip` with all it descends from, and those off it. */
  readonly position: number;
  readonly defaultTip: string;
  readonly offDefault: readonly string[];
  /** Newest first, so that older ones need not be restored. */
  readonly lanes: readonly SnapshotLane[];
  /** Who first had the files that are on lanes. */
  readonly additions: readonly number[];
  readonly blobs: readonly string[];
  readonly kinds: readonly FileKind[];
  readonly paths: readonly string[];
  readonly shas: readonly string[];
  readonly authoredAt: readonly number[];
  readonly aiAuthored: readonly boolean[];
  readonly origins: number;
  readonly nextLine: number;
  readonly roots: number;
  readonly blocks: number;
  readonly definitions: number;
  readonly renames: readonly number[];
  readonly kept: readonly (readonly [merge: string, lines: IdRanges])[];
};

type SnapshotLane = {
  readonly sha: string;
  /** `[path, file or -1, …]` against the lane before. */
  readonly changes: readonly number[];
};

const VERSION = 9;
const MAGIC = Buffer.from('linescope-snapshot\n');
const STRETCH = 64 * 1024;

export type SnapshotFacts = Pick<SnapshotHead, 'windowStart' | 'position' | 'defaultTip' | 'offDefault'> & {
  /** The commits whose lanes are kept, in the order they were read. */
  readonly kept: readonly string[];
};

/** Writes a snapshot part by part; between two of them others may have a turn, but not the walk. */
export async function encodeSnapshot(
  state: WalkState,
  facts: SnapshotFacts,
  write: (bytes: Uint8Array) => Promise<void>,
): Promise<void> {
  const { windowStart, position, defaultTip, offDefault } = facts;
  const kept = new Set(facts.kept);
  for (const sha of state.lanes.keys()) if (!kept.has(sha)) state.lanes.delete(sha);
  forgetTheDead(state);
  const { origins, roots, blocks, definitions } = state;
  const { commits, numberOf } = numberCommits(state);
  const { lanes, additions, files, columns, kinds } = packLanes(state, facts.kept.toReversed(), numberOf);
  const head: SnapshotHead = {
    version: VERSION,
    windowStart,
    position,
    defaultTip,
    offDefault,
    lanes,
    additions,
    blobs: files.map((file) => file.blob),
    kinds,
    paths: state.paths.all(),
    shas: commits.map((commit) => commit.sha),
    authoredAt: commits.map((commit) => commit.authoredAt),
    aiAuthored: commits.map((commit) => commit.aiAuthored),
    origins: origins.size,
    nextLine: origins.next,
    roots: roots.size,
    blocks: blocks.size,
    definitions: definitions.size,
    renames: [...state.renames].flatMap(([from, tos]) => [...tos].flatMap((to) => [from, to])),
    kept: state.kept.all().map(({ merge, lines }) => [merge, lines] as const),
  };
  await write(MAGIC);
  const parts = new PartWriter(write);
  await parts.value(head);
  await parts.column([Int32Array.from(columns)]);
  await parts.column(newRuns(files, columns));
  // Numbers only rise, so the steps between them are small.
  await parts.column(stretches(origins.size, (entry) => origins.firstAt(entry) - origins.firstAt(entry - 1)));
  await parts.column(stretches(origins.size, (entry) => numberOf(origins.commitAt(entry))));
  await parts.column(stretches(origins.size, (entry) => origins.pathAt(entry)));
  await parts.column(stretches(origins.size, (entry) => origins.lineAt(entry)));
  await parts.column(stretches(roots.size, (entry) => roots.firstAt(entry) - roots.firstAt(entry - 1)));
  await parts.column(stretches(roots.size, (entry) => roots.lengthAt(entry)));
  await parts.column(stretches(roots.size, (entry) => roots.rootAt(entry)));
  for (const index of [blocks, definitions]) {
    await parts.column(index.pack('hash', STRETCH));
    await parts.column(index.pack('block', STRETCH));
  }
}

/** A column of computed numbers, a stretch at a time in the same buffer. */
function* stretches(length: number, at: (entry: number) => number): Generator<Float64Array> {
  const buffer = new Float64Array(Math.min(length, STRETCH));
  for (let start = 0; start < length; start += STRETCH) {
    const size = Math.min(STRETCH, length - start);
    for (let index = 0; index < size; index++) buffer[index] = at(start + index);
    yield buffer.subarray(0, size);
  }
}

/**
 * For each file: its kind, the file it is a version of, how much of its runs is that one's, or its own, and then that one's again; the commits
 * that left it so and that named it, and its addition. What is not known is -1.
 */
const FILE_COLUMNS = 8;
const OWN_RUNS = 3;

type PackedLanes = {
  readonly lanes: readonly SnapshotLane[];
  readonly additions: readonly number[];
  readonly files: readonly FileState[];
  readonly columns: readonly number[];
  readonly kinds: readonly FileKind[];
};

/** A version of a file shares most of its runs, its first and its last ones, with the version on the lane packed before. */
function packLanes(
  state: WalkState,
  kept: readonly string[],
  commitOf: (old: number | undefined) => number,
): PackedLanes {
  const additions = new Map<Addition, number>();
  const additionOf = (addition: Addition | undefined): number => {
    if (addition === undefined) return -1;
    const known = additions.get(addition) ?? additions.size;
    additions.set(addition, known);
    return known;
  };
  const numbers = new Map<FileState, number>();
  const columns: number[] = [];
  const kinds = new Map<string, FileKind>();
  const kindNumbers = new Map<string, number>();
  const numberOf = (file: FileState, was: FileState | undefined): number => {
    const known = numbers.get(file);
    if (known !== undefined) return known;
    const key = file.kind === undefined ? '' : JSON.stringify(file.kind);
    if (file.kind !== undefined && !kinds.has(key)) {
      kindNumbers.set(key, kinds.size);
      kinds.set(key, file.kind);
    }
    const old = was?.runs ?? NO_RUNS;
    const first = commonStart(file.runs, old);
    const last = commonEnd(file.runs, old, first);
    const base = was === undefined ? -1 : (numbers.get(was) ?? -1);
    columns.push(kindNumbers.get(key) ?? -1, base, first, file.runs.length - first - last, last);
    columns.push(commitOf(file.changedBy), commitOf(file.namedBy), additionOf(file.addition));
    numbers.set(file, numbers.size);
    return numbers.size - 1;
  };
  let before: Lane = EMPTY_LANE;
  const lanes: SnapshotLane[] = [];
  for (const sha of kept) {
    const lane = state.lanes.get(sha);
    if (lane === undefined) continue;
    const changes: number[] = [];
    for (let number = 0; number < Math.max(lane.pages.length, before.pages.length); number++) {
      if (lane.pages[number] === before.pages[number]) continue;
      for (let path = number * PAGE; path < (number + 1) * PAGE; path++) {
        const file = fileAt(lane, path);
        const was = fileAt(before, path);
        if (file !== was) changes.push(path, file === undefined ? -1 : numberOf(file, was));
      }
    }
    lanes.push({ sha, changes });
    before = lane;
  }
  const by = [...additions.keys()].map((addition) => commitOf(addition.by));
  return { lanes, additions: by, files: [...numbers.keys()], columns, kinds: [...kinds.values()] };
}

function* newRuns(files: readonly FileState[], columns: readonly number[]): Generator<Float64Array> {
  let buffer = new Float64Array(STRETCH);
  let filled = 0;
  for (const [number, { runs }] of files.entries()) {
    const first = columns[number * FILE_COLUMNS + 2] ?? 0;
    const count = columns[number * FILE_COLUMNS + OWN_RUNS] ?? 0;
    if (filled + count > buffer.length) {
      yield buffer.subarray(0, filled);
      filled = 0;
      if (count > buffer.length) buffer = new Float64Array(count);
    }
    buffer.set(runs.subarray(first, first + count), filled);
    filled += count;
  }
  yield buffer.subarray(0, filled);
}

/** Commits numbered anew: those whose lines live, and whoever else is asked for. */
function numberCommits(state: WalkState) {
  const commits: WrittenCommit[] = [];
  const numbers = new Map<number, number>();
  const numberOf = (old: number = NO_COMMIT): number => {
    const known = numbers.get(old);
    if (known !== undefined) return known;
    const commit = state.commits.at(old);
    if (commit === undefined) return NO_COMMIT;
    numbers.set(old, commits.length);
    return commits.push(commit) - 1;
  };
  for (let entry = 0; entry < state.origins.size; entry++) numberOf(state.origins.commitAt(entry));
  return { commits, numberOf };
}

/** A snapshot of which the head is read. */
export type OpenSnapshot = {
  readonly head: SnapshotHead;
  /** Reads the rest, once, with the lanes that are needed and perhaps others; null if it is not all there. */
  restore(isNeeded?: (sha: string) => boolean): Promise<WalkState | null>;
  close(): Promise<void>;
};

/** Null when these bytes are no snapshot of this version: then the window is read again. */
export async function openSnapshot(bytes: SnapshotBytes): Promise<OpenSnapshot | null> {
  const reader = new PartReader(bytes);
  const close = () => reader.close();
  try {
    if (!(await reader.take(MAGIC.length)).equals(MAGIC)) return null;
    const head = ownHead(await reader.value());
    if (head.version !== VERSION) return null;
    return { head, restore: (isNeeded) => restoreState(head, reader, isNeeded).catch(() => null), close };
  } catch {
    return null;
  }
}

/** Snapshots are our own, kept by the imports service: what follows the mark is of the type. */
function ownHead(value: unknown): SnapshotHead {
  return value as SnapshotHead;
}

async function restoreState(
  head: SnapshotHead,
  reader: PartReader,
  isNeeded: (sha: string) => boolean = () => true,
): Promise<WalkState> {
  const state = createWalkState();
  for (const path of head.paths) state.paths.numberOf(path);
  for (const [number, sha] of head.shas.entries()) {
    state.commits.add({ sha, authoredAt: head.authoredAt[number] ?? 0, aiAuthored: head.aiAuthored[number] ?? false });
  }
  const lanes = head.lanes.slice(0, head.lanes.findLastIndex((lane) => isNeeded(lane.sha)) + 1);
  restoreLanes(state, lanes, await restoreFiles(head, filesOn(lanes), reader));
  const [first, commit, path, line] = [
    await floats(reader, head.origins),
    await floats(reader, head.origins),
    await floats(reader, head.origins),
    await floats(reader, head.origins),
  ];
  for (let entry = 1, id = 0; entry < head.origins; entry++) {
    id += first[entry] ?? 0;
    state.origins.restore(id, commit[entry] ?? NO_COMMIT, path[entry] ?? NO_COMMIT, line[entry] ?? 1);
  }
  state.origins.continueAt(head.nextLine);
  const [moved, length, root] = [
    await floats(reader, head.roots),
    await floats(reader, head.roots),
    await floats(reader, head.roots),
  ];
  for (let entry = 0, id = 0; entry < head.roots; entry++) {
    id += moved[entry] ?? 0;
    state.roots.restore(id, length[entry] ?? 0, root[entry] ?? 0);
  }
  state.blocks.unpack(await floats(reader, head.blocks), await floats(reader, head.blocks));
  state.definitions.unpack(await floats(reader, head.definitions), await floats(reader, head.definitions));
  for (let index = 0; index < head.renames.length; index += 2) {
    noteRename(state, head.renames[index] ?? 0, head.renames[index + 1] ?? 0);
  }
  for (const [merge, lines] of head.kept) state.kept.set(merge, lines);
  return state;
}

async function floats(reader: PartReader, length: number): Promise<Float64Array> {
  const column = new Float64Array(length);
  await reader.fill(column);
  return column;
}

/** How many files there are on the first lanes: they are numbered as they come. */
function filesOn(lanes: readonly SnapshotLane[]): number {
  let count = 0;
  for (const { changes } of lanes)
    for (let index = 1; index < changes.length; index += 2) count = Math.max(count, (changes[index] ?? -1) + 1);
  return count;
}

async function restoreFiles(head: SnapshotHead, count: number, reader: PartReader): Promise<FileState[]> {
  const columns = new Int32Array(FILE_COLUMNS * head.blobs.length);
  await reader.fill(columns);
  const files: FileState[] = [];
  const additions = head.additions.map((by) => ({ by }));
  let own = NO_RUNS;
  let at = 0;
  for (let number = 0; number < count; number++) {
    const start = number * FILE_COLUMNS;
    const row = columns.subarray(start, start + FILE_COLUMNS);
    const [kind = -1, base = -1, first = 0, fresh = 0, last = 0, changedBy = -1, namedBy = -1, addition = -1] = row;
    if (at === own.length) [own, at] = [await nextRuns(reader, columns, number), 0];
    const old = files[base]?.runs ?? NO_RUNS;
    const runs = new Float64Array(first + fresh + last);
    runs.set(old.subarray(0, first));
    runs.set(own.subarray(at, at + fresh), first);
    runs.set(old.subarray(old.length - last), first + fresh);
    files.push({
      runs,
      blob: head.blobs[number] ?? '',
      kind: head.kinds[kind],
      changedBy: changedBy < 0 ? undefined : changedBy,
      namedBy: namedBy < 0 ? undefined : namedBy,
      addition: additions[addition],
    });
    at += fresh;
  }
  for (let number = files.length, left = own.length - at; number < head.blobs.length; number++) {
    const fresh = columns[number * FILE_COLUMNS + OWN_RUNS] ?? 0;
    if (left >= fresh) left -= fresh;
    else left = (await nextRuns(reader, columns, number)).length - fresh;
  }
  return files;
}

/** The own runs of some files, from one on. */
async function nextRuns(reader: PartReader, columns: Int32Array, from: number): Promise<Float64Array> {
  let length = 0;
  for (let own = from * FILE_COLUMNS + OWN_RUNS; own < columns.length && length < STRETCH; own += FILE_COLUMNS)
    length += columns[own] ?? 0;
  const runs = new Float64Array(length);
  await reader.fill(runs);
  return runs;
}

function restoreLanes(state: WalkState, lanes: readonly SnapshotLane[], files: readonly FileState[]): void {
  const restored: [sha: string, lane: Lane][] = [];
  let lane: Lane = EMPTY_LANE;
  for (const { sha, changes } of lanes) {
    const changed = new Map<number, FileState | undefined>();
    for (let index = 0; index < changes.length; index += 2) {
      changed.set(changes[index] ?? 0, files[changes[index + 1] ?? -1]);
    }
    lane = withFiles(lane, changed);
    restored.push([sha, lane]);
  }
  // In the order they were read.
  for (const [sha, one] of restored.reverse()) state.lanes.set(sha, one);
}
