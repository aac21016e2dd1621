import { OUTSIDE } from '../commit-graph.ts';
import type { FileChange, MergeRoute } from './file-history.ts';
import type { Found, KnownHistory } from './find-writer.ts';
import { createPassing } from './touching-commits.ts';

/** A file as it was just before the window. */
export interface WindowPlace {
  sha: string;
  path: string;
}

export type FileVersion =
  /** So many lines, and those of the file as it was just before the window, where it is that old. */
  | { kind: 'file'; lines: number; and: WindowPlace | null }
  | { kind: 'no_file'; reason: Extract<Found, { kind: 'binary' | 'not_a_file' | 'deleted' | 'unknown_file' }> }
  | { kind: 'unread'; path: string };

const SUBMODULE = '160000';
/** A merge of files from before the reading stores its last segment as endless. */
const ENDLESS = 2 ** 30;

/** What a path is at a version, and how many lines it has: the hunks on the way back to where its length is known. */
export function findFileVersion(known: KnownHistory, from: { commit: number; path: string }): FileVersion {
  const { graph, files, renames } = known;
  let { commit, path } = from;
  let lines = 0;
  let away = renames.awayFrom(path);
  let passOn = createPassing(known, path);
  const goOnAs = (name: string) => {
    if (name === path) return;
    path = name;
    away = renames.awayFrom(path);
    passOn = createPassing(known, path);
  };
  const noFile = (reason: Extract<FileVersion, { kind: 'no_file' }>['reason']): FileVersion => ({
    kind: 'no_file',
    reason,
  });
  while (true) {
    const file = files.get(path);
    if (!file) return { kind: 'unread', path };
    commit = passOn(commit);
    const parents = graph.parentsOf(commit);
    const change = parents.length > 1 ? undefined : file.changes.get(commit);
    const route = parents.length > 1 ? file.routes.get(commit) : undefined;
    let place = 0;
    if (change) {
      if (change.status === 'deleted') return noFile({ kind: 'deleted', commit, renamedTo: null });
      if (change.modeAfter === SUBMODULE) return noFile({ kind: 'not_a_file' });
      if (change.binary) return noFile({ kind: 'binary' });
      lines += grownBy(change);
      if (change.status === 'added' || change.modeBefore === SUBMODULE) return { kind: 'file', lines, and: null };
      goOnAs(change.pathBefore);
    } else if (route) {
      if (route.deleted) return noFile({ kind: 'deleted', commit, renamedTo: null });
      if (route.parent < 0) {
        const end = lastSegment(route);
        if (end === null) return noFile({ kind: 'binary' });
        lines += end.lines;
        if (end.parent === null) return { kind: 'file', lines, and: null };
        place = end.parent;
      } else place = route.parent;
      goOnAs(route.parentPaths[place] ?? path);
    } else if (away.size > 0 && parents.length < 2) {
      const renamedTo = away.get(graph.at(commit).sha);
      if (renamedTo !== undefined) return noFile({ kind: 'deleted', commit, renamedTo });
    }
    if (parents.length === 0) return noFile({ kind: 'unknown_file' });
    const parent = parents[place] ?? OUTSIDE;
    if (parent === OUTSIDE) return { kind: 'file', lines, and: { sha: graph.at(commit).parents[place] ?? '', path } };
    commit = parent;
  }
}

function grownBy({ hunks }: FileChange): number {
  let grown = 0;
  for (let index = 0; index < hunks.length; index += 4) grown += (hunks[index + 3] ?? 0) - (hunks[index + 1] ?? 0);
  return grown;
}

/** How many lines a merge put together; where its end is open, those before it, and the parent whose lines go on there. */
function lastSegment({ segments }: MergeRoute): { lines: number; parent: number | null } | null {
  const at = segments.length - 4;
  const [start = 0, count = 0, parent = -1, before = 1] = segments.slice(Math.max(at, 0));
  if (at < 0) return null;
  if (count < ENDLESS || parent < 0) return { lines: start + count - 1, parent: null };
  return { lines: start - before, parent };
}
