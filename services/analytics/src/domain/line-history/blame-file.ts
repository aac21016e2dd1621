import { OUTSIDE } from '../commit-graph.ts';
import type { FileChange, MergeRoute } from './file-history.ts';
import type { KnownHistory } from './find-writer.ts';
import { byLine, isInOrder, type Run, takeWritten, throughHunks, throughSegments } from './line-runs.ts';
import { createPassing } from './touching-commits.ts';

/** Lines of the asked version that one commit wrote, or that were there when the window began. */
export type BlamedRun =
  | { kind: 'written'; at: number; count: number; commit: number; path: string; line: number }
  /** `sha` is the commit just before the window in which they stood. */
  | { kind: 'before_window'; at: number; count: number; sha: string; path: string; line: number };

interface Suspect {
  commit: number;
  path: string;
  /** Its own: they are changed on the way. */
  runs: Run[];
  /** Two ways can lead to one line; else runs are in order. */
  inOrder: boolean;
}

/** Lines of a version of a file, from `from` on. */
export interface VersionLines {
  commit: number;
  path: string;
  from: number;
  count: number;
}

/**
 * Who wrote each line of a version, as blame finds it: all lines go back together, newest commit first, and where two ways meet
 * again they go on as one. The histories of all former names of the path are known.
 *
 *   version ─ runs ─▶ commit ─┬─ lines within its hunks: written here
 *                             └─ the others, shifted ─▶ its parent; a merge deals them out to the parents they came from
 */
export function blameFile(known: KnownHistory, { commit: at, path: name, from, count }: VersionLines): BlamedRun[] {
  const { graph, files } = known;
  const blamed: BlamedRun[] = [];
  const suspects = createSuspects(graph.depthOf);
  const passings = new Map<string, (commit: number) => number>();
  const passingOf = (path: string) => {
    const passOn = passings.get(path) ?? createPassing(known, path);
    passings.set(path, passOn);
    return passOn;
  };
  const isTouched = (commit: number, path: string): boolean => {
    const file = files.get(path);
    return (graph.parentsOf(commit).length > 1 ? file?.routes.has(commit) : file?.changes.has(commit)) ?? false;
  };
  /** Goes on at a parent, past all commits that did not touch the file: nothing is made for those. */
  const pass = (child: number, way: number, path: string, runs: Run[], inOrder: boolean): void => {
    if (runs.length === 0) return;
    let [commit, place] = [child, way];
    let parent = graph.parentsOf(commit)[place];
    while (parent !== undefined && parent !== OUTSIDE) {
      commit = passingOf(path)(parent);
      if (isTouched(commit, path)) {
        suspects.add({ commit, path, runs, inOrder });
        return;
      }
      place = 0;
      parent = graph.parentsOf(commit)[0];
    }
    if (parent === undefined) return;
    const sha = graph.at(commit).parents[place] ?? '';
    for (const run of runs)
      blamed.push({ kind: 'before_window', at: run.at, count: run.count, sha, path, line: run.line });
  };
  const settle = (commit: number, path: string, runs: readonly Run[]): void => {
    for (const { at, line, count } of runs) blamed.push({ kind: 'written', at, count, commit, path, line });
  };
  const throughChange = ({ commit, path, runs, inOrder }: Suspect, change: FileChange): void => {
    if (inOrder) {
      settle(commit, path, takeWritten(runs, change.hunks));
      pass(commit, 0, change.pathBefore, runs, true);
      return;
    }
    const { written, before } = throughHunks(runs, change.hunks);
    settle(commit, path, written);
    pass(commit, 0, change.pathBefore, before, false);
  };
  const throughMerge = ({ commit, path, runs, inOrder }: Suspect, route: MergeRoute): void => {
    const pathIn = (parent: number) => route.parentPaths[parent] ?? path;
    if (route.parent >= 0) {
      pass(commit, route.parent, pathIn(route.parent), runs, inOrder);
      return;
    }
    for (const [parent, own] of throughSegments(runs, route.segments)) {
      if (parent < 0) settle(commit, path, own);
      else pass(commit, parent, pathIn(parent), own, isInOrder(own));
    }
  };

  const asked = count > 0 ? [{ at: from, line: from, count }] : [];
  suspects.add({ commit: at, path: name, runs: asked, inOrder: true });
  for (let suspect = suspects.take(); suspect !== null; suspect = suspects.take()) {
    const { commit, path, runs, inOrder } = suspect;
    const file = files.get(path);
    const isMerge = graph.parentsOf(commit).length > 1;
    const change = isMerge ? undefined : file?.changes.get(commit);
    const route = isMerge ? file?.routes.get(commit) : undefined;
    if (change) throughChange(suspect, change);
    else if (route) throughMerge(suspect, route);
    else if (graph.parentsOf(commit).length > 0) pass(commit, 0, path, runs, inOrder);
  }
  return blamed.sort((one, other) => one.at - other.at);
}

/** Versions that still hold lines, the deepest first. Most of the time there is only one, which needs no order. */
function createSuspects(depthOf: (commit: number) => number) {
  const open = new Map<string, Suspect>();
  let only: Suspect | null = null;
  const put = (suspect: Suspect): void => {
    const key = `${suspect.commit}:${suspect.path}`;
    const known = open.get(key);
    if (!known) {
      open.set(key, suspect);
      return;
    }
    known.runs = [...known.runs, ...suspect.runs].sort(byLine);
    known.inOrder = isInOrder(known.runs);
  };
  return {
    add(suspect: Suspect): void {
      if (suspect.runs.length === 0) return;
      if (only === null && open.size === 0) {
        only = suspect;
        return;
      }
      if (only !== null) put(only);
      only = null;
      put(suspect);
    },
    take(): Suspect | null {
      if (only !== null) {
        const taken = only;
        only = null;
        return taken;
      }
      let deepest: [string, Suspect] | null = null;
      for (const entry of open)
        if (deepest === null || depthOf(entry[1].commit) > depthOf(deepest[1].commit)) deepest = entry;
      if (deepest === null) return null;
      open.delete(deepest[0]);
      return deepest[1];
    },
  };
}
