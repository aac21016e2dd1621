import { OUTSIDE } from '../commit-graph.ts';
import type { KnownHistory, Place } from './find-writer.ts';

/** The documentation of a function at a version: that of the last change which wrote the function with it. */
export function findDocumentation(
  { graph, files }: KnownHistory,
  { commit: from, path: name }: Place,
  functionName: string,
): string | null {
  if (!isEverDocumented(files, functionName)) return null;
  let commit = from;
  let path = name;
  while (commit !== OUTSIDE) {
    const parents = graph.parentsOf(commit);
    const change = files.get(path)?.changes.get(commit);
    if (change) {
      const index = change.documentedFunctions.indexOf(functionName);
      if (index >= 0) return change.documentation[index] ?? null;
      if (change.status === 'added') return null;
      path = change.pathBefore;
    }
    const route = parents.length > 1 ? files.get(path)?.routes.get(commit) : undefined;
    const parent = route && route.parent > 0 ? route.parent : 0;
    path = route?.parentPaths[parent] ?? path;
    commit = parents[parent] ?? OUTSIDE;
  }
  return null;
}

/** Most functions are not, which saves the walk. */
const isEverDocumented = (files: KnownHistory['files'], functionName: string): boolean =>
  files
    .values()
    .some((file) => file.changes.values().some((change) => change.documentedFunctions.includes(functionName)));
