import { dayMs } from '@linescope/contract/days';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import type { Context } from '../context.ts';
import type { DayRange } from '../query-scope/day-range.ts';
import { listAppliedAgain } from '../segments/applied-again.ts';
import { readStamp } from '../store/fact-stamps.ts';
import { createResultCache } from '../store/result-cache.ts';
import { bindTemplate } from '../store/sql.ts';

const commitRow = z.object({ repo_id: z.coerce.number(), sha: z.string(), at_s: z.coerce.number() });
/** A commit that makes a change which another commit made before. */
export type AppliedCommit = z.infer<typeof commitRow>;

const CACHE_LIMITS = {
  entries: 1_000,
  weight: 200_000,
  weigh: (commits: AppliedCommit[] | null) => commits?.length ?? 0,
};
/** More are not cached: the statement then searches for them. */
const MAX_CACHED = 5_000;
/** A longer list costs a statement as much as the search. */
const MAX_LISTED = 500;
const MAX_ENTITIES = 10_000;

/**
 * Reads the commits of an entity that were applied again, cached until a commit is stored. The first call for a state of the
 * commits returns null: while an import adds commits every second, reading them all would be wasted.
 */
export function createAppliedCommitsReader({ clickHouse, postgres }: Pick<Context, 'clickHouse' | 'postgres'>) {
  const cache = createResultCache<AppliedCommit[] | null>(CACHE_LIMITS);
  const lastStamps = new LRUCache<number, number>({ max: MAX_ENTITIES });
  return async (entityId: number): Promise<AppliedCommit[] | null> => {
    const { commits } = await readStamp(postgres, entityId);
    const isNew = lastStamps.get(entityId) !== commits;
    lastStamps.set(entityId, commits);
    return isNew ? null : cache.getOrLoad(`${entityId} ${commits}`, () => readAppliedCommits(clickHouse, entityId));
  };
}

/** Of all time; null where there are too many to cache. */
export async function readAppliedCommits(
  clickHouse: Context['clickHouse'],
  entityId: number,
): Promise<AppliedCommit[] | null> {
  const rows = await clickHouse.query({
    name: 'applied_commits',
    ...bindTemplate(listAppliedAgain(MAX_CACHED + 1), { entity_id: entityId }),
    row: commitRow,
    settings: { do_not_merge_across_partitions_select_final: 1 },
  });
  return rows.length > MAX_CACHED ? null : rows;
}

/** Those of the range as parameters of a statement; null where they are not known or too many. */
export function listApplied(known: AppliedCommit[] | null, { from, until }: DayRange) {
  const [fromMs, untilMs] = [dayMs(from), dayMs(until)];
  const applied = known?.filter(({ at_s: at }) => at * 1000 >= fromMs && at * 1000 < untilMs);
  if (!applied || applied.length > MAX_LISTED) return null;
  return { again_repos: applied.map(({ repo_id: id }) => id), again_shas: applied.map(({ sha }) => sha) };
}
