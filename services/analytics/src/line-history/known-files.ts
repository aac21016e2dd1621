import type { FileHistory } from '../domain/line-history/file-history.ts';
import type { KnownHistory } from '../domain/line-history/find-writer.ts';
import { readFileHistories } from '../store/line-history/file-histories.ts';
import type { RepoSnapshot } from '../store/repo-snapshots.ts';
import { fileKey, fileWeight } from './line-cache.ts';
import type { LineHistoryContext } from './line-history-context.ts';

export interface KnownFiles {
  known: KnownHistory;
  files: ReadonlyMap<string, FileHistory>;
  /** Adds the history of a path and of all its former names: from the cache, the others in one query. */
  read(path: string): Promise<void>;
}

export function openKnownFiles(
  { clickHouse, lineCache }: Pick<LineHistoryContext, 'clickHouse' | 'lineCache'>,
  snapshot: RepoSnapshot,
): KnownFiles {
  const { graph, renames, generation } = snapshot;
  const files = new Map<string, FileHistory>();
  return {
    known: { graph, renames, files },
    files,
    async read(path) {
      const unknown: string[] = [];
      for (const name of renames.namesOf(path)) {
        const file = lineCache.files.get(fileKey(generation, name));
        if (file) files.set(name, file);
        else unknown.push(name);
      }
      if (unknown.length === 0) return;
      for (const [name, file] of await readFileHistories(clickHouse, snapshot, graph, unknown)) {
        files.set(name, file);
        lineCache.files.set(fileKey(generation, name), file, { size: fileWeight(file) });
      }
    },
  };
}
