import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import type { Context } from '../context.ts';
import { createReadings } from '../reports/readings.ts';
import type { Stamp } from '../store/fact-stamps.ts';
import { type CommitKey, commitName } from './commit-name.ts';

/** Of one entity: where more commits have copies, the statement that reads records looks them up. */
const MOST_COPIES = 50_000;
const MOST_OF_ALL = 500_000;

const copyRow = z.object({
  copy_group: z.string(),
  repo_id: z.coerce.number(),
  sha: z.string(),
  committed_s: z.coerce.number(),
  committer_id: z.coerce.number(),
  counts: z.coerce.boolean(),
});
/** A commit that makes the same change at the same time as another. */
export type CommitCopy = z.output<typeof copyRow>;

/** All commits that make the same change as a commit, by its name; commits without copies are not there. */
export type CommitCopies = ReadonlyMap<string, readonly CommitCopy[]>;

/** Commits that have copies are few: those of an entity are held in memory for as long as no commit is stored for it. */
export function createCopiesInMemory({ clickHouse, log, now }: Pick<Context, 'clickHouse' | 'log' | 'now'>) {
  const readings = createReadings({ log, now });
  const held = new LRUCache<string, { copies: CommitCopies | null }>({
    max: 1_000,
    maxSize: MOST_OF_ALL,
    sizeCalculation: ({ copies }) => 1 + (copies?.size ?? 0),
  });

  async function read(entityId: number): Promise<CommitCopies | null> {
    const rows = await clickHouse.query({
      name: 'audit_copies',
      sql: `SELECT toString(copy_group) AS copy_group, repo_id, toString(sha) AS sha, toUnixTimestamp64Second(committed_at) AS committed_s,
              committer_id, counts
            FROM commit_copies FINAL WHERE entity_id = {entity_id:UInt64} LIMIT {most:UInt64}`,
      params: { entity_id: entityId, most: MOST_COPIES + 1 },
      settings: { do_not_merge_across_partitions_select_final: 1 },
      row: copyRow,
    });
    if (rows.length > MOST_COPIES) return null;
    const groups = Map.groupBy(rows, ({ copy_group: group }) => group);
    return new Map(rows.map((row) => [commitName(row), groups.get(row.copy_group) ?? []]));
  }

  return {
    /** Null where they are not held: then they are read beside the statements that answer meanwhile, unless they are too many. */
    find(entityId: number, { commits }: Stamp): CommitCopies | null {
      const key = `${entityId} ${commits}`;
      const known = held.get(key);
      if (known) return known.copies;
      readings.begin(key, { what: 'copies of commits', entityId, again: String(entityId) }, async () => {
        held.set(key, { copies: await read(entityId) });
      });
      return null;
    },
  };
}
export type CopiesInMemory = ReturnType<typeof createCopiesInMemory>;

/** The copies of these commits that are not among them. */
export function furtherCopies(copies: CommitCopies, commits: readonly CommitKey[]): CommitCopy[] {
  const names = commits.map(commitName);
  const found = names.flatMap((name) => copies.get(name) ?? []);
  if (found.length === 0) return [];
  const named = new Set(names);
  return [...new Map(found.map((copy) => [commitName(copy), copy])).values()].filter(
    (copy) => !named.has(commitName(copy)),
  );
}

/** Of commits that count, make the same change and are of the same person, all but the one committed first. */
export function repeatedCommits(
  copies: CommitCopies,
  commits: readonly CommitKey[],
  { merged, merged_into: mergedInto }: { merged: readonly number[]; merged_into: readonly number[] },
  counts: (copy: CommitCopy) => boolean,
): Set<string> {
  const primaries = new Map(merged.map((id, index) => [id, mergedInto[index] ?? id]));
  const groups = new Set(commits.flatMap((commit) => [copies.get(commitName(commit)) ?? []]));
  const repeated = new Set<string>();
  for (const group of groups) {
    const counted = group.filter(counts).toSorted(inOrder);
    const seen = new Set<number>();
    for (const copy of counted) {
      const person = primaries.get(copy.committer_id) ?? copy.committer_id;
      if (seen.has(person)) repeated.add(commitName(copy));
      seen.add(person);
    }
  }
  return repeated;
}

const inOrder = (one: CommitCopy, other: CommitCopy): number =>
  one.committed_s - other.committed_s || one.repo_id - other.repo_id || (one.sha < other.sha ? -1 : 1);
