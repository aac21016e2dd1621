import type { Facts, FileChangeFact, MergeRouteFact } from '../facts.ts';

/**
 * Finds who wrote a line from facts alone: commit parents, hunks, renames and merge routes, as line history does. A proof
 * that nothing else need be stored.
 */
export function createLineTracer(facts: Facts) {
  const commits = new Map(facts.commits.map((commit) => [commit.sha, commit]));
  const files = new Map(
    facts.fileChanges.filter((file) => file.status !== 'deleted').map((file) => [keyOf(file), file]),
  );
  const routes = new Map(facts.mergeRoutes.map((route) => [keyOf(route), route]));

  return (at: string, path: string, line: number) => {
    let place = { sha: at, path, line };
    while (true) {
      const commit = commits.get(place.sha);
      const parent = commit?.parents[0];
      if (commit === undefined) return null;
      const change = files.get(keyOf(place));
      const route = routes.get(keyOf(place));
      if (commit.isMerge) {
        const step = throughMerge(route, place.path, place.line);
        if (step === null) return place;
        place = { sha: commit.parents[step.parent] ?? '', path: step.path, line: step.line };
      } else if (change === undefined) {
        if (parent === undefined) return null;
        place = { ...place, sha: parent };
      } else {
        const before = change.status === 'added' ? null : lineBefore(change, place.line);
        if (before === null || parent === undefined) return place;
        place = { sha: parent, path: change.pathBefore, line: before };
      }
    }
  };
}

function keyOf({ sha, path }: { sha: string; path: string }): string {
  return `${sha} ${path}`;
}

/** The line a line was before a commit; null when the commit wrote it. */
export function lineBefore(change: FileChangeFact, line: number): number | null {
  let shift = 0;
  for (let index = 0; index < change.hunks.length; index += 4) {
    const [oldCount = 0, newStart = 0, newCount = 0] = change.hunks.slice(index + 1, index + 4);
    // A hunk that only deletes names the line it stands behind.
    if (newCount > 0 ? line < newStart : line <= newStart) break;
    if (line < newStart + newCount) return null;
    shift += oldCount - newCount;
  }
  return line + shift;
}

function throughMerge(route: MergeRouteFact | undefined, path: string, line: number) {
  if (route === undefined) return { parent: 0, path, line };
  if (route.parent >= 0) return { parent: route.parent, path: route.parentPaths[route.parent] ?? path, line };
  for (let index = 0; index < route.segments.length; index += 4) {
    const [start = 0, count = 0, parent = 0, from = 0] = route.segments.slice(index, index + 4);
    if (line < start || line >= start + count) continue;
    return parent < 0 ? null : { parent, path: route.parentPaths[parent] ?? path, line: from + line - start };
  }
  return null;
}
