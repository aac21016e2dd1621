import { OUTSIDE } from '../commit-graph.ts';
import { lineAfter } from './file-history.ts';
import { isRemoved, type KnownHistory, type Place } from './find-writer.ts';

/** Where a walk begins for a line number before a commit. */
export type StartBefore =
  | { kind: 'at'; place: Place }
  /** The commit took the line away; `before` is where it stood. */
  | { kind: 'removed'; path: string; before: Place }
  | { kind: 'no_version' };

/** A line of the version before a commit: the same as the line after it where the commit left it alone or changed it in place. */
export function startBefore({ graph, files }: KnownHistory, { commit, path, line }: Place): StartBefore {
  const parents = graph.parentsOf(commit);
  const parent = parents[0];
  if (parent === undefined) return { kind: 'no_version' };
  const file = files.get(path);
  if (parents.length > 1) {
    const before = file?.routes.get(commit)?.parentPaths[0] ?? path;
    return { kind: 'at', place: { commit: parent, path: before, line } };
  }
  const change = file?.changes.get(commit);
  if (!change) return { kind: 'at', place: { commit: parent, path, line } };
  if (change.status === 'added') return { kind: 'no_version' };
  const before: Place = { commit: parent ?? OUTSIDE, path: change.pathBefore, line };
  if (change.binary || !isRemoved(change.hunks, line)) return { kind: 'at', place: before };
  const after = lineAfter(change, line);
  return after === null ? { kind: 'removed', path, before } : { kind: 'at', place: { commit, path, line: after } };
}
