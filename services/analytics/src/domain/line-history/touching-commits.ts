import type { CommitGraph } from '../commit-graph.ts';
import { createStops, nextStop, type Stops } from '../first-parents.ts';
import type { FileHistory, Renames } from './file-history.ts';

interface Walked {
  graph: CommitGraph;
  renames: Renames;
  files: ReadonlyMap<string, FileHistory>;
}

interface Known {
  graph: CommitGraph;
  size: number;
  stops: Stops;
}

/** Of files that were walked lately: they are kept as long as the files themselves. */
const known = new WeakMap<FileHistory, Known>();
const NEVER: Stops = new Map();

/**
 * From a commit on, by first parents, to the first that touched the path: changed it, merged it, or gave it another name. Where none did,
 * the last commit of that way. Commits in between are not looked at, so that a walk takes as long as the file has changes, not the repo.
 */
export function createPassing({ graph, files, renames }: Walked, path: string): (commit: number) => number {
  const chains = graph.firstParents();
  const file = files.get(path);
  const stops = file ? stopsOf(file, graph, renames.awayFrom(path)) : NEVER;
  return (commit) => nextStop(chains, stops, commit);
}

function stopsOf(file: FileHistory, graph: CommitGraph, away: ReadonlyMap<string, string>): Stops {
  const { changes, routes } = file;
  const size = changes.size + routes.size + away.size;
  const before = known.get(file);
  if (before && before.graph === graph && before.size === size) return before.stops;
  const isMerge = (commit: number) => graph.parentsOf(commit).length > 1;
  const stops = createStops(graph.firstParents(), [
    ...[...changes.keys()].filter((commit) => !isMerge(commit)),
    ...[...routes.keys()].filter(isMerge),
    ...[...away.keys()].map(graph.numberOf).filter((commit) => commit >= 0),
  ]);
  known.set(file, { graph, size, stops });
  return stops;
}
