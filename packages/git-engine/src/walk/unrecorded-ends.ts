import type { UnrecordedEndFact } from '../facts.ts';
import type { CommitHeader } from '../git/diff-records.ts';
import type { FileStep } from './apply-commit.ts';
import type { CommitGraph } from './commit-graph.ts';
import { type IdRanges, type LooseRanges, touches, united, without, withoutAny } from './id-ranges.ts';
import { EMPTY_LANE, type FileState, fileAt, type Lane, withFiles } from './lane.ts';
import { ENDLESS, type LineOrigins, NO_COMMIT } from './line-origins.ts';
import { MOST_PARENTS, type Writers, writersBefore } from './merge-writers.ts';
import { RangeFilter } from './range-filter.ts';
import { collectTouching, type Unshared, unsharedOf } from './unshared-lines.ts';
import { compareText, pathsBefore, pathsSince, type WalkState } from './walk-state.ts';

/**
 * What becomes of lines by a merge itself. A line that stands in a parent and not in the merge was removed in the history of a parent that
 * descends from its writing and has it no more: such a commit says so. Where no parent is like that, the merge dropped it. And a line
 * that stands in the merge although such a parent lacks it was kept: its removal there did not count, so a later merge with a history
 * that knows of the removal only says so when it lets go of the line.
 */
export function endsByMerge(
  { parents, header, number }: { parents: readonly string[]; header: CommitHeader; number: number },
  lanes: readonly Lane[],
  lane: Lane,
  graph: CommitGraph,
  state: WalkState,
): { ends: readonly UnrecordedEndFact[]; lane: Lane } {
  if (parents.length > MOST_PARENTS || lanes.every((before) => before === lane)) return { ends: [], lane };
  const merge: Merge = { number, lane, lanes, writers: writersBefore(graph, header.sha, state) };
  const leftByOthers = new Set<number>();
  const unshared = lanes.map((before, parent) => {
    const isCompared = (path: number, own: FileState | undefined, merged: FileState | undefined): boolean => {
      if (own?.runs !== merged?.runs) return isLookedAt(merge, parent, path, own, merged, state);
      if (own?.changedBy !== merged?.changedBy) leftByOthers.add(path);
      return false;
    };
    return unsharedOf(before, lane, isCompared, (tree, path, file) => underOtherName(tree, path, file, state));
  });
  const ended = notStanding(
    united(unshared.flatMap((lines, parent) => dropped(merge, parent, lines, state))),
    lane,
    state,
  );
  const kept = united(unshared.flatMap((lines, parent) => keptFrom(merge, parent, lines, state)));
  if (kept.length > 0) state.kept.set(header.sha, kept);
  const living = ended.length > 0 ? livingOn(ended, merge, state) : [];
  return {
    ends: [...factsOf(ended, false, header, state, living), ...factsOf(kept, true, header, state, [])],
    lane: changedBy(number, lane, leftByOthers, [...ended, ...kept], state),
  };
}

type Merge = {
  readonly number: number;
  readonly lane: Lane;
  readonly lanes: readonly Lane[];
  readonly writers: Writers;
};

/**
 * Whether lines of a file may have been dropped or kept. A branch that was left for long lacks all that others did since: where its own
 * commits left a file alone, whatever others have called it since, or it came to be without them, and the merge has that of another
 * parent, none were.
 */
function isLookedAt(
  { lanes, writers }: Merge,
  parent: number,
  path: number,
  standing: FileState | undefined,
  merged: FileState | undefined,
  state: WalkState,
): boolean {
  const isOfOthers =
    standing !== undefined
      ? standing.changedBy !== undefined && writers.isOfAll(standing.changedBy)
      : cameWithoutIt({ lanes, writers }, parent, path, merged, state);
  if (!isOfOthers) return true;
  for (let other = 0; other < lanes.length; other++)
    if (other !== parent && fileAt(lanes[other] ?? EMPTY_LANE, path)?.runs === merged?.runs) return false;
  return true;
}

