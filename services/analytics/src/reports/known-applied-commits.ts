import type { AppliedCommit } from '../store/applied-commits.ts';
import type { Stamp } from '../store/fact-stamps.ts';
import { type DayRange, dayMs } from './intervals.ts';
import { createResultCache } from './result-cache.ts';

const KEPT = { entries: 1_000, weight: 200_000, weigh: (commits: AppliedCommit[] | null) => commits?.length ?? 0 };

/**
 * The commits of an entity that were applied before, kept for as long as no commit comes in. They are read at the second
 * question about unchanged commits: while an import moves them every second, reading them all would be in vain.
 */
export function createKnownAppliedCommits(
  readStamp: (entityId: number) => Promise<Stamp>,
  read: (entityId: number) => Promise<AppliedCommit[] | null>,
) {
  const kept = createResultCache<AppliedCommit[] | null>(KEPT);
  const asked = new Map<number, number>();
  return async (entityId: number): Promise<AppliedCommit[] | null> => {
    const { commits } = await readStamp(entityId);
    const isNew = asked.get(entityId) !== commits;
    asked.set(entityId, commits);
    return isNew ? null : kept.of(`${entityId} ${commits}`, () => read(entityId));
  };
}

/** A longer list costs a statement as much as the search for them. */
const MOST_LISTED = 500;

/** Those of the range, as the statement's parameters; null where they are not known or too many. */
export function listApplied(known: AppliedCommit[] | null, { from, until }: Pick<DayRange, 'from' | 'until'>) {
  const [fromMs, untilMs] = [dayMs(from), dayMs(until)];
  const applied = known?.filter(({ at_s: at }) => at * 1000 >= fromMs && at * 1000 < untilMs);
  if (!applied || applied.length > MOST_LISTED) return null;
  return { again_repos: applied.map(({ repo_id: id }) => id), again_shas: applied.map(({ sha }) => sha) };
}
