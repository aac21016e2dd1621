import { findFileVersion } from '../domain/line-history/file-version.ts';
import { fileFault } from '../domain/line-history/query-faults.ts';
import type { RepoSnapshot } from '../store/repo-snapshots.ts';
import { type KnownFiles, openKnownFiles } from './known-files.ts';
import type { LineHistoryContext } from './line-history-context.ts';
import { type RepoVersion, resolveVersion } from './resolve-version.ts';
import { needWindowFile } from './window-file.ts';

export interface FileQuery extends RepoVersion {
  path: string;
}

export interface OpenFileVersion extends KnownFiles {
  snapshot: RepoSnapshot;
  commit: number;
  sha: string;
  lineCount: number;
}

/** More names than one query leads to are read one after another; past this many the file counts as unknown. */
const MAX_READS = 10;
const SUBMODULE = '160000';

/** A text file at a version, with the histories of all its names, or a fault that says why there is none. */
export async function openFileVersion(context: LineHistoryContext, query: FileQuery): Promise<OpenFileVersion> {
  const { snapshot, commit } = await resolveVersion(context, query);
  const { sha } = snapshot.graph.at(commit);
  const files = openKnownFiles(context, snapshot);
  const { path } = query;
  await files.read(path);
  let version = findFileVersion(files.known, { commit, path });
  for (let reads = 1; version.kind === 'unread' && reads < MAX_READS; reads++) {
    await files.read(version.path);
    version = findFileVersion(files.known, { commit, path });
  }
  if (version.kind !== 'file') {
    throw fileFault(
      version.kind === 'no_file' ? version.reason : { kind: 'unknown_file' },
      { sha, path },
      snapshot.graph,
    );
  }
  let lineCount = version.lines;
  if (version.and !== null) {
    const older = await needWindowFile(context, snapshot, version.and, path);
    if (older.binary) throw fileFault({ kind: 'binary' }, { sha, path }, snapshot.graph);
    if (older.mode === SUBMODULE) throw fileFault({ kind: 'not_a_file' }, { sha, path }, snapshot.graph);
    lineCount += older.lineCount;
  }
  return { ...files, snapshot, commit, sha, lineCount };
}
