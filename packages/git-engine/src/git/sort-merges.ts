import { ByteReader } from './byte-reader.ts';
import { atCommit, field, SHORT_FORMAT } from './commit-header.ts';
import type { CombinedDiff } from './diff-records.ts';
import { readCombinedRaw } from './raw-part.ts';
import { startGit } from './run-git.ts';

/**
 * What a merge did to files that differ from all its parents: there are none; all of them stand in every parent under the
 * same name; or some came or went, so that they may have another name in a parent.
 */
export type MergeKind = 'takes_whole_files' | 'joins_files' | 'may_rename';

/** Fewer than these are not worth a git process of their own. */
const MANY = 4;

const LISTING = ['diff-tree', '--stdin', '-r', '-z', '--raw', '--no-abbrev', '--always', '--no-renames', '-c'];

/** Most merges join nothing, and of the rest few rename: to look for renames in all of them takes longer than all else of them. */
export async function sortMerges(
  gitDir: string,
  merges: readonly string[],
  signal: AbortSignal | undefined,
): Promise<ReadonlyMap<string, MergeKind>> {
  const kinds = new Map<string, MergeKind>();
  if (merges.length < MANY) return kinds;
  const git = startGit({ gitDir, args: [...LISTING, '--combined-all-paths', SHORT_FORMAT], input: merges, signal });
  const reader = new ByteReader(git.output);
  try {
    while (await atCommit(reader)) kinds.set(await field(reader), kindOf(await readCombinedRaw(reader)));
  } catch (error) {
    git.stop();
    // When git itself failed, its reason is the better one.
    await git.done;
    throw error;
  }
  await git.done;
  return kinds;
}

const ABSENT = '000000';

function kindOf(files: readonly CombinedDiff[]): MergeKind {
  if (files.length === 0) return 'takes_whole_files';
  const stays = files.every((file) => ![file.modeAfter, ...file.modes].includes(ABSENT));
  return stays ? 'joins_files' : 'may_rename';
}
