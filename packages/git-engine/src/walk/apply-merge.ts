import { type CombinedDiff, type MergePath, NO_BLOB, SUBMODULE_MODE } from '../git/diff-records.ts';
import { type FileState, fileAt, type Lane, withFiles } from './lane.ts';
import { ENDLESS, type LineOrigins } from './line-origins.ts';
import type { Paths } from './paths.ts';
import { endlessRuns, NO_RUNS, OLDER_RUNS, RunCursor, type Runs, RunWriter } from './runs.ts';

/**
 * Where a merge took one path from. A path that is not named came from the first parent unchanged. `segments` says it
 * line by line for a path that differs from every parent: `[line after, count, parent or -1, line before, …]`.
 */
export type MergeRoute = {
  readonly path: number;
  /** The parent it was taken from whole; -1 when it was put together from several. */
  readonly parent: number;
  /** Its path in each parent; the same everywhere unless the merge saw a rename. */
  readonly parentPaths: readonly number[];
  readonly deleted: boolean;
  readonly segments: readonly number[];
  /** Lines that stand in no parent: the merge itself wrote them. */
  readonly written: readonly WrittenLine[];
};

export type WrittenLine = { readonly line: number; readonly text: string };

export type MergeStep = { readonly lane: Lane; readonly routes: readonly MergeRoute[] };

export const WRITTEN_BY_MERGE = -1;
const TO_THE_END = 2 ** 31 - 1;

export function applyMerge(
  lanes: readonly Lane[],
  combined: readonly CombinedDiff[],
  listed: readonly MergePath[],
  commit: number,
  origins: LineOrigins,
  paths: Paths,
): MergeStep {
  const first = lanes[0];
  if (first === undefined) throw new Error('a merge has parents');
  const changes = new Map<number, FileState | undefined>();
  const routes: MergeRoute[] = [];
  const mixed = new Set(combined.map((file) => file.pathAfter));
  for (const { path: bytes, blobAfter, modeAfter } of listed) {
    if (mixed.has(bytes)) continue;
    const path = paths.numberOf(bytes);
    const deleted = blobAfter === NO_BLOB;
    const parent = deleted ? -1 : parentWithBlob(lanes, path, blobAfter);
    const state = lanes[parent] && (fileAt(lanes[parent], path) ?? { runs: OLDER_RUNS, blob: blobAfter });
    changes.set(path, deleted || modeAfter === SUBMODULE_MODE ? undefined : state);
    routes.push({ path, parent, parentPaths: lanes.map(() => path), deleted, segments: [], written: [] });
  }
  for (const file of combined) {
    const { route, state } = mergeFile(lanes, file, commit, origins, paths);
    changes.set(route.path, state);
    routes.push(route);
  }
  return { lane: withFiles(first, changes), routes };
}

/** A path unlike the first parent's and not in the combined diff is another parent's, whole. */
function parentWithBlob(lanes: readonly Lane[], path: number, blob: string): number {
  if (lanes.length === 2) return 1;
  const known = lanes.findIndex((lane, parent) => parent > 0 && fileAt(lane, path)?.blob === blob);
  if (known > 0) return known;
  // Its blob is not known where the file was not touched since the reading began: then any such lane gives the same.
  const untouched = lanes.findIndex((lane, parent) => parent > 0 && fileAt(lane, path) === undefined);
  return untouched > 0 ? untouched : 1;
}

