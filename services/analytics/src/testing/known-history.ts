import type { Facts } from '@linescope/git-engine/facts';
import { createCommitGraph } from '../domain/commit-graph.ts';
import { createRenames, type FileHistory } from '../domain/line-history/file-history.ts';
import type { KnownHistory } from '../domain/line-history/find-writer.ts';

/** What the tables would hold, straight from the engine. */
export function knownFrom(facts: Pick<Facts, 'commits' | 'fileChanges' | 'mergeRoutes'>): KnownHistory {
  const graph = createCommitGraph(
    facts.commits.map((commit) => ({
      ...commit,
      parents: [...commit.parents],
      issueKeys: [],
      committerId: 1,
      existent: true,
      onDefaultBranch: true,
    })),
  );
  const files = new Map<string, FileHistory>();
  const fileAt = (path: string): FileHistory => {
    const file = files.get(path) ?? { changes: new Map(), routes: new Map() };
    files.set(path, file);
    return file;
  };
  for (const change of facts.fileChanges) fileAt(change.path).changes.set(graph.numberOf(change.sha), change);
  for (const route of facts.mergeRoutes) fileAt(route.path).routes.set(graph.numberOf(route.sha), route);
  const renames = facts.fileChanges.filter((change) => change.path !== change.pathBefore);
  return { graph, files, renames: createRenames(renames) };
}
