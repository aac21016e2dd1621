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

/**
 * What each merge did, in the order of the list and as soon as git says it. Most merges join nothing, and of the rest few rename: to look for
 * renames in all of them takes longer than all else of them.
 */
async function* sortMerges(
  gitDir: string,
  merges: readonly string[],
  signal: AbortSignal | undefined,
): AsyncGenerator<{ sha: string; kind: MergeKind }> {
  if (merges.length < MANY) {
    for (const sha of merges) yield { sha, kind: 'may_rename' };
    return;
  }
  const git = startGit({ gitDir, args: [...LISTING, '--combined-all-paths', SHORT_FORMAT], input: merges, signal });
  const reader = new ByteReader(git.output);
  try {
    while (await atCommit(reader)) yield { sha: await field(reader), kind: kindOf(await readCombinedRaw(reader)) };
  } catch (error) {
    git.stop();
    // When git itself failed, its reason is the better one.
    await git.done;
    throw error;
  }
  await git.done;
}

/** Sorts merges while they are read: `found` is called with each, in the order of the list, and `ended` when there are no more. */
export class SortedMerges {
  readonly #kinds = new Map<string, MergeKind>();
  #more = Promise.withResolvers<boolean>();

  constructor(
    gitDir: string,
    merges: readonly string[],
    signal: AbortSignal,
    found: (sha: string, kind: MergeKind) => void,
    ended: () => void,
  ) {
    void this.#sort(sortMerges(gitDir, merges, signal), found).finally(ended);
  }

  /** Null where all are sorted, and it was not among them. */
  async kindOf(sha: string): Promise<MergeKind | null> {
    while (!this.#kinds.has(sha)) if (!(await this.#more.promise)) return null;
    return this.#kinds.get(sha) ?? null;
  }

  async #sort(sorted: AsyncIterable<{ sha: string; kind: MergeKind }>, found: (sha: string, kind: MergeKind) => void) {
    try {
      for await (const { sha, kind } of sorted) {
        this.#kinds.set(sha, kind);
        found(sha, kind);
        this.#more.resolve(true);
        this.#more = Promise.withResolvers();
      }
      this.#more.resolve(false);
    } catch (error) {
      this.#more.promise.catch(() => {}); // said when the next merge is asked for
      this.#more.reject(error);
    }
  }
}

const ABSENT = '000000';

function kindOf(files: readonly CombinedDiff[]): MergeKind {
  if (files.length === 0) return 'takes_whole_files';
  const stays = files.every((file) => ![file.modeAfter, ...file.modes].includes(ABSENT));
  return stays ? 'joins_files' : 'may_rename';
}
