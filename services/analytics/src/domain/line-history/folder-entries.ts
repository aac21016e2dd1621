import type { TreeFile } from './tree-at.ts';

export interface TreeEntry {
  path: string;
  kind: 'file' | 'folder' | 'submodule';
  /** Files below a folder; 1 for any other. */
  fileCount: number;
  /** The newest commit that changed it, or a file below it; null where all that was before the window. */
  commit: number | null;
}

const SUBMODULE = '160000';

const entryOf = ({ path, mode, commit }: TreeFile): TreeEntry => ({
  path,
  kind: mode === SUBMODULE ? 'submodule' : 'file',
  fileCount: 1,
  commit,
});

export const byPath = (one: { path: string }, other: { path: string }): number =>
  one.path < other.path ? -1 : one.path > other.path ? 1 : 0;

/** Every file below the prefix, in the order of paths. */
export const listFiles = (files: readonly TreeFile[], prefix: string): TreeEntry[] =>
  files
    .filter(({ path }) => path.startsWith(prefix))
    .map(entryOf)
    .sort(byPath);

/** What lies directly in the folder that the prefix names: its folders, and its files. A folder's path ends with a slash. */
export function listFolder(
  files: readonly TreeFile[],
  prefix: string,
  isNewer: (commit: number, than: number) => boolean,
): TreeEntry[] {
  const folder = prefix.slice(0, prefix.lastIndexOf('/') + 1);
  const entries = new Map<string, TreeEntry>();
  for (const file of files) {
    if (!file.path.startsWith(prefix)) continue;
    const slash = file.path.indexOf('/', folder.length);
    if (slash < 0) {
      entries.set(file.path, entryOf(file));
      continue;
    }
    const path = file.path.slice(0, slash + 1);
    const known = entries.get(path) ?? { path, kind: 'folder', fileCount: 0, commit: null };
    entries.set(path, known);
    known.fileCount += 1;
    if (file.commit !== null && (known.commit === null || isNewer(file.commit, known.commit)))
      known.commit = file.commit;
  }
  const isFolder = ({ kind }: TreeEntry) => (kind === 'folder' ? 0 : 1);
  return [...entries.values()].sort((one, other) => isFolder(one) - isFolder(other) || byPath(one, other));
}
