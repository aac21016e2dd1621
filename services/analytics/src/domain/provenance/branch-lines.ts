import { type Run, throughHunks, throughSegments } from '../line-history/line-runs.ts';

/** What a commit did to a path. */
export interface BranchChange {
  pathBefore: string;
  status: string;
  blobAfter: string;
  binary: boolean;
  /** `[line before, count before, line after, count after, …]` */
  hunks: readonly number[];
}

/** Where a merge took a path from, as `MergeRoute` of the line history. */
export interface BranchRoute {
  parent: number;
  deleted: boolean;
  parentPaths: readonly string[];
  segments: readonly number[];
}

/** The commits of a branch that the target does not descend from. */
export interface Branch {
  /** Undefined for a commit that is not of the branch: what it has is older. */
  parentsOf(sha: string): readonly string[] | undefined;
  changeOf(sha: string, path: string): BranchChange | undefined;
  routeOf(sha: string, path: string): BranchRoute | undefined;
}

/** Lines from `at` on of a version, which a commit of the branch wrote as its lines from `line` on. */
export interface WrittenRun {
  at: number;
  count: number;
  sha: string;
  path: string;
  line: number;
}

/** More lines than any file has: how many it has is not stored. */
const ENDLESS = 2 ** 31;

/**
 * Which lines of a file at a commit were written by the branch, and where: goes back from the commit as blame does, and stops where
 * the branch began.
 */
export function branchLines(branch: Branch, head: string, file: string): WrittenRun[] {
  const written: WrittenRun[] = [];
  const open: { sha: string; path: string; runs: Run[] }[] = [];
  const push = (sha: string | undefined, path: string, runs: Run[]): void => {
    if (sha !== undefined && runs.length > 0) open.push({ sha, path, runs });
  };
  push(head, file, [{ at: 1, line: 1, count: ENDLESS }]);
  for (let suspect = open.pop(); suspect !== undefined; suspect = open.pop()) {
    const { sha, path, runs } = suspect;
    const parents = branch.parentsOf(sha);
    if (parents === undefined) continue;
    const settle = (own: readonly Run[]): void => {
      for (const { at, line, count } of own) written.push({ at, count, sha, path, line });
    };
    if (parents.length > 1) {
      const route = branch.routeOf(sha, path);
      if (!route) push(parents[0], path, runs);
      else if (route.parent >= 0) push(parents[route.parent], route.parentPaths[route.parent] ?? path, runs);
      else if (!route.deleted)
        for (const [parent, own] of throughSegments(runs, route.segments)) {
          if (parent < 0) settle(own);
          else push(parents[parent], route.parentPaths[parent] ?? path, own);
        }
      continue;
    }
    const change = branch.changeOf(sha, path);
    if (!change) push(parents[0], path, runs);
    else if (change.status !== 'deleted' && !change.binary) {
      const { written: own, before } = throughHunks(runs, change.hunks);
      settle(own);
      if (change.status !== 'added') push(parents[0], change.pathBefore, before);
    }
  }
  return written.sort((one, other) => one.at - other.at);
}

/** The file's blob at a commit, where the branch wrote it; null where it did not, or a merge put it together. */
export function branchBlob(branch: Branch, head: string, file: string): string | null {
  let sha: string | undefined = head;
  let path = file;
  while (sha !== undefined) {
    const parents = branch.parentsOf(sha);
    if (parents === undefined) return null;
    if (parents.length > 1) {
      const route = branch.routeOf(sha, path);
      if (route && route.parent < 0) return null;
      const way: number = route?.parent ?? 0;
      path = route?.parentPaths[way] ?? path;
      sha = parents[way];
      continue;
    }
    const change = branch.changeOf(sha, path);
    if (change) return change.status === 'deleted' ? null : change.blobAfter;
    sha = parents[0];
  }
  return null;
}