/** Whether a file that a parent has not got under its name came to be, or to that name, without its commits. */
function cameWithoutIt(
  { lanes, writers }: Pick<Merge, 'lanes' | 'writers'>,
  parent: number,
  path: number,
  merged: FileState | undefined,
  state: WalkState,
): boolean {
  const mayDescendFrom = (commit: number | undefined) =>
    commit === undefined || (writers.parentsOf(commit) & (1 << parent)) !== 0;
  const own = mayDescendFrom(merged?.namedBy) ? undefined : underFormerName(lanes[parent], path, merged, state);
  return own ? own.changedBy !== undefined && writers.isOfAll(own.changedBy) : !mayDescendFrom(merged?.addition?.by);
}

/** The file in a tree that does not know of its present name. */
function underFormerName(
  lane: Lane | undefined,
  path: number,
  file: FileState | undefined,
  state: WalkState,
): FileState | undefined {
  const [name, ...others] = state.renamedFrom.get(path) ?? [];
  if (lane === undefined || file?.addition === undefined || name === undefined || others.length > 0) return undefined;
  const former = fileAt(lane, name);
  return former?.addition === file.addition ? former : undefined;
}

/** A file in a tree that has it under another name than this. */
function underOtherName(lane: Lane, path: number, file: FileState, state: WalkState): FileState | undefined {
  if (file.addition === undefined) return undefined;
  for (const names of [pathsBefore(state, path), pathsSince(state, path)]) {
    for (const name of names) {
      const named = fileAt(lane, name);
      if (named?.addition === file.addition) return named;
    }
  }
  return undefined;
}

/** Lines of a parent that the merge lacks, and every parent has that descends from who wrote them. */
function dropped(merge: Merge, parent: number, { ofOne, ofOther }: Unshared, state: WalkState) {
  const { number, lane, lanes, writers } = merge;
  const gone = withoutAny(united(ofOne), ofOther);
  const byParents = new Map<number, number[]>();
  state.origins.eachPiece(gone, (start, end, commit) => {
    if (isOfNobody(commit, number)) return;
    const others = writers.parentsOf(commit) & ~(1 << parent);
    const ranges = byParents.get(others);
    if (ranges) ranges.push(start, end);
    else byParents.set(others, [start, end]);
  });
  const all = [...byParents].flatMap(([others, ranges]) => {
    const inOthers = lanes.filter((_, other) => (others & (1 << other)) !== 0);
    return inOthers.reduce<IdRanges>((left, other) => standing(left, other, state), ranges);
  });
  const kept = writers.kept.filter(({ parents }) => (parents & (1 << parent)) !== 0);
  return [...all, ...keptApart(kept, () => true, lanes[parent], lane, state)];
}

/** Lines that the merge has, and a parent lacks although it descends from who wrote them. */
function keptFrom(merge: Merge, parent: number, { ofOne, ofOther }: Unshared, state: WalkState): IdRanges {
  const { number, lane, lanes, writers } = merge;
  const isBefore = (parents: number) => (parents & (1 << parent)) !== 0;
  const isKnown = (commit: number) => !isOfNobody(commit, number) && isBefore(writers.parentsOf(commit));
  const known: number[] = [];
  state.origins.eachPiece(ofOther, (start, end, commit) => {
    if (isKnown(commit)) known.push(start, end);
  });
  const lacks = (ranges: IdRanges) => notStanding(ranges, lanes[parent], state);
  const keptByOthers = writers.kept.filter(({ parents }) => !isBefore(parents));
  return [
    ...lacks(withoutAny(united(known), ofOne)),
    ...lacks(keptApart(keptByOthers, isKnown, lane, lanes[parent], state)),
  ];
}

/** The numbers under which those of ended lines were written that live on in the merge, as lines that a parent does not have. */
function livingOn(ended: IdRanges, { lane, lanes }: Merge, state: WalkState): IdRanges {
  const same = united(state.roots.writtenAs(rootsOf(ended, state)));
  const inMerge = standing(same, lane, state);
  return rootsOf(
    lanes.flatMap((before) => notStanding(inMerge, before, state)),
    state,
  );
}

