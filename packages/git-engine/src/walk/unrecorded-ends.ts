import type { UnrecordedEndFact } from '../facts.ts';
import type { CommitHeader } from '../git/diff-records.ts';
import type { FileStep } from './apply-commit.ts';
import type { CommitGraph } from './commit-graph.ts';
import { collect, common, differenceOf, type IdRanges, united, without } from './id-ranges.ts';
import { fileAt, type Lane } from './lane.ts';
import { ENDLESS, type LineOrigins, NO_COMMIT } from './line-origins.ts';
import { touches } from './living.ts';
import { MOST_PARENTS, partialAncestors } from './partial-ancestors.ts';
import { compareText, pathsSince, type WalkState } from './walk-state.ts';

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
): UnrecordedEndFact[] {
  if (parents.length > MOST_PARENTS) return [];
  const differences = lanes.map((before) => differenceOf(before, lane));
  const gone = differences.map(({ onlyOne }) => onlyOne);
  const fresh = differences.map(({ onlyOther }) => onlyOther);
  if ([...gone, ...fresh].every((ranges) => ranges.length === 0)) return [];
  const partial = partialAncestors(graph, parents);
  const maskOf = (sha: string): number | undefined => partial.get(graph.indexOf.get(sha) ?? -1);
  /** Whether a parent descends from the commit that wrote lines; one that the graph does not have is an ancestor of all. */
  const descends = (parent: number, commit: number): boolean => {
    const mask = maskOf(state.commits.at(commit)?.sha ?? '');
    return mask === undefined || (mask & (2 ** parent)) !== 0;
  };
  const dropped: number[] = [];
  const kept: number[] = [];
  const seen: number[] = [];
  for (const [parent, ranges] of gone.entries()) {
    for (const { commit, start, end } of byCommit(without(ranges, united(seen)), state.origins, number)) {
      const others = gone.filter((_, other) => other !== parent && descends(other, commit));
      dropped.push(...others.reduce<IdRanges>((left, other) => common(left, other), [start, end]));
    }
    for (const [merge, lines] of state.kept)
      if (((maskOf(merge) ?? 0) & (2 ** parent)) !== 0) dropped.push(...common(ranges, lines));
    seen.push(...ranges);
  }
  for (const [parent, ranges] of fresh.entries()) {
    const known: number[] = [];
    for (const { commit, start, end } of byCommit(ranges, state.origins, number))
      if (descends(parent, commit)) known.push(start, end);
    kept.push(...notStanding(known, lanes[parent], state));
  }
  if (kept.length > 0) state.kept.set(header.sha, united(kept));
  const ended = notStanding(united(dropped), lane, state);
  const isNew = (ranges: IdRanges, parent: number) => notStanding(ranges, lanes[parent], state);
  const living = ended.length > 0 ? rootsOf(fresh.flatMap(isNew), state) : [];
  return [...factsOf(ended, false, header, state, living), ...factsOf(united(kept), true, header, state, [])];
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
  const gone = notStanding(differenceOf(before, after).onlyOne, after, state);
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
function notStanding(ranges: IdRanges, lane: Lane | undefined, state: WalkState): IdRanges {
  const paths = new Set<number>();
  for (const { path } of pieces(ranges, state.origins)) {
    if (!paths.has(path)) for (const later of pathsSince(state, path)) paths.add(later);
  }
  const standing: number[] = [];
  for (const path of paths) {
    const file = lane && fileAt(lane, path);
    if (file !== undefined) collect(file.runs, standing);
  }
  return standing.length === 0 ? ranges : without(ranges, united(standing));
}

/** What the merge wrote itself, and what nobody knows, is left out. */
function* byCommit(ranges: IdRanges, origins: LineOrigins, merge: number) {
  for (const piece of pieces(ranges, origins)) if (piece.commit !== merge && piece.commit !== NO_COMMIT) yield piece;
}

/** Ranges cut where another commit wrote, or another file. */
function* pieces(ranges: IdRanges, origins: LineOrigins) {
  for (let index = 0; index < ranges.length; index += 2) {
    const end = ranges[index + 1] ?? 0;
    for (let start = ranges[index] ?? 0; start < end; ) {
      const entry = origins.entryOf(start);
      const next = entry + 1 < origins.size ? Math.min(end, origins.firstAt(entry + 1)) : end;
      yield { commit: origins.commitAt(entry), path: origins.pathAt(entry), start, end: next };
      start = next;
    }
  }
}

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
