import { RetryLater } from '@linescope/chassis/events/retry-later';
import type { WorkerContext } from '../context.ts';
import { ImportFailure, QuotaPause } from '../domain/import-status.ts';
import { FetchFailure } from '../git-import/fetch-failure.ts';
import { type ImportJob, publishJob } from '../store/import-jobs.ts';
import { findImport, type Import, takeLease, takeRequestedRun } from '../store/imports.ts';
import { holdLease, LEASE_SECONDS, type Lease } from '../store/lease.ts';
import { runImport } from './run-import.ts';

const LEASED_RETRY_MS = 5_000;

/** Runs an import under its lease, and records how it ended. Jobs of an earlier run are dropped. */
export async function runImportJob(context: WorkerContext, job: ImportJob, stop: AbortSignal): Promise<void> {
  const found = await findImport(context.postgres, job.importId);
  if (!found || found.run !== job.run || found.import_status === 'processing_completed') return;
  const leased = await takeLease(context.postgres, job.importId, job.run, LEASE_SECONDS);
  if (!leased) throw new RetryLater(LEASED_RETRY_MS);
  const lease = holdLease(context, leased, stop);
  try {
    await runImport(context, leased, lease);
    const requested = await takeRequestedRun(context.postgres, leased.id);
    if (requested) await publishJob(context, requested);
  } catch (error) {
    await saveFailure(context, leased, lease.write, error, stop.aborted);
  } finally {
    await lease.release();
  }
}

/**
 * A failure that the spec names ends the import; anything else is retried with growing delays, up to the limit.
 * Attempts count only without progress: delivered facts reset them, and a worker that stops is no failure.
 */
async function saveFailure(
  context: WorkerContext,
  { id: importId, repo_path: repoPath }: Import,
  write: Lease['write'],
  error: unknown,
  stopping: boolean,
): Promise<void> {
  if (error instanceof ImportFailure) {
    context.log.warn({ err: error, importId, repoPath, status: error.status }, 'import failed, not retrying');
    await write({ import_status: error.status, error_em: error.errorEm, error_detail: error.message });
    return;
  }
  if (stopping) throw new RetryLater(0);
  const attempts = ((await findImport(context.postgres, importId))?.attempts ?? 0) + 1;
  await write({ attempts });
  const isLast = attempts >= context.config.IMPORT_ATTEMPTS;
  if (error instanceof QuotaPause) {
    await write({ last_provider_quota_exceeded_at: context.now() });
    if (isLast) {
      context.log.warn({ importId, repoPath, attempts }, 'import failed, not retrying: no quota left');
      await write({ import_status: 'unable_to_import_no_quota', error_em: 'no_quota', error_detail: error.message });
      return;
    }
    const pauseMs = Math.max(error.resumeAt.getTime() - context.now().getTime(), 1_000);
    context.log.info(
      { importId, repoPath, attempts },
      `import paused: quota used up, retrying in ${seconds(pauseMs)} s`,
    );
    throw new RetryLater(pauseMs);
  }
  if (isLast) {
    context.log.warn({ err: error, importId, repoPath, attempts }, 'import failed, not retrying: too many attempts');
    await write({
      import_status: 'unable_to_import_too_many_attempts',
      error_em: 'too_many_attempts',
      error_detail: `The import failed ${attempts} times in a row${publicReason(error)} Queue it again to retry.`,
    });
    return;
  }
  const retryMs = context.config.IMPORT_RETRY_MS * 2 ** (attempts - 1);
  context.log.warn({ err: error, importId, repoPath, attempts }, `import failed, retrying in ${seconds(retryMs)} s`);
  throw new RetryLater(retryMs);
}

const seconds = (milliseconds: number): number => Math.round(milliseconds / 100) / 10;

/** What may be shown of a failure: those of git are in our words, others may name internals. */
const publicReason = (error: unknown): string =>
  error instanceof FetchFailure ? `, at last since: ${error.message}` : ' for passing reasons.';
