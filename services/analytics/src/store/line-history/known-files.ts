import type { FileHistory } from '../../domain/line-history/file-history.ts';

/** Changes that are kept of one repo. */
const MOST_CHANGES = 20_000;

/** Histories of the files asked for lately: whoever asks for a line often asks for its neighbours next. */
export interface KnownFiles {
  get(path: string): FileHistory | undefined;
  keep(path: string, file: FileHistory): void;
}

export function createKnownFiles(): KnownFiles {
  const kept = new Map<string, FileHistory>();
  let changes = 0;
  const sizeOf = (file: FileHistory): number => file.changes.size + file.routes.size + 1;
  const forget = (path: string): void => {
    const file = kept.get(path);
    if (file) changes -= sizeOf(file);
    kept.delete(path);
  };
  const keep = (path: string, file: FileHistory): void => {
    forget(path);
    kept.set(path, file);
    changes += sizeOf(file);
    for (const oldest of kept.keys()) {
      if (changes <= MOST_CHANGES) break;
      forget(oldest);
    }
  };
  return {
    keep,
    get(path) {
      const file = kept.get(path);
      if (file) keep(path, file);
      return file;
    },
  };
}
