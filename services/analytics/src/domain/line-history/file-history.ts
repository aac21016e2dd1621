/** What the repo's history says of one path, by commit number. */
export interface FileHistory {
  changes: Map<number, FileChange>;
  routes: Map<number, MergeRoute>;
  /** For each commit, where its lines came from, by line after; a line that is new has none. */
  links: Map<number, Map<number, LineLink>>;
}

export interface FileChange {
  pathBefore: string;
  status: string;
  modeBefore: string;
  modeAfter: string;
  binary: boolean;
  /** `[line before, count before, line after, count after, …]` */
  hunks: readonly number[];
}

/** Where a merge took the path from; a merge without one took it from its first parent. */
export interface MergeRoute {
  /** The parent it came from whole; -1 when it was put together. */
  parent: number;
  deleted: boolean;
  parentPaths: readonly string[];
  /** `[line after, count, parent (-1: the merge wrote it), line before, …]` */
  segments: readonly number[];
}

/** The line that a changed line was before: in the first parent, or, for a copy, as its writer `sha` wrote it. */
export interface LineLink {
  path: string;
  line: number;
  sha: string | null;
}

export interface Rename {
  sha: string;
  path: string;
  pathBefore: string;
}

/** Which names a file had, and which commits took a name away. */
export interface Renames {
  /** The path and all its former names, nearest first. */
  namesOf(path: string): string[];
  /** What a commit renamed the path to, if it did. */
  renamedTo(sha: string, path: string): string | null;
}

/** A file whose names lead to more than this is followed by further queries. */
const MOST_NAMES = 200;

export function createRenames(renames: readonly Rename[]): Renames {
  const before = new Map<string, Set<string>>();
  const away = new Map<string, string>();
  for (const { sha, path, pathBefore } of renames) {
    const names = before.get(path) ?? new Set();
    before.set(path, names.add(pathBefore));
    away.set(`${sha}:${pathBefore}`, path);
  }
  return {
    namesOf(path) {
      const names = new Set([path]);
      for (const name of names) {
        if (names.size >= MOST_NAMES) break;
        for (const former of before.get(name) ?? []) names.add(former);
      }
      return [...names];
    },
    renamedTo: (sha, path) => away.get(`${sha}:${path}`) ?? null,
  };
}
