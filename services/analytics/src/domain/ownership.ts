/** Living lines of a file by who wrote them. */
export interface OwnedLines {
  repoId: number;
  path: string;
  committer: number;
  lines: number;
  aiLines: number;
}

export interface OwnedFile {
  repoId: number;
  path: string;
  lines: number;
  aiLines: number;
  /** Lines by person. */
  owners: Map<number, number>;
}

export interface Owner {
  committer: number;
  lines: number;
  aiLines: number;
  files: number;
  /** Files of which they wrote more than half. */
  mainFiles: number;
}

export interface Rename {
  repoId: number;
  from: string;
  to: string;
  /** Counted from 1970. */
  day: number;
}

/** Under which name a file stands whose lines were written on a day: a later rename took them along. Renames come in order of time. */
export function createNames(renames: readonly Rename[]): (repoId: number, path: string, day: number) => string {
  const byName = Map.groupBy(renames, ({ repoId, from }) => `${repoId} ${from}`);
  return (repoId, path, day) => {
    let [name, since] = [path, day];
    // A name may come back; each rename is taken once.
    for (let hop = 0; hop < renames.length; hop++) {
      const next = byName.get(`${repoId} ${name}`)?.find((rename) => rename.day >= since);
      if (!next) break;
      [name, since] = [next.to, next.day + 1];
    }
    return name;
  };
}

export const keyOfFile = ({ repoId, path }: { repoId: number; path: string }): string => `${repoId} ${path}`;

/** Lines that ended of late, whoever wrote them. */
export function endedByFile(rows: readonly { repoId: number; path: string; ended: number }[]): Map<string, number> {
  const ended = new Map<string, number>();
  for (const row of rows) ended.set(keyOfFile(row), (ended.get(keyOfFile(row)) ?? 0) + row.ended);
  return ended;
}

export function filesOf(rows: readonly OwnedLines[]): OwnedFile[] {
  const files = new Map<string, OwnedFile>();
  for (const { repoId, path, committer, lines, aiLines } of rows) {
    const key = keyOfFile({ repoId, path });
    const file = files.get(key) ?? { repoId, path, lines: 0, aiLines: 0, owners: new Map<number, number>() };
    files.set(key, file);
    file.lines += lines;
    file.aiLines += aiLines;
    file.owners.set(committer, (file.owners.get(committer) ?? 0) + lines);
  }
  return [...files.values()].sort((one, other) => other.lines - one.lines || (one.path < other.path ? -1 : 1));
}

/** Those with most lines first. */
export function ownersOf(rows: readonly OwnedLines[], files: readonly OwnedFile[]): Owner[] {
  const owners = new Map<number, Owner>();
  for (const { committer, lines, aiLines } of rows) {
    const owner = owners.get(committer) ?? { committer, lines: 0, aiLines: 0, files: 0, mainFiles: 0 };
    owners.set(committer, owner);
    owner.lines += lines;
    owner.aiLines += aiLines;
  }
  for (const file of files) {
    for (const [committer, lines] of file.owners) {
      const owner = owners.get(committer);
      if (!owner) continue;
      owner.files++;
      if (2 * lines > file.lines) owner.mainFiles++;
    }
  }
  return [...owners.values()].sort((one, other) => other.lines - one.lines || one.committer - other.committer);
}

export interface Left {
  lines: number;
  /** Files of which at most half was written by those who leave. */
  files: number;
}

/** What is left of the lines and files without some people. */
export function leftWithout(files: readonly OwnedFile[], leaving: ReadonlySet<number>): Left {
  const left: Left = { lines: 0, files: 0 };
  for (const file of files) {
    let lost = 0;
    for (const [committer, lines] of file.owners) if (leaving.has(committer)) lost += lines;
    left.lines += file.lines - lost;
    if (2 * lost <= file.lines) left.files++;
  }
  return left;
}

/** How many people, those with most lines first, have to leave until less than half of the lines, or of the files, is left. */
export function busFactor(
  files: readonly OwnedFile[],
  owners: readonly Owner[],
): { lines: number | null; files: number | null } {
  const total = files.reduce((sum, file) => sum + file.lines, 0);
  const leaving = new Set<number>();
  let [byLines, byFiles]: [number | null, number | null] = [null, null];
  for (const { committer } of owners) {
    leaving.add(committer);
    const left = leftWithout(files, leaving);
    if (byLines === null && 2 * left.lines < total) byLines = leaving.size;
    if (byFiles === null && 2 * left.files < files.length) byFiles = leaving.size;
    if (byLines !== null && byFiles !== null) break;
  }
  return { lines: byLines, files: byFiles };
}
