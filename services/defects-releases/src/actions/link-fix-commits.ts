import type { Context } from '../context.ts';
import { toKnownCommit } from '../domain/commit.ts';
import { earliestFixCommit, type FixCommit } from '../domain/defect.ts';
import { completeFix, fixesByDefect } from '../store/awaiting.ts';
import { lockDefectById } from '../store/defects.ts';
import {
  deleteFixCommits,
  fixCommitShas,
  fixCommitsAmong,
  fixCommitsOf,
  type KeyedDefect,
  keysOfDefects,
  markLinked,
  saveFixCommits,
} from '../store/fix-commits.ts';
import { completeFixes } from './complete-fixes.ts';
import { findCommit } from './find-commit.ts';
import { isSummed, saveAndPublish } from './save-and-publish-defect.ts';

const KEYS_A_CALL = 5_000;
const COMMITS_A_CALL = 5_000;
/** A scan of all messages; it takes seconds where a history is long. */
const SCAN_MS = 30_000;
/** While a caller waits. */
const REQUEST_MS = 5_000;

/** Looks up all fix commits of a defect, and the commits that its fixes name. Fails where analytics does. */
export async function linkDefect(context: Context, defect: KeyedDefect, deadlineMs = SCAN_MS): Promise<void> {
  const since = earliestFixCommit(defect.detectedAt);
  const request = { entityId: defect.entityId, keys: [defect.defectKey], since: since.toISOString() };
  const { commits: named } = await context.analytics.commitsNaming(request, { deadlineMs });
  await saveLinks(context, defect, named.flatMap(commitNamed));
}

/** The same for several of an entity, in one scan. */
export async function linkDefects(context: Context, entityId: number, defects: KeyedDefect[]): Promise<void> {
  const since = new Date(Math.min(...defects.map((defect) => earliestFixCommit(defect.detectedAt).getTime())));
  const keys = defects.map((defect) => defect.defectKey);
  const request = { entityId, keys, since: since.toISOString() };
  const { commits: named } = await context.analytics.commitsNaming(request, { deadlineMs: SCAN_MS });
  const byKey = Map.groupBy(named, ({ key }) => key);
  for (const defect of defects) {
    const own = (byKey.get(defect.defectKey) ?? []).flatMap(commitNamed);
    const earliest = Math.floor(earliestFixCommit(defect.detectedAt).getTime() / 1000) * 1000;
    // Some of those may be too early for this defect, and have taken the places of others.
    if (own.length >= COMMITS_A_KEY) await linkDefect(context, defect);
    else
      await saveLinks(
        context,
        defect,
        own.filter(({ authoredAt }) => authoredAt.getTime() >= earliest),
      );
  }
}

/** Of a key that more commits name, analytics gives the first. */
const COMMITS_A_KEY = 500;

type Named = Awaited<ReturnType<Context['analytics']['commitsNaming']>>['commits'][number];
const commitNamed = ({ commit }: Named): FixCommit[] =>
  commit ? [{ repoId: commit.repoId, ...toKnownCommit(commit) }] : [];

async function saveLinks(context: Context, defect: KeyedDefect, found: FixCommit[]): Promise<void> {
  const missing = await fixesByDefect(context.postgres, defect.id);
  const completed = await Promise.all(
    missing.map(async (fix) => ({
      id: fix.id,
      commit: await findCommit(context, defect.entityId, fix.repo_id, fix.sha, 'fix_released_sha').catch(() => null),
    })),
  );
  await context.postgres.transaction(async (tx) => {
    const current = await lockDefectById(tx, defect.id);
    if (!current || !(await markLinked(tx, defect))) return;
    const fixes = completed.flatMap(({ id, commit }) => (commit ? [{ id, commit }] : []));
    const known = await fixCommitsOf(tx, defect.id);
    if (fixes.length === 0 && isSame(known, found) && (await isSummed(tx, current))) return;
    for (const { id, commit } of fixes) await completeFix(tx, id, commit);
    await deleteFixCommits(tx, defect.id, without(known, found));
    await saveFixCommits(tx, current, found);
    await saveAndPublish(context, tx, current);
  });
}

