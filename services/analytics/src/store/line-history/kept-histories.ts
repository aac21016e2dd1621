import type { FileHistory } from '../../domain/line-history/file-history.ts';
import type { CommentRow, CommitRow, LineRow } from './entry-details.ts';
import type { PackedLines } from './packed-lines.ts';
import { createWeightedCache, type WeightedCache } from './weighted-cache.ts';

const MB = 1 << 20;

/**
 * What was read for line histories lately: whoever asks for a line often asks for its neighbours next. Keys begin with the
 * state of the tables that the values were read at, so what is stored later is never hidden; what is out of date ages out.
 */
export interface KeptHistories {
  files: WeightedCache<FileHistory>;
  /** Blocks of neighbouring lines as one commit changed them. */
  lines: WeightedCache<LineRow[]>;
  /** By file, of repos that were read ahead; a line that is missing here is looked up. */
  packedLines: WeightedCache<PackedLines>;
  commits: WeightedCache<CommitRow>;
  /** By path. */
  comments: WeightedCache<CommentRow[]>;
  /** By repo, then by path: of repos that were read ahead. */
  allComments: WeightedCache<ReadonlyMap<string, CommentRow[]>>;
  /** What was read ahead, or is being read. */
  readAhead: WeightedCache<true>;
}

export const createKeptHistories = (): KeptHistories => ({
  files: createWeightedCache(96 * MB),
  lines: createWeightedCache(16 * MB),
  packedLines: createWeightedCache(96 * MB),
  commits: createWeightedCache(24 * MB),
  comments: createWeightedCache(8 * MB),
  allComments: createWeightedCache(24 * MB),
  readAhead: createWeightedCache(1000),
});

export const fileKey = (generation: string, path: string): string => `${generation}:${path}`;
export const commitKey = (generation: string, sha: string): string => `${generation}:${sha}`;
/** What was changed in a file stays so while commits are only added. */
export const linesKey = (repo: { entityId: number; repoId: number; base: string }, path: string): string =>
  `${repo.entityId}:${repo.repoId}:${repo.base}:${path}`;
export const commentsKey = (repo: { entityId: number; repoId: number; comments: string }, path: string): string =>
  `${repo.entityId}:${repo.repoId}:${repo.comments}:${path}`;

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
    0,
  );
