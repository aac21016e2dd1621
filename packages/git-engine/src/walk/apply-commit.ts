import { type FileDiff, type LineSpan, SUBMODULE_MODE } from '../git/diff-records.ts';
import type { FileKind } from '../source-reading.ts';
import type { FileKinds } from './file-kinds.ts';
import { type FileState, fileAt, type Lane, withFiles } from './lane.ts';
import { ENDLESS, type LineOrigins } from './line-origins.ts';
import type { Paths } from './paths.ts';
import { applyHunks, endlessRuns, NO_RUNS, OLDER_RUNS, type Runs } from './runs.ts';

/** What a commit did to one file: whose lines each hunk took away, and the numbers of the lines it wrote. */
export type FileStep = {
  readonly file: FileDiff;
  readonly path: number;
  readonly pathBefore: number;
  /** For each hunk the numbers of the removed lines, one a line; empty when the file is oversized. */
  readonly removed: readonly (readonly number[])[];
  /** For each hunk the number of its first added line. */
  readonly written: readonly number[];
  readonly kind: FileKind;
};

export type CommitStep = { readonly lane: Lane; readonly files: readonly FileStep[] };

export function applyCommit(
  lane: Lane,
  files: readonly FileDiff[],
  commit: number,
  origins: LineOrigins,
  paths: Paths,
  kinds: FileKinds,
): CommitStep {
  const changes = new Map<number, FileState | undefined>();
  const steps: FileStep[] = [];
  for (const file of files) {
    if (file.status === 'D' || file.status === 'R') changes.set(paths.numberOf(file.pathBefore), undefined);
  }
  for (const file of files) {
    const pathBefore = paths.numberOf(file.pathBefore);
    const path = paths.numberOf(file.pathAfter);
    const state = file.status === 'A' ? undefined : fileAt(lane, pathBefore);
    const isNew = file.status === 'A' || file.modeBefore === SUBMODULE_MODE;
    const before = isNew ? NO_RUNS : (state?.runs ?? OLDER_RUNS);
    const read = kinds.fromHead(file, path, state);
    // A renamed image is still an image, though its patch does not say so.
    if (file.blobBefore === file.blobAfter && isBinary(before)) file.binary = true;
    const { runs, removed, written } = applyFile(file, before, commit, path, origins);
    steps.push({ file, path, pathBefore, removed, written, kind: read ?? kinds.ofPath(path) });
    if (file.status === 'D') continue;
    const gone = file.modeAfter === SUBMODULE_MODE;
    const { namedBy, addition } = isNew ? { namedBy: commit, addition: { by: commit } } : (state ?? UNKNOWN);
    const left = { runs, blob: file.blobAfter, kind: read, changedBy: commit, addition };
    changes.set(path, gone ? undefined : { ...left, namedBy: path === pathBefore ? namedBy : commit });
  }
  return { lane: withFiles(lane, changes), files: steps };
}

/** Of a file from before the reading. */
const UNKNOWN: Pick<FileState, 'namedBy' | 'addition'> = {};

/** A file that was binary when it was written has no known length. */
function isBinary(runs: Runs): boolean {
  return runs[0] === Number.POSITIVE_INFINITY && (runs[1] ?? 0) >= ENDLESS;
}

type AppliedFile = Pick<FileStep, 'removed' | 'written'> & { readonly runs: Runs };

function applyFile(file: FileDiff, before: Runs, commit: number, path: number, origins: LineOrigins): AppliedFile {
  if (file.binary && file.blobBefore === file.blobAfter) return { runs: before, removed: [], written: [] };
  if (file.binary && file.tracedHunks === undefined) {
    return { runs: endlessRuns(origins.write(commit, path, 1, ENDLESS)), removed: [], written: [] };
  }
  const numbered = numberingOf(file, commit, path, origins);
  const removed = file.hunks.map((): number[] => []);
  const written = file.hunks.map(numbered);
  const note = (hunk: number, length: number, id: number) => {
    const ids = removed[hunk];
    for (let line = 0; line < length; line++) ids?.push(id + line);
  };
  const runs = applyHunks(before, file.hunks, (hunk) => written[hunk] ?? 0, file.oversized ? undefined : note);
  if (file.tracedHunks === undefined) return { runs, removed, written };
  const ids = file.tracedHunks.map(numbered);
  return { runs: applyHunks(before, file.tracedHunks, (hunk) => ids[hunk] ?? 0), removed, written };
}

/** Lines are numbered hunk by hunk; where two kinds of hunks speak of the same lines, all of the file at once. */
function numberingOf(file: FileDiff, commit: number, path: number, origins: LineOrigins) {
  if (file.tracedHunks === undefined) {
    return ({ newStart, newCount }: LineSpan) => (newCount === 0 ? 0 : origins.write(commit, path, newStart, newCount));
  }
  const ends = [...file.hunks, ...file.tracedHunks].map(({ newStart, newCount }) => newStart + newCount);
  const first = origins.write(
    commit,
    path,
    1,
    ends.reduce((last, end) => Math.max(last, end), 1),
  );
  return ({ newStart }: LineSpan) => first + newStart - 1;
}