/**
 * The merge had a hand in the files where lines of these are or may have been, and in those that parents have alike by commits of their
 * own: a later merge does not take them for those of a parent.
 */
function changedBy(
  number: number,
  lane: Lane,
  leftByOthers: ReadonlySet<number>,
  ranges: LooseRanges,
  state: WalkState,
): Lane {
  const touched = new Set<number>();
  state.origins.eachPiece(ranges, (_start, _end, _commit, path) => touched.add(path));
  const names = [...touched].flatMap((path) => [...pathsSince(state, path), ...pathsBefore(state, path)]);
  const files = new Map<number, FileState>();
  for (const path of [...leftByOthers, ...names]) {
    const file = fileAt(lane, path);
    if (file) files.set(path, { ...file, changedBy: number });
  }
  return withFiles(lane, files);
}

/**
 * Lines that a commit took from its tree without a changed line that says so: those of a file that became binary or has too many changes.
 * And those that it kept, where lines are followed by other hunks than the patch has.
 */
export function endsByCommit(
  header: CommitHeader,
  [before, after]: readonly [Lane, Lane],
  files: readonly FileStep[],
  state: WalkState,
): UnrecordedEndFact[] {
  if (files.every(({ file }) => !file.binary && !file.oversized && file.tracedHunks === undefined)) return [];
  const removed: number[] = [];
  for (const id of files.flatMap((step) => step.removed.flat())) if (id >= ENDLESS) removed.push(id, id + 1);
  const { ofOne, ofOther } = unsharedOf(before, after);
  const gone = notStanding(withoutAny(united(ofOne), ofOther), after, state);
  const recorded = united(removed);
  return [
    ...factsOf(without(gone, recorded), false, header, state, []),
    ...factsOf(without(recorded, gone), true, header, state, []),
  ];
}

/**
 * Without the lines that stand in a tree. Trees are compared where they differ only, and a line may stand in two files: where a merge has
 * both a file and its renamed copy, or a file holds it twice.
 */
function notStanding(
  ranges: IdRanges,
  lane: Lane | undefined,
  state: WalkState,
  isAsked: (path: number, file: FileState) => boolean = () => true,
): IdRanges {
  if (ranges.length === 0) return ranges;
  const standing: number[] = [];
  marked.mark(ranges);
  for (const [path, bounds] of boundsByPath(ranges, state)) {
    const file = lane && fileAt(lane, path);
    if (file !== undefined && isAsked(path, file)) collectTouching(file.runs, ranges, bounds, marked, standing);
  }
  marked.unmark(ranges);
  return standing.length === 0 ? ranges : without(ranges, united(standing));
}

type Bounds = { low: number; high: number };

/** Between which numbers those lines of the ranges lie that may stand under a path: a file holds lines that were written in it, or in one that was renamed to it. */
function boundsByPath(ranges: IdRanges, state: WalkState): Map<number, Bounds> {
  const written = new Map<number, Bounds>();
  state.origins.eachPiece(ranges, (low, high, _commit, path) => {
    const known = written.get(path);
    if (known) known.high = high;
    else written.set(path, { low, high });
  });
  const all = new Map<number, Bounds>();
  for (const [path, { low, high }] of written) {
    for (const later of pathsSince(state, path)) {
      const known = all.get(later);
      if (known) {
        known.low = Math.min(known.low, low);
        known.high = Math.max(known.high, high);
      } else all.set(later, { low, high });
    }
  }
  return all;
}

/** One for all: it is used by one at a time, and large. */
const marked = new RangeFilter();

const standing = (ranges: IdRanges, lane: Lane | undefined, state: WalkState): IdRanges =>
  without(ranges, notStanding(ranges, lane, state));

/**
 * What merges kept and stands in files that another tree has not got as they are: what stands in the others stands there too. Trees have
 * most files alike, so that most lines need not be looked for.
 */
