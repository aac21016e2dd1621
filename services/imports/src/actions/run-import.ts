import { rm } from 'node:fs/promises';
import { DAY_MS } from '@linescope/contract/days';
import { outgoingProxy } from '@linescope/providers/pacing/outgoing-proxy';
import type { WorkerContext } from '../context.ts';
import { type ImportError, ImportFailure } from '../domain/import-status.ts';
import { compareFacts } from '../git-import/compare-facts.ts';
import { isOfDamagedClone } from '../git-import/damaged-clone.ts';
import { FetchFailure, type FetchFailureReason } from '../git-import/fetch-failure.ts';
import { importHistory } from '../git-import/import-history.ts';
import { cloneFolderOf, type Mirror, mirrorPath, refreshMirror } from '../git-import/mirror.ts';
import { type AcquiredRepo, acquireRepo } from '../provider-sync/acquire-repo.ts';
import { learnAuthorsOfRepo, type Omissions, syncRepo } from '../provider-sync/sync-repo.ts';
import { findImport, type Import } from '../store/imports.ts';
import type { Lease } from '../store/lease.ts';

const YEAR_MS = 365 * DAY_MS;

/** One run of an import, from the queue to facts in ClickHouse. Every step may be repeated by whichever worker takes over. */
export async function runImport(context: WorkerContext, job: Import, lease: Lease): Promise<void> {
  const repo = await acquireRepo(context, job, lease);
  const path = mirrorPath(cloneFolderOf(context.config), job.entity_id, repo.repoId);
  context.mirrorsInUse.add(path);
  try {
    await importRepo(context, repo.job, repo, lease);
  } catch (error) {
    // A worker that stops ends its gits, which says nothing of the clone. Once a run is enough: a repo may be damaged at its host.
    if (!lease.signal.aborted && job.attempts === 0 && isOfDamagedClone(error)) {
      context.log.warn({ importId: job.id, repoPath: job.repo_path }, 'the clone cannot be read, deleting it');
      await rm(path, { recursive: true, force: true });
    }
    throw error;
  } finally {
    context.mirrorsInUse.delete(path);
  }
}

async function importRepo(context: WorkerContext, job: Import, repo: AcquiredRepo, lease: Lease): Promise<void> {
  const mirror = await fetchRepo(context, job, repo, lease);
  if (mirror.defaultBranch === null) {
    throw new ImportFailure(
      'could_not_determine_default_branch',
      'no_default_branch',
      'The repo has no default branch; it may be empty.',
    );
  }
  const learning = learnAuthorsOfRepo(context, job, repo, mirror, lease);
  learning.catch(() => {}); // what failed is said after the history
  const delivered = Promise.withResolvers<void>();
  const importing = () => importHistory(context, job, repo, mirror, lease, delivered.resolve);
  // Once done, the git part is not repeated, however often the host interrupts the rest of the run.
  const isDone = job.git_run === job.run;
  const reading = isDone ? Promise.resolve() : context.historyReads.run(importing, lease.signal);
  const sync = async (): Promise<Omissions> => {
    await Promise.race([delivered.promise, reading]);
    await learning;
    return syncRepo(context, job, repo, mirror, lease);
  };
  // The host is asked while the worker keeps where it may go on reading.
  const syncing = sync();
  syncing.catch(() => {}); // what failed is said after the history
  try {
    await reading;
  } finally {
    // Whatever becomes of the history, the clone is in use until then.
    await Promise.allSettled([learning, syncing]);
  }
  await learning;
  await compareStored(context, job, repo, mirror, lease);
  const omissions = await syncing;
  const now = context.now();
  await lease.write({
    import_status: 'processing_completed',
    percent_complete: 100,
    stats_calculated_at: now,
    last_processed_at: now,
    ...(await remarkOf(context, job, omissions)),
  });
  context.log.info({ importId: job.id, repoPath: job.repo_path, run: job.run, ...omissions }, 'import completed');
}

/** Only doubts are raised here: an import does not fail because nobody could compare. */
async function compareStored(
  context: WorkerContext,
  job: Import,
  { repoId }: AcquiredRepo,
  mirror: Mirror,
  lease: Lease,
): Promise<void> {
  const stored = await findImport(context.postgres, job.id);
  if (!stored) return;
  try {
    await compareFacts(context, stored, repoId, mirror, lease);
  } catch (err) {
    lease.signal.throwIfAborted();
    context.log.warn({ err, importId: job.id }, 'comparing facts with git failed, the next run tries again');
  }
}

/** What a customer should know of an import that completed. */
async function remarkOf(context: WorkerContext, job: Import, { unreadable, cut }: Omissions) {
  if (cut.length > 0)
    return {
      error_em: 'reading_too_large',
      error_detail: `The host gives more ${cut.join(' and ')} than are read at once; those that were read are stored. Another import reads on.`,
    };
  if (unreadable.length > 0)
    return { error_em: 'insufficient_access', error_detail: `No connection may read its ${unreadable.join(' and ')}.` };
  const done = await findImport(context.postgres, job.id);
  if (!done || done.commits_complete_count > 0) return {};
  const since = done.stored_window_start?.toISOString().slice(0, 10);
  return {
    error_em: 'no_commits_in_window',
    error_detail: `No commit of its default branch or pull requests is younger than ${since ?? 'the window'}. Import it with a larger window to read older ones.`,
  };
}

/** Failures that no retry can fix, and the `error_em` that the import then has. */
const PERMANENT_FETCH_FAILURES: Record<FetchFailureReason, ImportError | null> = {
  refused: 'insufficient_access',
  missing: 'repo_not_found',
  sha256: 'sha256_repository',
  address: 'endpoint_refused',
  too_slow: 'clone_too_slow',
  too_large: 'clone_too_large',
  transient: null,
};

async function fetchRepo(context: WorkerContext, job: Import, repo: AcquiredRepo, lease: Lease): Promise<Mirror> {
  const since = new Date(Math.max(repo.window.getTime(), context.now().getTime() - YEAR_MS));
  const counting = repo.host
    .commitCountSince({ path: repo.hostPath }, since)
    .catch(() => null)
    .then((count) => lease.write({ provider_past_year_commit_count: count }));
  counting.catch(() => {});
  try {
    const mirror = await refreshMirror({
      cloneFolder: cloneFolderOf(context.config),
      entityId: job.entity_id,
      repoId: repo.repoId,
      access: repo.access,
      defaultBranch: repo.defaultBranch,
      egress: {
        allowPrivate: context.config.ALLOW_PRIVATE_ADDRESSES,
        proxyOf: outgoingProxy(context.config),
        certificates: context.certificates,
      },
      limits: { minutes: context.config.CLONE_MAX_MINUTES, bytes: context.config.CLONE_MAX_BYTES },
      signal: lease.signal,
    });
    await counting;
    return mirror;
  } catch (error) {
    const errorEm = error instanceof FetchFailure && PERMANENT_FETCH_FAILURES[error.reason];
    if (errorEm) throw new ImportFailure('unable_to_import_no_repo', errorEm, error.message, error);
    throw error;
  }
}