/** For callers whose record stands already: what cannot be looked up now is looked up by the job. */
export async function tryLinkDefect(context: Context, defect: KeyedDefect): Promise<void> {
  try {
    await linkDefect(context, defect, REQUEST_MS);
  } catch (err) {
    context.log.warn({ err, defect: defect.id }, 'looking up the fix commits of a defect failed, retrying later');
  }
}

/** Finds out which defects the given commits of a repo fix, now that they, or the pull requests that hold them, have changed. */
export async function linkCommits(
  context: Context,
  entityId: number,
  repoId: number,
  shas: readonly string[],
): Promise<void> {
  for (let from = 0; from < shas.length; from += COMMITS_A_CALL) {
    const some = shas.slice(from, from + COMMITS_A_CALL);
    for (let afterId = 0; ; ) {
      const defects = await keysOfDefects(context.postgres, entityId, afterId, KEYS_A_CALL);
      const last = defects.at(-1);
      if (!last) break;
      afterId = last.id;
      await linkSome(context, defects, { entityId, repoId, shas: some });
    }
  }
}

/** Commits may have left their branch or come to the default branch: looks again at those known to fix something. */
export async function recheckFixCommits(context: Context, entityId: number, repoId: number): Promise<void> {
  const shas = await fixCommitShas(context.postgres, entityId, repoId);
  await completeFixes(context, entityId, repoId, shas);
  await linkCommits(context, entityId, repoId, shas);
}

async function linkSome(
  context: Context,
  defects: KeyedDefect[],
  { entityId, repoId, shas }: { entityId: number; repoId: number; shas: string[] },
): Promise<void> {
  const earliest = new Date(Math.min(...defects.map((defect) => earliestFixCommit(defect.detectedAt).getTime())));
  const { commits: named } = await context.analytics.commitsNaming(
    {
      entityId,
      keys: defects.map((defect) => defect.defectKey),
      since: earliest.toISOString(),
      repoId,
      shas,
    },
    { deadlineMs: SCAN_MS },
  );
  const byKey = Map.groupBy(named, ({ key }) => key);
  const knownBefore = Map.groupBy(
    await fixCommitsAmong(context.postgres, entityId, repoId, shas),
    (commit) => commit.defectId,
  );
  for (const defect of defects) {
    const since = earliestFixCommit(defect.detectedAt);
    const found = (byKey.get(defect.defectKey) ?? [])
      .flatMap(commitNamed)
      .filter((commit) => commit.authoredAt >= since);
    const known = knownBefore.get(defect.id) ?? [];
    if (isSame(known, found)) continue;
    await context.postgres.transaction(async (tx) => {
      const current = await lockDefectById(tx, defect.id);
      if (!current) return;
      await deleteFixCommits(tx, defect.id, without(known, found));
      await saveFixCommits(tx, current, found);
      await saveAndPublish(context, tx, current);
    });
  }
}

const nameOf = ({ repoId, sha }: FixCommit): string => `${repoId} ${sha}`;

function without(known: readonly FixCommit[], found: readonly FixCommit[]): FixCommit[] {
  const names = new Set(found.map(nameOf));
  return known.filter((commit) => !names.has(nameOf(commit)));
}

function isSame(known: readonly FixCommit[], found: readonly FixCommit[]): boolean {
  const times = new Map(known.map((commit) => [nameOf(commit), timesOf(commit)]));
  return known.length === found.length && found.every((commit) => times.get(nameOf(commit)) === timesOf(commit));
}

const timesOf = ({ authoredAt, mergedAt }: FixCommit): string =>
  `${authoredAt.getTime()} ${mergedAt?.getTime() ?? 'none'}`;
