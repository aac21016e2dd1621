import { type CommitGraph, OUTSIDE } from '../commit-graph.ts';

/** Of each path of a repo, the commits that changed it, merges that took it from another parent included. */
export interface TreeChanges {
  paths: readonly string[];
  /** `commits[from[n] … from[n + 1])` are those of the nth path; `modes` says what each left there, empty: nothing. */
  from: Uint32Array;
  commits: Int32Array;
  modes: readonly string[];
}

export interface TreeFile {
  path: string;
  mode: string;
  /** The last commit on the way of first parents that changed it; null where that was before the window. */
  commit: number | null;
}

/**
 * The tree of a version: what is not recorded otherwise a commit takes from its first parent, so of each path the newest change
 * along the first parents counts, and where there is none, the tree just before the window.
 */
export function treeAt(
  graph: CommitGraph,
  changes: TreeChanges,
  version: number,
): { files: TreeFile[]; isRestBefore: (path: string) => boolean; before: string | null } {
  const order = new Int32Array(graph.size).fill(-1);
  let before: string | null = null;
  let commit = version;
  for (let age = 0; commit !== OUTSIDE; age++) {
    order[commit] = age;
    const parent: number | undefined = graph.parentsOf(commit)[0];
    if (parent === OUTSIDE) before = graph.at(commit).parents[0] ?? null;
    commit = parent ?? OUTSIDE;
  }
  const files: TreeFile[] = [];
  const decided = new Set<string>();
  for (const [index, path] of changes.paths.entries()) {
    let newest = -1;
    for (let at = changes.from[index] ?? 0; at < (changes.from[index + 1] ?? 0); at++) {
      const age = order[changes.commits[at] ?? 0] ?? -1;
      const known = newest < 0 ? Number.POSITIVE_INFINITY : (order[changes.commits[newest] ?? 0] ?? 0);
      // A commit may rename a file and write another of the same name.
      if (age >= 0 && (age < known || (age === known && changes.modes[at] !== ''))) newest = at;
    }
    if (newest < 0) continue;
    decided.add(path);
    const mode = changes.modes[newest] ?? '';
    if (mode !== '') files.push({ path, mode, commit: changes.commits[newest] ?? null });
  }
  return { files, before, isRestBefore: (path) => !decided.has(path) };
}
