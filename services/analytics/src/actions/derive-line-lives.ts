import type { Context } from '../context.ts';
import type { CopiesOfCommits } from '../store/copied-lives.ts';
import { readClock } from '../store/daily-scores.ts';
import { bumpStamp } from '../store/fact-stamps.ts';
import { saveLives, takeStaleLives } from '../store/life-derivations.ts';
import {
  type ChangedRepo,
  findChangedRepos,
  findCopiesOf,
  findTouchedFiles,
  type PathRange,
  readInputs,
  readPaths,
  readSizes,
  reposOf,
  storeEndsOfDays,
  storeEndsOfPaths,
  storeLivesOfFiles,
  storeLivesOfPaths,
  withCopies,
} from '../store/line-lives.ts';
import { nextRollupVersion } from '../store/rollups.ts';

type Stores = Pick<Context, 'clickHouse' | 'postgres' | 'log'>;

/** What the lives of a repo were last derived from, by entity and repo. */
export interface DerivedInputs {
  get(key: string): string | undefined;
  set(key: string, inputs: string): unknown;
}

/** How many changed lines one statement goes through, so that reports need not wait long for it. */
const LINES_AT_ONCE = 40_000;
const FILES_AT_ONCE = 400;
/** Of repos with no more it is known whether anything has changed since their last derivation. */
const SMALL_LINES = 200_000;
/** Small repos share their statements. */
const REPOS_AT_ONCE = 50;
/** Where more has changed, all is gone through in the order of the table. */
const FILES_AT_MOST = 20_000;
const DAYS_AT_MOST = 2_000;
/** A statement notes its days as of its start, and scoring may take five minutes; clocks of servers differ too. */
const OVERLAP_MS = 360_000;

/**
 * Derives how long the lines of an entity lived from the changes of lines that were stored since the last time. What is stale is read
 * before the facts and saved after: a crash between repeats the work. False where nothing is stale.
 */
export async function deriveLineLives(
  stores: Stores,
  entityId: number,
  derived: DerivedInputs = new Map(),
): Promise<boolean> {
  const result = await deriveStale(stores, entityId, derived);
  if (result === null) return false;
  const { repos, inputs } = result;
  for (const [repoId, hash] of inputs) derived.set(inputsKey(entityId, repoId), hash);
  // Results of reports are kept by the stamp.
  if (repos > 0) await bumpStamp(stores.postgres, entityId, 'rows');
  return true;
}

const inputsKey = (entityId: number, repoId: number): string => `${entityId}:${repoId}`;

/** How many repos were derived, and what from; null where nothing is stale. */
const deriveStale = ({ clickHouse, postgres, log }: Stores, entityId: number, derived: DerivedInputs) =>
  postgres.transaction(async (tx) => {
    const stale = await takeStaleLives(tx, entityId);
    if (!stale) return null;
    const derivedAt = await readClock(clickHouse);
    const since = stale.derived_at && new Date(stale.derived_at.getTime() - OVERLAP_MS);
    const changed = await findChangedRepos(clickHouse, entityId, since);
    const sizes = changed.length > 1 ? await readSizes(clickHouse, reposOf(entityId, changed)) : new Map();
    const inputs = await inputsOfSmall(clickHouse, entityId, changed, sizes);
    // Repos that were stored in the last minutes are looked at again, lest a statement ended only now; of most nothing has come since.
    const isDerived = ({ repoId }: ChangedRepo) =>
      since !== null && inputs.has(repoId) && derived.get(inputsKey(entityId, repoId)) === inputs.get(repoId);
    const left = changed.filter((repo) => !isDerived(repo));
    for (const repos of inGroups(left, sizes)) {
      const copies = await findCopiesOf(clickHouse, reposOf(entityId, repos));
      const group = { clickHouse, entityId, repos, copies, version: await nextRollupVersion(tx) };
      if (since === null || !(await deriveTouched(group))) await deriveWhole(group);
    }
    await saveLives(tx, entityId, stale, derivedAt);
    if (left.length > 0) log.debug({ entityId, repos: left.length }, 'line lives derived');
    return { repos: left.length, inputs };
  });

/** Of several repos that changed, those that are gone through in less time than it takes to derive their lives again. */
async function inputsOfSmall(
  clickHouse: Context['clickHouse'],
  entityId: number,
  changed: readonly ChangedRepo[],
  sizes: ReadonlyMap<number, number>,
): Promise<Map<number, string>> {
  const small = changed.filter(({ repoId }) => (sizes.get(repoId) ?? Number.POSITIVE_INFINITY) <= SMALL_LINES);
  return small.length > 0 ? readInputs(clickHouse, reposOf(entityId, small)) : new Map();
}

/** Repos whose lines one statement can go through together, and larger ones by themselves. */
function inGroups(changed: readonly ChangedRepo[], sizes: ReadonlyMap<number, number>): ChangedRepo[][] {
  const groups: ChangedRepo[][] = [];
  let lines = 0;
  let days = 0;
  for (const repo of changed) {
    const last = groups.at(-1);
    const ownLines = sizes.get(repo.repoId) ?? 0;
    lines += ownLines;
    days += repo.days.length;
    if (last && lines <= LINES_AT_ONCE && days <= DAYS_AT_MOST && last.length < REPOS_AT_ONCE) last.push(repo);
    else {
      groups.push([repo]);
      lines = ownLines;
      days = repo.days.length;
    }
  }
  return groups;
}

interface Group {
  clickHouse: Context['clickHouse'];
  entityId: number;
  repos: readonly ChangedRepo[];
  copies: CopiesOfCommits;
  version: number;
}

/** Just what commits of the changed days wrote or changed; false where that is much. */
async function deriveTouched({ clickHouse, entityId, repos, copies, version }: Group): Promise<boolean> {
  if (repos.some(({ days }) => days.length > DAYS_AT_MOST)) return false;
  const touched = await findTouchedFiles(clickHouse, entityId, repos, FILES_AT_MOST + 1);
  const files = withCopies(touched, copies);
  if (files.length > FILES_AT_MOST) return false;
  await storeEndsOfDays(clickHouse, entityId, repos);
  for (let at = 0; at < files.length; at += FILES_AT_ONCE)
    await storeLivesOfFiles(clickHouse, reposOf(entityId, repos), files.slice(at, at + FILES_AT_ONCE), copies, version);
  return true;
}

/** All ends first: the lines of a file may have ended under another name of it. */
async function deriveWhole({ clickHouse, entityId, repos, copies, version }: Group): Promise<void> {
  const [only, ...others] = repos;
  const isOne = only !== undefined && others.length === 0;
  const ranges = isOne ? rangesOf(await readPaths(clickHouse, { entityId, repoId: only.repoId })) : [null];
  for (const range of ranges) await storeEndsOfPaths(clickHouse, reposOf(entityId, repos), range);
  for (const range of ranges) await storeLivesOfPaths(clickHouse, reposOf(entityId, repos), range, copies, version);
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
