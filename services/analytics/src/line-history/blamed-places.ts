import type { CommitGraph } from '../domain/commit-graph.ts';
import type { BlamedRun } from '../domain/line-history/blame-file.ts';

/** A commit that wrote lines of a blamed file, and the path that the file had then. */
export interface BlamedPlace {
  commit: number;
  sha: string;
  path: string;
}

export type WrittenRun = Extract<BlamedRun, { kind: 'written' }>;

/** The place of each run; runs of one place have the same object, by which what is known of it is found. */
export function findPlaces(graph: CommitGraph, runs: readonly WrittenRun[]): ReadonlyMap<WrittenRun, BlamedPlace> {
  const places = new Map<WrittenRun, BlamedPlace>();
  const byPath = new Map<string, Map<number, BlamedPlace>>();
  for (const run of runs) {
    const { commit, path } = run;
    const ofPath = byPath.get(path) ?? new Map<number, BlamedPlace>();
    byPath.set(path, ofPath);
    const place = ofPath.get(commit) ?? { commit, sha: graph.at(commit).sha, path };
    ofPath.set(commit, place);
    places.set(run, place);
  }
  return places;
}
