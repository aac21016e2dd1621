import type { UnrecordedEndFact } from '../facts.ts';
import type { CommitHeader } from '../git/diff-records.ts';
import type { FileStep } from './apply-commit.ts';
import type { CommitGraph } from './commit-graph.ts';
import { common, differenceOf, type IdRanges, united, without } from './id-ranges.ts';
import type { Lane } from './lane.ts';
import { ENDLESS, type LineOrigins, NO_COMMIT } from './line-origins.ts';
import { MOST_PARENTS, partialAncestors } from './partial-ancestors.ts';
import type { WalkState } from './walk-state.ts';

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
  for (const [parent, ranges] of fresh.entries())
    for (const { commit, start, end } of byCommit(ranges, state.origins, number))
      if (descends(parent, commit)) kept.push(start, end);
  if (kept.length > 0) state.kept.set(header.sha, united(kept));
  const living = dropped.length > 0 ? rootsOf(united(fresh.flat()), state) : new Set<number>();
  return [
    ...factsOf(united(dropped), false, header, state, living),
    ...factsOf(united(kept), true, header, state, new Set()),
  ];
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
  const gone = differenceOf(before, after).onlyOne;
  const recorded = united(removed);
  return [
    ...factsOf(without(gone, recorded), false, header, state, new Set()),
    ...factsOf(without(recorded, gone), true, header, state, new Set()),
  ];
}

/** Ranges cut where another commit wrote; what the merge wrote itself, and what nobody knows, is left out. */
function* byCommit(ranges: IdRanges, origins: LineOrigins, merge: number) {
  for (let index = 0; index < ranges.length; index += 2) {
    const end = ranges[index + 1] ?? 0;
    for (let start = ranges[index] ?? 0; start < end; ) {
      const entry = origins.entryOf(start);
      const next = entry + 1 < origins.size ? Math.min(end, origins.firstAt(entry + 1)) : end;
      const commit = origins.commitAt(entry);
      if (commit !== merge && commit !== NO_COMMIT) yield { commit, start, end: next };
      start = next;
    }
  }
}

function rootsOf(ranges: IdRanges, { roots }: WalkState): Set<number> {
  const found = new Set<number>();
  for (let index = 0; index < ranges.length; index += 2)
    for (let id = ranges[index] ?? 0; id < (ranges[index + 1] ?? 0); id++) found.add(roots.rootOf(id));
  return found;
}

/** Lines in a row are one fact, as long as they were written in a row. `living`: those that go on as other lines. */
function factsOf(
  ranges: IdRanges,
  kept: boolean,
  { sha, authoredAt, committedAt }: CommitHeader,
  state: WalkState,
  living: ReadonlySet<number>,
): UnrecordedEndFact[] {
  const facts: UnrecordedEndFact[] = [];
  let last: { fact: UnrecordedEndFact; id: number; root: number } | null = null;
  for (let index = 0; index < ranges.length; index += 2) {
    for (let id = ranges[index] ?? 0; id < (ranges[index + 1] ?? 0); id++) {
      const root = state.roots.rootOf(id);
      const written = state.origins.originOf(id);
      const birth = root === id ? written : state.origins.originOf(root);
      const origin = placeOf(written, state);
      if (origin === null) continue;
      const born = living.has(root) ? null : placeOf(birth, state);
      const count: number = last?.fact.count ?? 0;
      const goesOn =
        last !== null &&
        last.id + count === id &&
        last.root + count === root &&
        isBehind(last.fact.origin, origin, count) &&
        isBehind(last.fact.born, born, count);
      if (last !== null && goesOn) last.fact.count++;
      else {
        last = { fact: { sha, authoredAt, committedAt, kept, origin, born, count: 1 }, id, root };
        facts.push(last.fact);
      }
    }
  }
  return facts;
}

type Place = UnrecordedEndFact['origin'];

function placeOf(origin: ReturnType<LineOrigins['originOf']>, { commits, paths }: WalkState): Place | null {
  const commit = commits.at(origin.commit);
  return commit ? { sha: commit.sha, path: paths.textOf(origin.path), line: origin.line } : null;
}

const isBehind = (first: Place | null, next: Place | null, count: number): boolean =>
  first === null || next === null
    ? first === next
    : first.sha === next.sha && first.path === next.path && first.line + count === next.line;
