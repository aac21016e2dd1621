import { isoTimestamp } from '@linescope/contract/date-time';
import { invalidParameter } from '@linescope/contract/fault';
import { listFiles, listFolder, type TreeEntry } from '../domain/line-history/folder-entries.ts';
import { notStoredYet } from '../domain/line-history/query-faults.ts';
import { type TreeChanges, treeAt } from '../domain/line-history/tree-at.ts';
import { readTreeChanges } from '../store/line-history/tree-changes.ts';
import type { RepoSnapshot } from '../store/repo-snapshots.ts';
import type { LineHistoryContext } from './line-history-context.ts';
import { type RepoVersion, resolveVersion } from './resolve-version.ts';
import { findWindowTree } from './window-file.ts';

export interface FilesQuery extends RepoVersion {
  prefix: string;
  recursive: boolean;
}

/** The files of a version, or what a folder of it holds; all of them, since they are sorted and counted anyway. */
export async function readFiles(context: LineHistoryContext, query: FilesQuery) {
  const { snapshot, commit } = await resolveVersion(context, query);
  const { graph } = snapshot;
  const changes = await knownChanges(context, snapshot, query.prefix);
  const tree = treeAt(graph, changes, commit);
  const files = [...tree.files];
  if (tree.before !== null) {
    const older = await findWindowTree(context, snapshot, tree.before);
    if (older === null) throw notStoredYet(query.prefix || '/');
    for (const [path, mode] of older) if (tree.isRestBefore(path)) files.push({ path, mode, commit: null });
  }
  const isNewer = (one: number, other: number) => graph.depthOf(one) > graph.depthOf(other);
  const entries = query.recursive ? listFiles(files, query.prefix) : listFolder(files, query.prefix, isNewer);
  return { sha: graph.at(commit).sha, entries, describe: (entry: TreeEntry) => describeEntry(snapshot, entry) };
}

async function knownChanges(
  { clickHouse, lineCache }: LineHistoryContext,
  snapshot: RepoSnapshot,
  prefix: string,
): Promise<TreeChanges> {
  const keyOf = (below: string) => `${snapshot.generation}:${below}`;
  const known = lineCache.treeChanges.get(keyOf('')) ?? lineCache.treeChanges.get(keyOf(prefix));
  if (known) return known;
  for (const below of new Set(['', prefix])) {
    const changes = await readTreeChanges(clickHouse, snapshot, snapshot.graph, below);
    if (changes === null) continue;
    const weight = changes.paths.reduce((sum, path) => sum + 30 + path.length, 300 + 16 * changes.commits.length);
    lineCache.treeChanges.set(keyOf(below), changes, { size: weight });
    return changes;
  }
  throw invalidParameter(
    'path_prefix',
    'path_prefix must name a folder here: the repo is too large to list as a whole.',
  );
}

function describeEntry({ graph }: RepoSnapshot, { path, kind, fileCount, commit }: TreeEntry) {
  const last = commit === null ? null : graph.at(commit);
  return {
    path,
    kind_em: `kind_${kind}`,
    file_count: fileCount,
    last_changed_sha: last?.sha ?? null,
    last_changed_at: last && isoTimestamp(new Date(last.authoredAt * 1000)),
  };
}
