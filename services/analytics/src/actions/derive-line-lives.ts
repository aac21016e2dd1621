import type { Context } from '../context.ts';
import { readClock } from '../store/daily-scores.ts';
import { bumpStamp } from '../store/fact-stamps.ts';
import { saveLives, takeStaleLives } from '../store/life-derivations.ts';
import {
  findChangedRepos,
  findTouchedFiles,
  type PathRange,
  type RepoOf,
  readPaths,
  storeEndsOfDays,
  storeEndsOfPaths,
  storeLivesOfFiles,
  storeLivesOfPaths,
} from '../store/line-lives.ts';
import { nextRollupVersion } from '../store/rollups.ts';

type Stores = Pick<Context, 'clickHouse' | 'postgres' | 'log'>;

/** How many changed lines one statement goes through, so that reports need not wait long for it. */
const LINES_AT_ONCE = 40_000;
const FILES_AT_ONCE = 400;
/** Where more of a repo has changed, all of it is gone through in the order of its table. */
const FILES_AT_MOST = 20_000;
const DAYS_AT_MOST = 2_000;
/** A statement notes its days as of its start, and scoring may take five minutes; clocks of servers differ too. */
const OVERLAP_MS = 360_000;

/**
 * Derives how long the lines of an entity lived from the changes of lines that were stored since the last time. What is stale is read
 * before the facts and saved after: a crash between repeats the work. False where nothing is stale.
 */
export async function deriveLineLives(stores: Stores, entityId: number): Promise<boolean> {
  const repos = await deriveStale(stores, entityId);
  if (repos === null) return false;
  // Results of reports are kept by the stamp.
  if (repos > 0) await bumpStamp(stores.postgres, entityId, 'rows');
  return true;
}

/** How many repos were derived; null where nothing is stale. */
const deriveStale = ({ clickHouse, postgres, log }: Stores, entityId: number): Promise<number | null> =>
  postgres.transaction(async (tx) => {
    const stale = await takeStaleLives(tx, entityId);
    if (!stale) return null;
    const derivedAt = await readClock(clickHouse);
    const since = stale.derived_at && new Date(stale.derived_at.getTime() - OVERLAP_MS);
    const changed = await findChangedRepos(clickHouse, entityId, since);
    for (const { repoId, days } of changed) {
      const repo = { entityId, repoId };
      const version = await nextRollupVersion(tx);
      const isFew =
        since !== null && days.length <= DAYS_AT_MOST && (await deriveTouched(clickHouse, repo, days, version));
      if (!isFew) await deriveRepo(clickHouse, repo, version);
    }
    await saveLives(tx, entityId, stale, derivedAt);
    if (changed.length > 0) log.debug({ entityId, repos: changed.length }, 'line lives derived');
    return changed.length;
  });

/** Just what commits of these days wrote or changed; false where that is much. */
async function deriveTouched(
  clickHouse: Context['clickHouse'],
  repo: RepoOf,
  days: readonly number[],
  version: number,
): Promise<boolean> {
  const files = await findTouchedFiles(clickHouse, repo, days, FILES_AT_MOST + 1);
  if (files.length > FILES_AT_MOST) return false;
  await storeEndsOfDays(clickHouse, repo, days);
  for (let at = 0; at < files.length; at += FILES_AT_ONCE)
    await storeLivesOfFiles(clickHouse, repo, files.slice(at, at + FILES_AT_ONCE), version);
  return true;
}

/** All ends first: the lines of a file may have ended under another name of it. */
async function deriveRepo(clickHouse: Context['clickHouse'], repo: RepoOf, version: number): Promise<void> {
  const ranges = rangesOf(await readPaths(clickHouse, repo));
  for (const range of ranges) await storeEndsOfPaths(clickHouse, repo, range);
  for (const range of ranges) await storeLivesOfPaths(clickHouse, repo, range, version);
}

function rangesOf(paths: readonly { path: string; lines: number }[]): PathRange[] {
  const ranges: PathRange[] = [];
  let lines = 0;
  for (const { path, lines: own } of paths) {
    const last = ranges.at(-1);
    lines += own;
    if (last && lines <= LINES_AT_ONCE) last.to = path;
    else {
      ranges.push({ from: path, to: path });
      lines = own;
    }
  }
  return ranges;
}
