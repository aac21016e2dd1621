import type { WindowPlace } from '../domain/line-history/file-version.ts';
import { notStoredYet, unknownFile } from '../domain/line-history/query-faults.ts';
import { createReader } from '../store/line-history/small-query.ts';
import { readWindowFiles, readWindowTree, type WindowFile } from '../store/line-history/window-files.ts';
import type { RepoSnapshot } from '../store/repo-snapshots.ts';
import type { LineHistoryContext } from './line-history-context.ts';

type WindowContext = Pick<LineHistoryContext, 'clickHouse' | 'lineCache' | 'repoSnapshots'>;

/**
 * The commit that the files of one just before the window are stored by the difference from; undefined where they are not stored. They
 * come last of an import, so a snapshot that lacks them may be older than its end.
 */
async function baseOf({ repoSnapshots }: WindowContext, { beforeWindow, entityId, repoId }: RepoSnapshot, sha: string) {
  const base = beforeWindow.get(sha);
  return base === undefined ? (await repoSnapshots.current(entityId, repoId)).beforeWindow.get(sha) : base;
}

/** A file as it was just before the window; null where that commit's files are not stored, or it had no such file. */
export async function findWindowFile(
  context: WindowContext,
  snapshot: RepoSnapshot,
  { sha, path }: WindowPlace,
): Promise<WindowFile | null> {
  const { clickHouse, lineCache } = context;
  const base = await baseOf(context, snapshot, sha);
  if (base === undefined) return null;
  const key = `${snapshot.entityId}:${snapshot.repoId}:${sha}:${path}`;
  const cached = lineCache.windowFiles.get(key);
  if (cached) return cached;
  const file = (await readWindowFiles(createReader(clickHouse, snapshot), { sha, base }, [path])).get(path) ?? null;
  const weight = (file?.lines ?? []).reduce((sum, line) => sum + 24 + line.length, key.length + 200);
  if (file) lineCache.windowFiles.set(key, file, { size: weight });
  return file;
}

/** The same for a file that has to be there, or a fault that says why it is not. */
export async function needWindowFile(
  context: WindowContext,
  snapshot: RepoSnapshot,
  place: WindowPlace,
  asked: string,
): Promise<WindowFile> {
  const file = await findWindowFile(context, snapshot, place);
  if (file) return file;
  throw (await baseOf(context, snapshot, place.sha)) === undefined ? notStoredYet(asked) : unknownFile(asked);
}

/** The paths and modes of a commit just before the window; null where its files are not stored. */
export async function findWindowTree(
  context: WindowContext,
  snapshot: RepoSnapshot,
  sha: string,
): Promise<ReadonlyMap<string, string> | null> {
  const { clickHouse, lineCache } = context;
  const base = await baseOf(context, snapshot, sha);
  if (base === undefined) return null;
  const key = `${snapshot.entityId}:${snapshot.repoId}:${sha}`;
  const cached = lineCache.windowTrees.get(key);
  if (cached) return cached;
  const tree = await readWindowTree(createReader(clickHouse, snapshot), { sha, base });
  const weight = [...tree.keys()].reduce((sum, path) => sum + 60 + path.length, 200);
  lineCache.windowTrees.set(key, tree, { size: weight });
  return tree;
}
