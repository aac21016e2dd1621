import type { WorkerContext } from '../context.ts';
import type { Import } from '../store/imports.ts';
import { requestRun } from '../store/imports.ts';
import type { Lease } from '../store/lease.ts';
import { forgetReading } from '../store/snapshots.ts';
import { commitsInWindow } from './commits-in-window.ts';
import type { Mirror } from './mirror.ts';

const HOUR_MS = 3_600_000;
const SHAS_A_CALL = 5_000;

export interface Difference {
  missing: number;
  incomplete: number;
}

/**
 * Compares what is stored with what git has, once in a while, or when the store is doubted. What differs is read again, whole, by
 * another run: its batches have other names, so that none is taken for one that was stored.
 */
export async function compareFacts(
  context: WorkerContext,
  job: Import,
  repoId: number,
  mirror: Mirror,
  lease: Lease,
): Promise<Difference | null> {
  const hours = context.config.FACTS_CHECK_HOURS;
  const isRecent =
    job.facts_compared_at !== null && context.now().getTime() - job.facts_compared_at.getTime() < hours * HOUR_MS;
  const isDoubted = job.doubts !== job.doubts_settled;
  if (hours === 0 || (isRecent && !isDoubted) || job.stored_tips === null || job.stored_window_start === null)
    return null;
  const found = await findDifference(context, job, repoId, mirror);
  await lease.write({ facts_compared_at: context.now(), doubts_settled: job.doubts });
  if (found.missing + found.incomplete === 0) return found;
  context.log.error(
    { importId: job.id, entityId: job.entity_id, repoId, repoPath: job.repo_path, ...found },
    'facts of commits that were stored are missing, the history is read again',
  );
  await context.postgres.transaction(async (tx) => {
    await forgetReading(tx, job);
    await requestRun(tx, job.id);
  });
  return found;
}

async function findDifference(
  { analytics }: WorkerContext,
  job: Import,
  repoId: number,
  mirror: Mirror,
): Promise<Difference> {
  const entityId = job.entity_id;
  const expected = await commitsInWindow(mirror.gitDir, job.stored_tips ?? {}, job.stored_window_start ?? new Date(0));
  let missing = 0;
  for (let from = 0; from < expected.length; from += SHAS_A_CALL) {
    const shas = expected.slice(from, from + SHAS_A_CALL);
    missing += (await analytics.findMissingCommits({ entityId, repoId, shas })).shas.length;
  }
  const { commits: incomplete } = await analytics.countIncompleteCommits({ entityId, repoId });
  return { missing, incomplete };
}