function mergeFile(
  lanes: readonly Lane[],
  file: CombinedDiff,
  commit: number,
  origins: LineOrigins,
  paths: Paths,
): { route: MergeRoute; state: FileState | undefined } {
  const path = paths.numberOf(file.pathAfter);
  const parentPaths = file.paths.map((bytes) => paths.numberOf(bytes));
  const before = lanes.map((lane, parent) =>
    file.blobs[parent] === NO_BLOB ? NO_RUNS : (fileAt(lane, parentPaths[parent] ?? path)?.runs ?? OLDER_RUNS),
  );
  const route = { path, parent: WRITTEN_BY_MERGE, parentPaths, deleted: false, segments: [], written: [] };
  if (file.blobAfter === NO_BLOB || file.modeAfter === SUBMODULE_MODE) {
    return { route: { ...route, deleted: true }, state: undefined };
  }
  // A parent without the file says nothing about how it came to be.
  const holders = lanes.flatMap((lane, parent) =>
    file.blobs[parent] === NO_BLOB ? [] : [fileAt(lane, parentPaths[parent] ?? path)],
  );
  const isNew = holders.length === 0;
  const isRenamed = parentPaths.some((before) => before !== path);
  const left = {
    blob: file.blobAfter,
    changedBy: commit,
    kind: holders.find((state) => state?.kind !== undefined)?.kind,
    namedBy: isNew || isRenamed ? commit : sameOf(holders.map((state) => state?.namedBy)),
    addition: isNew ? { by: commit } : sameOf(holders.map((state) => state?.addition)),
  };
  const same = file.blobs.indexOf(left.blob);
  if (same >= 0) return { route: { ...route, parent: same }, state: { ...left, runs: before[same] ?? OLDER_RUNS } };
  if (file.binary) {
    return { route, state: { ...left, runs: endlessRuns(origins.write(commit, path, 1, ENDLESS)) } };
  }
  const woven = weave(before, file, (line, count) => origins.write(commit, path, line, count));
  return {
    route: { ...route, segments: woven.segments, written: woven.written },
    state: { ...left, runs: woven.runs },
  };
}

/** What all are, if they are the same. */
function sameOf<T>(values: readonly (T | undefined)[]): T | undefined {
  const [first] = values;
  return values.every((value) => value === first) ? first : undefined;
}

/**
 * Lines outside hunks are the same in all parents. In a hunk a line with a space for a parent stands in that parent, with
 * a minus it stood there and is gone, with a plus it does not stand there. The first parent that has a line gets it.
 */
function weave(before: readonly Runs[], file: CombinedDiff, write: (line: number, count: number) => number) {
  const writer = new RunWriter();
  const cursors = before.map((runs) => new RunCursor(runs));
  const segments: number[] = [];
  const written: WrittenLine[] = [];
  let line = 1;
  const takeFrom = (parent: number, count: number) => {
    noteSegment(segments, line, count, parent, (cursors[parent]?.position ?? 0) + 1);
    cursors[parent]?.take(count, (length, id) => writer.push(length, id));
    line += count;
  };
  const writeLine = (text: string) => {
    noteSegment(segments, line, 1, WRITTEN_BY_MERGE, line);
    written.push({ line, text });
    writer.push(1, write(line, 1));
    line++;
  };
  for (const hunk of file.hunks) {
    const common = hunk.newStart - line;
    if (common > 0) {
      for (const cursor of cursors.slice(1)) cursor.take(common);
      takeFrom(0, common);
    }
    // Lines of the same marks mostly follow one another.
    for (let index = 0; index < hunk.marks.length; ) {
      const marks = hunk.marks[index] ?? '';
      const start = index;
      while (hunk.marks[index] === marks) index++;
      const isGone = marks.includes('-');
      const owner = isGone ? WRITTEN_BY_MERGE : marks.indexOf(' ');
      for (const [parent, cursor] of cursors.entries())
        if (parent !== owner && marks[parent] === (isGone ? '-' : ' ')) cursor.take(index - start);
      if (owner >= 0) takeFrom(owner, index - start);
      else if (!isGone) for (const text of hunk.texts.slice(start, index)) writeLine(text);
    }
  }
  const left = cursors[0]?.left() ?? 0;
  // A file whose length nobody knows runs on to its end.
  if (left > 0)
    noteSegment(segments, line, Number.isFinite(left) ? left : TO_THE_END, 0, (cursors[0]?.position ?? 0) + 1);
  cursors[0]?.rest(writer);
  return { runs: writer.done(), segments, written };
}

function noteSegment(segments: number[], line: number, count: number, parent: number, from: number): void {
  const last = segments.length - 4;
  const length = segments[last + 1] ?? 0;
  const follows = segments[last + 2] === parent && (segments[last + 3] ?? 0) + length === from;
  if (last >= 0 && follows) segments[last + 1] = length + count;
  else segments.push(line, count, parent, from);
}
