import type { Context } from '../context.ts';
import { findChangedDays, type RepoDay, readClock, readPeopleState, rollUpDays } from '../store/daily-scores.ts';
import { nextRollupVersion, saveRollup, takeStaleRollup } from '../store/rollups.ts';

/** How many commits one statement sums up, so that reports need not wait long for it. */
const COMMITS_AT_ONCE = 6_000;
const DAYS_AT_ONCE = 2_000;
/** A statement notes its days as of its start, and scoring may take five minutes; clocks of servers differ too. */
const OVERLAP_MS = 360_000;

/**
 * Sums up the days of an entity whose commits have changed. What is stale is read before the facts, and saved after the sums: a crash
 * between repeats the work, and facts that come meanwhile make it stale again. False where nothing is stale.
 */
export const rollUpEntity = (
  { clickHouse, postgres, log }: Pick<Context, 'clickHouse' | 'postgres' | 'log'>,
  entityId: number,
): Promise<boolean> =>
  postgres.transaction(async (tx) => {
    const stale = await takeStaleRollup(tx, entityId);
    if (!stale) return false;
    const rolledAt = await readClock(clickHouse);
    const people = await readPeopleState(clickHouse, entityId);
    const since = stale.rolled_at && new Date(stale.rolled_at.getTime() - OVERLAP_MS);
    const changed = await findChangedDays(clickHouse, entityId, { since, withAllCopies: people !== stale.people });
    for (const days of inChunks(changed)) await rollUpDays(clickHouse, entityId, days, await nextRollupVersion(tx));
    await saveRollup(tx, stale, { people, rolledAt });
    if (changed.length > 0) log.debug({ entityId, days: changed.length }, 'days summed up');
    return true;
  });

function inChunks(changed: readonly RepoDay[]): RepoDay[][] {
  const chunks: RepoDay[][] = [];
  let commits = 0;
  for (const day of changed) {
    const last = chunks.at(-1);
    commits += day.commits;
    if (last && commits <= COMMITS_AT_ONCE && last.length < DAYS_AT_ONCE) last.push(day);
    else {
      chunks.push([day]);
      commits = day.commits;
    }
  }
  return chunks;
}
