import type { FileCategory } from '@linescope/source-reading/files/language-categories';

/** The changes and merge routes of one path, by commit number. */
export interface FileHistory {
  changes: Map<number, FileChange>;
  routes: Map<number, MergeRoute>;
}

export interface FileChange {
  pathBefore: string;
  status: string;
  modeBefore: string;
  modeAfter: string;
  binary: boolean;
  /** Its changed lines are too many to be stored one by one. */
  oversized: boolean;
  category: FileCategory;
  /** `[line before, count before, line after, count after, …]` */
  hunks: readonly number[];
  /** `[line after, source, line before, count, …]`; a source is an index into the next two. */
  links: readonly number[];
  linkPaths: readonly string[];
  /** The commit that wrote a copied line; empty for a line of the first parent. */
  linkShas: readonly string[];
  documentedFunctions: readonly string[];
  documentation: readonly string[];
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

/** Where a changed line came from; null where it is new. */
export function linkOf({ links, linkPaths, linkShas }: FileChange, line: number): LineLink | null {
  for (let index = 0; index < links.length; index += 4) {
    const offset = line - (links[index] ?? 0);
    if (offset < 0 || offset >= (links[index + 3] ?? 0)) continue;
    const source = links[index + 1] ?? 0;
    return { path: linkPaths[source] ?? '', line: (links[index + 2] ?? 0) + offset, sha: linkShas[source] || null };
  }
  return null;
}

/** What a line of the first parent became in the same file; null where it is gone or went elsewhere. */
export function lineAfter({ links, linkPaths, linkShas, pathBefore }: FileChange, line: number): number | null {
  for (let index = 0; index < links.length; index += 4) {
    const offset = line - (links[index + 2] ?? 0);
    const source = links[index + 1] ?? 0;
    const isOwn = linkShas[source] === '' && linkPaths[source] === pathBefore;
    if (isOwn && offset >= 0 && offset < (links[index + 3] ?? 0)) return (links[index] ?? 0) + offset;
  }
  return null;
}

export interface Rename {
  sha: string;
  path: string;
  pathBefore: string;
}

/** The former names of files, and the commits that renamed them. */
export interface Renames {
  /** The path and all its former names, nearest first. */
  namesOf(path: string): string[];
  /** The commits that renamed the path, and to what. Few paths have any, so a walk looks it up once, not at every commit. */
  awayFrom(path: string): ReadonlyMap<string, string>;
}

/** A file whose names lead to more than this is followed by further queries. */
const MAX_NAMES = 200;

const NEVER: ReadonlyMap<string, string> = new Map();

export function createRenames(renames: readonly Rename[]): Renames {
  const before = new Map<string, Set<string>>();
  const away = new Map<string, Map<string, string>>();
  for (const { sha, path, pathBefore } of renames) {
    const names = before.get(path) ?? new Set();
    before.set(path, names.add(pathBefore));
    const ways = away.get(pathBefore) ?? new Map();
    away.set(pathBefore, ways.set(sha, path));
  }
  return {
    namesOf(path) {
      const names = new Set([path]);
      for (const name of names) {
        if (names.size >= MAX_NAMES) break;
        for (const former of before.get(name) ?? []) names.add(former);
      }
      return [...names];
    },
    awayFrom: (path) => away.get(path) ?? NEVER,
  };
}
