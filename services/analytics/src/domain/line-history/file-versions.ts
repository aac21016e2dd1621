import { OUTSIDE } from '../commit-graph.ts';
import type { KnownHistory } from './find-writer.ts';

/** A commit that changed a file. */
export interface FileVersionStep {
  commit: number;
  path: string;
  pathBefore: string;
  status: string;
  linesAdded: number;
  linesDeleted: number;
}

const MERGED = 'merged';

/**
 * The commits that a version of a file comes from, newest first: of merges that took the file whole only the parent that they took
 * it from is followed, of those that put it together all parents whose lines it has.
 */
export function fileVersions(
  { graph, files }: KnownHistory,
  from: { commit: number; path: string },
): FileVersionStep[] {
  const steps: FileVersionStep[] = [];
  const seen = new Set<string>();
  const open = [from];
  for (let here = open.pop(); here !== undefined; here = open.pop()) {
    let { commit, path } = here;
    while (commit !== OUTSIDE) {
      const parents = graph.parentsOf(commit);
      const file = files.get(path);
      const change = parents.length > 1 ? undefined : file?.changes.get(commit);
      const route = parents.length > 1 ? file?.routes.get(commit) : undefined;
      if (change || route) {
        const key = `${commit}:${path}`;
        if (seen.has(key)) break;
        seen.add(key);
      }
      let place = 0;
      if (change) {
        const { pathBefore, status, hunks } = change;
        steps.push({ commit, path, pathBefore, status, ...countLines(hunks) });
        if (status === 'added' || status === 'deleted') break;
        path = pathBefore;
      } else if (route) {
        if (route.deleted) break;
        const own = path;
        if (route.parent < 0) {
          const used = parentsIn(route.segments);
          const [first = 0, ...others] = used.length > 0 ? used : parents.keys();
          steps.push({
            commit,
            path,
            pathBefore: route.parentPaths[first] ?? own,
            status: MERGED,
            linesAdded: 0,
            linesDeleted: 0,
          });
          for (const parent of others)
            open.push({ commit: parents[parent] ?? OUTSIDE, path: route.parentPaths[parent] ?? own });
          place = first;
        } else place = route.parent;
        path = route.parentPaths[place] ?? own;
      }
      commit = parents[place] ?? OUTSIDE;
    }
  }
  return steps.sort(
    (one, other) => graph.depthOf(other.commit) - graph.depthOf(one.commit) || one.commit - other.commit,
  );
}

function countLines(hunks: readonly number[]): { linesAdded: number; linesDeleted: number } {
  let linesAdded = 0;
  let linesDeleted = 0;
  for (let index = 0; index < hunks.length; index += 4) {
    linesDeleted += hunks[index + 1] ?? 0;
    linesAdded += hunks[index + 3] ?? 0;
  }
  return { linesAdded, linesDeleted };
}

/** The parents that segments (`[line after, count, parent, line before, …]`) come from. */
function parentsIn(segments: readonly number[]): number[] {
  const parents = new Set<number>();
  for (let index = 2; index < segments.length; index += 4)
    if ((segments[index] ?? -1) >= 0) parents.add(segments[index] ?? 0);
  return [...parents].sort((one, other) => one - other);
}