function keptApart(
  kept: Writers['kept'],
  isAsked: (writer: number) => boolean,
  lane: Lane | undefined,
  other: Lane | undefined,
  state: WalkState,
): IdRanges {
  const isApart = (path: number, { runs }: FileState) => (other && fileAt(other, path))?.runs !== runs;
  const mayStandIn = (path: number): boolean => {
    const file = lane && fileAt(lane, path);
    return file !== undefined && isApart(path, file);
  };
  const asked = new Map<number, boolean>();
  const near: number[] = [];
  for (const { files } of kept) {
    for (const [path, pieces] of files) {
      const isNear = asked.get(path) ?? pathsSince(state, path).some(mayStandIn);
      asked.set(path, isNear);
      if (!isNear) continue;
      for (let index = 0; index < pieces.length; index += 3)
        if (isAsked(pieces[index + 2] ?? NO_COMMIT)) near.push(pieces[index] ?? 0, pieces[index + 1] ?? 0);
    }
  }
  const lines = united(near);
  return without(lines, notStanding(lines, lane, state, isApart));
}

/** What the merge wrote itself, and what nobody knows. */
const isOfNobody = (commit: number, merge: number): boolean => commit === merge || commit === NO_COMMIT;

function rootsOf(ranges: IdRanges, { roots }: WalkState): IdRanges {
  const found: number[] = [];
  for (let index = 0; index < ranges.length; index += 2)
    for (const bound of roots.rootsOf(ranges[index] ?? 0, ranges[index + 1] ?? 0)) found.push(bound);
  return united(found);
}

/**
 * Lines in a row are one fact, as long as they were written in a row. `living`: the numbers under which lines were written that go on as
 * other lines. Lines that a commit wrote when it was read again may have later numbers than those beside them, so their numbers do not
 * say what is in a row.
 */
function factsOf(
  ranges: IdRanges,
  kept: boolean,
  { sha, authoredAt, committedAt }: CommitHeader,
  state: WalkState,
  living: IdRanges,
): UnrecordedEndFact[] {
  const facts: UnrecordedEndFact[] = [];
  let last: UnrecordedEndFact | undefined;
  for (let index = 0; index < ranges.length; index += 2) {
    for (let id = ranges[index] ?? 0; id < (ranges[index + 1] ?? 0); id++) {
      const root = state.roots.rootOf(id);
      const written = state.origins.originOf(id);
      const birth = root === id ? written : state.origins.originOf(root);
      const origin = placeOf(written, state);
      if (origin === null) continue;
      const born = touches(living, root, root + 1) ? null : placeOf(birth, state);
      if (last !== undefined && goesOn(last, origin, born)) last.count++;
      else {
        last = { sha, authoredAt, committedAt, kept, origin, born, count: 1 };
        facts.push(last);
      }
    }
  }
  return joined(facts);
}

function joined(facts: UnrecordedEndFact[]): UnrecordedEndFact[] {
  facts.sort((one, other) => comparePlaces(one.origin, other.origin));
  const all: UnrecordedEndFact[] = [];
  for (const fact of facts) {
    const last = all.at(-1);
    if (last !== undefined && goesOn(last, fact.origin, fact.born)) last.count += fact.count;
    else all.push(fact);
  }
  return all;
}

const goesOn = ({ origin, born, count }: UnrecordedEndFact, nextOrigin: Place, nextBorn: Place | null): boolean =>
  isBehind(origin, nextOrigin, count) && isBehind(born, nextBorn, count);

type Place = UnrecordedEndFact['origin'];

function placeOf(origin: ReturnType<LineOrigins['originOf']>, { commits, paths }: WalkState): Place | null {
  const commit = commits.at(origin.commit);
  return commit ? { sha: commit.sha, path: paths.textOf(origin.path), line: origin.line } : null;
}

const comparePlaces = (one: Place, other: Place): number =>
  compareText(one.sha, other.sha) || compareText(one.path, other.path) || one.line - other.line;

const isBehind = (first: Place | null, next: Place | null, count: number): boolean =>
  first === null || next === null
    ? first === next
    : first.sha === next.sha && first.path === next.path && first.line + count === next.line;
