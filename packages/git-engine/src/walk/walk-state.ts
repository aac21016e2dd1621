import { BlockIndex } from '../lines/block-index.ts';
import { KeptLines } from './kept-lines.ts';
import { fileAt, type Lane } from './lane.ts';
import { LineOrigins } from './line-origins.ts';
import { LineRoots } from './line-roots.ts';
import { Paths } from './paths.ts';
import { holdsBlock } from './runs.ts';
import { type WrittenCommit, WrittenCommits } from './written-commits.ts';

/** All that the walk knows between two commits. */
export type WalkState = {
  readonly paths: Paths;
  readonly origins: LineOrigins;
  readonly roots: LineRoots;
  readonly commits: WrittenCommits;
  readonly blocks: BlockIndex;
  /** The lines that define a function or class, by its name. */
  readonly definitions: BlockIndex;
  /** Where files of a path were renamed to, on any lane, and from where. */
  readonly renames: Map<number, Set<number>>;
  readonly renamedFrom: Map<number, Set<number>>;
  readonly kept: KeptLines;
  /** The trees of commits that still have children to come, or are to be remembered. */
  readonly lanes: Map<string, Lane>;
};

export function createWalkState(): WalkState {
  const paths = new Paths();
  const origins = new LineOrigins();
  const commits = new WrittenCommits();
  const byAge = (a: number, b: number) => compareAge(a, b, origins, commits, paths);
  const blocks = new BlockIndex(byAge);
  const definitions = new BlockIndex(byAge);
  const roots = new LineRoots();
  const kept = new KeptLines();
  const [renames, renamedFrom, lanes] = [new Map(), new Map(), new Map()];
  return { paths, origins, roots, commits, blocks, definitions, renames, renamedFrom, kept, lanes };
}

/** By time of authoring, then by names: an order that does not depend on how the graph was read. */
function compareAge(a: number, b: number, origins: LineOrigins, commits: WrittenCommits, paths: Paths): number {
  const first = origins.originOf(a);
  const second = origins.originOf(b);
  const one = commits.at(first.commit);
  const two = commits.at(second.commit);
  if (one === undefined || two === undefined) return 0;
  return (
    one.authoredAt - two.authoredAt ||
    compareText(one.sha, two.sha) ||
    compareText(paths.bytesOf(first.path), paths.bytesOf(second.path)) ||
    first.line - second.line
  );
}

export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** The number of a commit that is about to write. One that is read again gets its number back, and so do its lines. */
export function beginCommit(state: WalkState, commit: WrittenCommit): number {
  const known = state.commits.numberOf(commit.sha);
  state.origins.recall(known ?? null);
  return known ?? state.commits.add(commit);
}

export function noteRename(state: WalkState, from: number, to: number): void {
  addTo(state.renames, from, to);
  addTo(state.renamedFrom, to, from);
}

function addTo(sets: Map<number, Set<number>>, path: number, other: number): void {
  const known = sets.get(path);
  if (known === undefined) sets.set(path, new Set([other]));
  else known.add(other);
}

/** Whether lines that were written together still stand together in this tree, under any path but one. */
export function stands(state: WalkState, lane: Lane, id: number, span: number, except = NO_PATH): boolean {
  const holds = (path: number) => {
    const file = path === except ? undefined : fileAt(lane, path);
    return file !== undefined && holdsBlock(file.runs, id, span);
  };
  const born = state.origins.pathAt(state.origins.entryOf(id));
  for (const path of pathsSince(state, born)) if (holds(path)) return true;
  return false;
}

/** A path, and those that files of it were renamed to. */
export const pathsSince = ({ renames }: WalkState, born: number): Generator<number> => reachable(renames, born);

/** A path, and those that files of it were renamed from. */
export const pathsBefore = ({ renamedFrom }: WalkState, path: number): Generator<number> =>
  reachable(renamedFrom, path);

function* reachable(renames: ReadonlyMap<number, ReadonlySet<number>>, from: number): Generator<number> {
  yield from;
  if (!renames.has(from)) return;
  const seen = new Set([from]);
  const open = [from];
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    for (const other of renames.get(path) ?? []) {
      if (seen.has(other)) continue;
      seen.add(other);
      open.push(other);
      yield other;
    }
  }
}

const NO_PATH = -1;
