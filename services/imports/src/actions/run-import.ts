import { join } from 'node:path';
import type { Context } from '../context.ts';
import { ImportFailure } from '../domain/import-status.ts';
import { deliverFacts } from '../git-import/deliver-facts.ts';
import { FetchFailure, type FetchFailureReason } from '../git-import/fetch-failure.ts';
import { type Mirror, refreshMirror } from '../git-import/mirror.ts';
import { planReading, readRepo } from '../git-import/read-repo.ts';
import { vanishedCommits } from '../git-import/vanished-commits.ts';
import { type AcquiredRepo, acquireRepo } from '../provider-sync/acquire-repo.ts';
import { syncRepo } from '../provider-sync/sync-repo.ts';
import type { Import } from '../store/imports.ts';
import type { Lease } from '../store/lease.ts';
import { writeSnapshots } from '../store/snapshots.ts';

/** One run of an import, from the queue to facts in ClickHouse. Every step may be repeated by whoever takes over. */
export async function runImport(context: Context, job: Import, lease: Lease): Promise<void> {
  const repo = await acquireRepo(context, job, lease);
  const mirror = await fetchRepo(context, job, repo, lease);
  if (mirror.defaultBranch === null) {
    throw new ImportFailure(
      'could_not_determine_default_branch',
      'no_default_branch',
      'The repo has no default branch; it may be empty.',
    );
  }
  if (job.git_run !== job.run) await importHistory(context, job, repo, mirror, lease);
  const { unreadable } = await syncRepo(context, job, repo, mirror.gitDir, lease);
  const now = context.now();
  await lease.write({
    import_status: 'processing_completed',
    percent_complete: 100,
    stats_calculated_at: now,
    last_processed_at: now,
    ...(unreadable.length > 0
      ? { error_em: 'insufficient_access', error_detail: `No connection may read its ${unreadable.join(' and ')}.` }
      : {}),
  });
}

/** The git part. Once done it is not repeated, however often the host interrupts the rest of the run. */
async function importHistory(
  context: Context,
  job: Import,
  repo: AcquiredRepo,
  mirror: Mirror,
  lease: Lease,
): Promise<void> {
  await lease.write({ import_status: 'queued_branch_for_commit_processing' });
  const plan = planReading(job, mirror, repo.window);
  await lease.write({
    import_status: 'repo_processing_underway',
    cursor_run: job.run,
    cursor_tips: plan.tips,
    cursor_part: plan.fromPart,
  });

  const started = performance.now();
  const history = await readRepo(context, job, mirror, plan, lease);
  const readSeconds = secondsSince(started);
  try {
    const removed = {
      shas: job.stored_tips ? await vanishedCommits(mirror.gitDir, job.stored_tips, plan.tips) : [],
      olderRuns: history.mode === 'window' && job.stored_tips !== null,
    };
    const counted =
      history.mode === 'window'
        ? { ...job, commits_complete_count: plan.fromPart === 0 ? 0 : job.commits_complete_count }
        : job;
    await deliverFacts(context, { job: counted, repo, history, plan, gitDir: mirror.gitDir, lease, removed });
    const { mode, commitsRead } = history;
    context.log.info(
      { importId: job.id, mode, commitsRead, readSeconds, totalSeconds: secondsSince(started) },
      'history delivered',
    );
    await context.postgres.transaction((tx) => writeSnapshots(tx, job, history));
    await lease.write({
      import_status: 'processing_in_progress',
      git_run: job.run,
      stored_tips: plan.tips,
      stored_window_start: plan.windowStart,
    });
  } finally {
    await history.close();
  }
}

/** Failures that another attempt would not mend, and what the import then says. */
const FINAL_FETCH_FAILURES: Record<FetchFailureReason, string | null> = {
  refused: 'insufficient_access',
  missing: 'repo_not_found',
  sha256: 'sha256_repository',
  transient: null,
};

async function fetchRepo(context: Context, job: Import, repo: AcquiredRepo, lease: Lease): Promise<Mirror> {
  const since = new Date(Math.max(repo.window.getTime(), context.now().getTime() - 365 * 24 * 60 * 60 * 1000));
  const telling = repo.host
    .commitCountSince({ path: repo.hostPath }, since)
    .catch(() => null)
    .then((count) => lease.write({ provider_past_year_commit_count: count }));
  telling.catch(() => {});
  try {
    const mirror = await refreshMirror({
      cloneFolder: join(context.config.DATA_DIR, 'clones'),
      entityId: job.entity_id,
      repoId: repo.repoId,
      access: repo.access,
      defaultBranch: repo.defaultBranch,
      allowPrivate: context.config.ALLOW_PRIVATE_ADDRESSES,
      signal: lease.signal,
    });
    await telling;
    return mirror;
  } catch (error) {
    const errorEm = error instanceof FetchFailure && FINAL_FETCH_FAILURES[error.reason];
    if (errorEm) throw new ImportFailure('unable_to_import_no_repo', errorEm, error.message, error);
    throw error;
  }
}

const secondsSince = (start: number): number => Math.round(performance.now() - start) / 1000;
