import type { FileKind } from '../source-reading.ts';
import type { Runs } from './runs.ts';

/** One version of a file on a lane. */
export type FileState = {
  readonly runs: Runs;
  /** Its blob, by which a merge finds the parent it was taken from. */
  readonly blob: string;
  /** What its first lines said it is, where that is more than its path says. */
  readonly kind?: FileKind | undefined;
  /** The numbers of the commits that left it so, and that gave it its name. */
  readonly changedBy?: number | undefined;
  readonly namedBy?: number | undefined;
  /** The same for all versions of a file, under whatever name. */
  readonly addition?: Addition | undefined;
};

/** How a file came to be: the number of the commit that first had it. */
export type Addition = { readonly by: number };

/**
 * The tree of one commit: for each path number the state of its file. Pages are shared between lanes and copied when
 * written, so that a lane costs what its commit changed. A path without a state was not touched since the reading began.
 */
export type Lane = { readonly pages: readonly Page[] };
export type Page = readonly (FileState | undefined)[] | undefined;

export const PAGE = 64;

export const EMPTY_LANE: Lane = { pages: [] };

export function fileAt(lane: Lane, path: number): FileState | undefined {
  return lane.pages[Math.floor(path / PAGE)]?.[path % PAGE];
}

export function withFiles(lane: Lane, changes: ReadonlyMap<number, FileState | undefined>): Lane {
  if (changes.size === 0) return lane;
  const pages = [...lane.pages];
  const fresh = new Map<number, (FileState | undefined)[]>();
  for (const [path, state] of changes) {
    const number = Math.floor(path / PAGE);
    let page = fresh.get(number);
    if (page === undefined) {
      page = [...(pages[number] ?? new Array<FileState | undefined>(PAGE).fill(undefined))];
      fresh.set(number, page);
      while (pages.length <= number) pages.push(undefined);
      pages[number] = page;
    }
    page[path % PAGE] = state;
  }
  return { pages };
}
