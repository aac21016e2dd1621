import { type CommitGraph, OUTSIDE } from '../commit-graph.ts';
import type { FileChange, FileHistory, MergeRoute, Renames } from './file-history.ts';
import { createPassing } from './touching-commits.ts';

/** A line of a version of a file. */
export interface Place {
  commit: number;
  path: string;
  line: number;
}

/** A line that a commit wrote; `change` is null where that is a merge. */
export interface WrittenLine {
  kind: 'written';
  place: Place;
  change: FileChange | null;
}

/** Where going back from a place ends. */
export type Found =
  | WrittenLine
  /** The commit gave the file another name and left the line alone; `before` is where to go on. */
  | { kind: 'file_moved'; place: Place; before: Place }
  | { kind: 'not_imported'; path: string; line: number }
  | { kind: 'binary' }
  | { kind: 'not_a_file' }
  | { kind: 'deleted'; commit: number; renamedTo: string | null }
  | { kind: 'unknown_file' }
  | { kind: 'past_end' }
  /** The history of this path has not been read yet. */
  | { kind: 'unread'; path: string };

export interface KnownHistory {
  graph: CommitGraph;
  renames: Renames;
  files: ReadonlyMap<string, FileHistory>;
}

const SUBMODULE = '160000';

/**
 * Goes from a line of a version back to the commit that wrote it, as blame does: past commits that did not touch the file,
 * through hunks above the line (which only shift it), through merges to the parent they took the line from.
 *
 *   commit ── no change of the path ──▶ first parent, same line
 *          ── line within a hunk ─────▶ written here
 *          ── hunks above it ─────────▶ first parent, line − added + deleted
 *   merge  ── a route for the path ───▶ that parent, that line; or written by the merge
 */
export function findWriter(known: KnownHistory, from: Place): Found {
  const { graph, renames, files } = known;
  const { path } = from;
  let { commit, line } = from;
  const file = files.get(path);
  if (!file) return { kind: 'unread', path };
  const away = renames.awayFrom(path);
  const passOn = createPassing(known, path);
  while (commit !== OUTSIDE) {
    commit = passOn(commit);
    const parents = graph.parentsOf(commit);
    const here: Place = { commit, path, line };
    if (parents.length > 1) {
      const route = file.routes.get(commit);
      if (route) {
        const end = throughMerge(route, here, parents);
        if ('kind' in end) return end;
        if (end.path !== path) return { kind: 'file_moved', place: here, before: end };
        line = end.line;
        commit = end.commit;
        continue;
      }
    } else {
      const change = file.changes.get(commit);
      if (change) {
        const end = throughChange(change, here, parents);
        if ('kind' in end) return end;
        if (end.path !== path) return { kind: 'file_moved', place: here, before: end };
        line = end.line;
      } else if (away.size > 0) {
        const renamedTo = away.get(graph.at(commit).sha);
        if (renamedTo !== undefined) return { kind: 'deleted', commit, renamedTo };
      }
    }
    const parent = parents[0];
    if (parent === undefined) return { kind: 'unknown_file' };
    commit = parent;
  }
  return { kind: 'not_imported', path, line };
}

function throughChange(change: FileChange, here: Place, parents: readonly number[]): Found | Place {
  if (change.status === 'deleted') return { kind: 'deleted', commit: here.commit, renamedTo: null };
  if (change.modeAfter === SUBMODULE) return { kind: 'not_a_file' };
  if (change.binary) return { kind: 'binary' };
  const before = lineBefore(change.hunks, here.line);
  if (before === null) return { kind: 'written', place: here, change };
  const isNew = change.status === 'added' || change.modeBefore === SUBMODULE;
  if (isNew) return { kind: 'past_end' };
  return { commit: parents[0] ?? OUTSIDE, path: change.pathBefore, line: before };
}

/** The line's number before the hunks; null where one of them wrote it. */
export function lineBefore(hunks: readonly number[], line: number): number | null {
  let shift = 0;
  for (let index = 0; index < hunks.length; index += 4) {
    const countBefore = hunks[index + 1] ?? 0;
    const start = hunks[index + 2] ?? 0;
    const count = hunks[index + 3] ?? 0;
    // A hunk that only deletes comes after the line it names.
    const first = count === 0 ? start + 1 : start;
    if (line < first) break;
    if (line < first + count) return null;
    shift += countBefore - count;
  }
  return line + shift;
}

/** Whether the hunks took away the line of this number before them. */
export function isRemoved(hunks: readonly number[], line: number): boolean {
  for (let index = 0; index < hunks.length; index += 4) {
    const start = hunks[index] ?? 0;
    if (line >= start && line < start + (hunks[index + 1] ?? 0)) return true;
  }
  return false;
}

function throughMerge(route: MergeRoute, here: Place, parents: readonly number[]): Found | Place {
  if (route.deleted) return { kind: 'deleted', commit: here.commit, renamedTo: null };
  if (route.parent >= 0) return inParent(route, here, parents, route.parent, here.line);
  if (route.segments.length === 0) return { kind: 'binary' };
  for (let index = 0; index < route.segments.length; index += 4) {
    const start = route.segments[index] ?? 0;
    const count = route.segments[index + 1] ?? 0;
    if (here.line < start || here.line >= start + count) continue;
    const parent = route.segments[index + 2] ?? -1;
    if (parent < 0) return { kind: 'written', place: here, change: null };
    return inParent(route, here, parents, parent, (route.segments[index + 3] ?? 1) + here.line - start);
  }
  return { kind: 'past_end' };
}

const inParent = (route: MergeRoute, here: Place, parents: readonly number[], parent: number, line: number): Place => ({
  commit: parents[parent] ?? OUTSIDE,
  path: route.parentPaths[parent] ?? here.path,
  line,
});
