import type { FileDiff } from '../git/diff-records.ts';
import type { FileKind, SourceReading } from '../source-reading.ts';
import type { FileState } from './lane.ts';
import type { Paths } from './paths.ts';

const HEAD_LINES = 30;

/** What files are. Their first lines are seen when they are created; what those said stays with the file. */
export class FileKinds {
  readonly #source: SourceReading;
  readonly #paths: Paths;
  readonly #byPath = new Map<number, FileKind>();

  constructor(source: SourceReading, paths: Paths) {
    this.#source = source;
    this.#paths = paths;
  }

  ofPath(path: number): FileKind {
    const known = this.#byPath.get(path);
    if (known !== undefined) return known;
    const kind = this.#source.readFileKind(this.#paths.textOf(path));
    this.#byPath.set(path, kind);
    return kind;
  }

  /** The kind that the file's first lines give it; undefined where they add nothing to its path. */
  fromHead(file: FileDiff, path: number, before: FileState | undefined): FileKind | undefined {
    const first = file.hunks[0];
    if (before?.kind !== undefined && file.status !== 'A') return before.kind;
    if (first === undefined || first.newStart !== 1 || first.newLines.length === 0) return undefined;
    const head = Buffer.from(first.newLines.slice(0, HEAD_LINES).join('\n'));
    const kind = this.#source.readFileKind(this.#paths.textOf(path), head);
    return sameKind(kind, this.ofPath(path)) ? undefined : kind;
  }
}

function sameKind(a: FileKind, b: FileKind): boolean {
  return (
    a.language === b.language &&
    a.category === b.category &&
    a.generated === b.generated &&
    a.vendored === b.vendored &&
    a.lock === b.lock
  );
}
