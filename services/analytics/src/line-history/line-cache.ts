import { LRUCache } from 'lru-cache';
import type { FileHistory } from '../domain/line-history/file-history.ts';
import type { TreeChanges } from '../domain/line-history/tree-at.ts';
import type { CommentRow, CommitRow, LineRow } from '../store/line-history/entry-rows.ts';
import type { WindowFile } from '../store/line-history/window-files.ts';
import {
  type LinePack,
  type OpenLines,
  openPack,
  openRest,
  openWeight,
  type PackedLines,
  restWeight,
} from './packed-lines.ts';

const MB = 1 << 20;

const createCache = <Value extends {}>(maxSize: number) => new LRUCache<string, Value>({ maxSize });

/**
 * Rows that line histories read lately, each cache bounded by roughly the bytes it takes. Keys begin with the state of the tables
 * that the values were read at, so rows stored later are never hidden; outdated entries are evicted in time.
 */
export const createLineCache = () => ({
  files: createCache<FileHistory>(96 * MB),
  /** Blocks of neighbouring lines as one commit changed them. */
  lines: createCache<LineRow[]>(16 * MB),
  /** By file, of repos that were read ahead; a line that is missing here is queried. */
  packedLines: createCache<PackedLines>(96 * MB),
  /** Of those, what was read lately. */
  openPacks: new LRUCache<LinePack, OpenLines>({ maxSize: 48 * MB }),
  openRests: new LRUCache<LinePack, ReturnType<typeof openRest>>({ maxSize: 16 * MB }),
  /** By commit and file, of what was blamed lately and is not packed. */
  writtenLines: createCache<OpenLines>(16 * MB),
  commits: createCache<CommitRow>(24 * MB),
  /** By path. */
  comments: createCache<CommentRow[]>(8 * MB),
  /** By repo, then by path, of repos that were read ahead. */
  allComments: createCache<ReadonlyMap<string, CommentRow[]>>(24 * MB),
  /** Files as they were just before the window: of commits that never change. */
  windowFiles: createCache<WindowFile>(32 * MB),
  windowTrees: createCache<ReadonlyMap<string, string>>(32 * MB),
  /** Which commits gave each path to the tree or took it away, by repo. */
  treeChanges: createCache<TreeChanges>(64 * MB),
  /** Commits whose lines have derived evidence, by repo; 'many' where they are looked up. */
  derivedCommits: createCache<ReadonlySet<string> | 'many'>(16 * MB),
  /** Who used an assistant on which day, by entity; 'many' where they are looked up. */
  usageDays: createCache<ReadonlySet<string> | 'many'>(16 * MB),
  /** Keys that were read ahead, or are being read. */
  readAhead: new LRUCache<string, true>({ max: 1000 }),
  /** Repos that someone asked about lately. */
  asked: new LRUCache<string, true>({ max: 1000 }),
});
export type LineCache = ReturnType<typeof createLineCache>;

export const repoKey = ({ entityId, repoId }: { entityId: number; repoId: number }): string => `${entityId}:${repoId}`;

/** Whether a repo is read ahead before anyone asks: while that evicts nothing that was asked for, or where someone did before. */
export const isReadAhead = (
  { files, packedLines, asked }: Pick<LineCache, 'files' | 'packedLines' | 'asked'>,
  repo: { entityId: number; repoId: number },
): boolean =>
  asked.has(repoKey(repo)) || [files, packedLines].every(({ calculatedSize, maxSize }) => calculatedSize < maxSize / 2);

export const fileKey = (generation: string, path: string): string => `${generation}:${path}`;
export const commitKey = (generation: string, sha: string): string => `${generation}:${sha}`;
/** A file's changed lines stay the same while commits are only added. */
export const linesKey = (repo: { entityId: number; repoId: number; base: string }, path: string): string =>
  `${repo.entityId}:${repo.repoId}:${repo.base}:${path}`;
export const commentsKey = (repo: { entityId: number; repoId: number; comments: string }, path: string): string =>
  `${repo.entityId}:${repo.repoId}:${repo.comments}:${path}`;

export function openCached({ openPacks }: Pick<LineCache, 'openPacks'>, pack: LinePack): OpenLines {
  const known = openPacks.get(pack);
  if (known) return known;
  const open = openPack(pack);
  openPacks.set(pack, open, { size: openWeight(open) });
  return open;
}

/** What only line histories show, of packs that they read lately. */
export function openRestCached({ openRests }: Pick<LineCache, 'openRests'>, pack: LinePack) {
  const known = openRests.get(pack);
  if (known) return known;
  const open = openRest(pack);
  openRests.set(pack, open, { size: restWeight(open) });
  return open;
}

const ENTRY = 200;
const NUMBER = 8;

const textWeight = (texts: readonly string[]): number => texts.reduce((sum, text) => sum + 24 + text.length, 0);

/** Roughly the bytes that a file's history takes. */
export function fileWeight({ changes, routes }: FileHistory): number {
  let weight = ENTRY;
  for (const change of changes.values()) {
    weight += ENTRY + NUMBER * (change.hunks.length + change.links.length);
    weight += textWeight(change.linkPaths) + textWeight(change.linkShas);
    weight += textWeight(change.documentedFunctions) + textWeight(change.documentation);
  }
  for (const route of routes.values()) {
    weight += ENTRY + NUMBER * route.segments.length + textWeight(route.parentPaths);
  }
  return weight;
}

/** Roughly the bytes that rows take: as their text would. */
export const rowsWeight = (rows: readonly object[]): number =>
  rows.reduce(
    (sum, row) => sum + ENTRY + textWeight(Object.values(row).filter((value) => typeof value === 'string')),
    ENTRY,
  );
