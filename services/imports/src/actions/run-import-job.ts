import type { Transaction } from '@linescope/chassis/postgres/postgres';
import { isProviderError } from '@linescope/providers/errors';
import type { WorkerContext } from '../context.ts';
import { ImportFailure, QuotaPause } from '../domain/import-status.ts';
import { FetchFailure } from '../git-import/fetch-failure.ts';
import { wakeWorkers } from '../store/import-queue.ts';
import { findImport, type Import, takeRequestedRun } from '../store/imports.ts';
import { holdLease, type Lease } from '../store/lease.ts';
import { publishImport } from './publish-import.ts';
import { runImport } from './run-import.ts';

const HOUR_MS = 3_600_000;

/** Runs a leased import, and records how it ended. */
export async function runImportJob(context: WorkerContext, leased: Import, stop: AbortSignal): Promise<void> {
  const { postgres, log, outbox } = context;
  const onChange = (tx: Transaction, id: number): Promise<void> => publishImport(tx, outbox, id);
  const lease = holdLease({ postgres, log, onChange }, leased, stop);
  try {
    await runImport(context, leased, lease);
    if (await takeRequestedRun(context.postgres, leased.id)) wakeWorkers(context);
  } catch (error) {
    // A worker that stops is no failure: the import is due again once its lease is released.
    if (error instanceof ImportFailure || !stop.aborted) await saveFailure(context, leased, lease.write, error);
  } finally {
    await lease.release();
  }
}

/**
 * A failure that the spec names ends the import; anything else is retried with growing delays, up to the limit. Attempts count
 * only without progress. A pause for quota is no attempt: the import goes on when its host said, and ends after a day of them.
 */
async function saveFailure(
  context: WorkerContext,
  { id: importId, repo_path: repoPath }: Import,
  write: Lease['write'],
  error: unknown,
): Promise<void> {
  if (error instanceof ImportFailure) {
    context.log.warn({ err: error, importId, repoPath, status: error.status }, 'import failed, not retrying');
    await write({ import_status: error.status, error_em: error.errorEm, error_detail: error.message });
    return;
  }
  const found = await findImport(context.postgres, importId);
  if (error instanceof QuotaPause) return savePause(context, found, write, error);
  const attempts = (found?.attempts ?? 0) + 1;
  await write({ attempts });
  const isLast = attempts >= context.config.IMPORT_ATTEMPTS;
  if (isLast) {
    context.log.warn({ err: error, importId, repoPath, attempts }, 'import failed, not retrying: too many attempts');
    await write({
      import_status: 'unable_to_import_too_many_attempts',
      error_em: 'too_many_attempts',
      error_detail: `The import failed ${attempts} times in a row${publicReason(error)} ${adviceOn(error)}`,
    });
    return;
  }
  const retryMs = context.config.IMPORT_RETRY_MS * 2 ** (attempts - 1);
  context.log.warn({ err: error, importId, repoPath, attempts }, `import failed, retrying in ${seconds(retryMs)} s`);
  const resumeAt = new Date(context.now().getTime() + retryMs);
  await write({
    resume_at: resumeAt,
    error_detail: `Attempt ${attempts} of ${context.config.IMPORT_ATTEMPTS} failed${publicReason(error)} The next is at ${resumeAt.toISOString()}.`,
  });
}

async function savePause(
  context: WorkerContext,
  found: Import | null,
  write: Lease['write'],
  pause: QuotaPause,
): Promise<void> {
  const now = context.now();
  const { id: importId, repo_path: repoPath, paused_since: since } = found ?? {};
  const pausedSince = since ?? now;
  if (now.getTime() - pausedSince.getTime() >= context.config.IMPORT_PAUSE_HOURS * HOUR_MS) {
    context.log.warn({ importId, repoPath, pausedSince }, 'import failed, not retrying: no quota left');
    await write({
      last_provider_quota_exceeded_at: now,
      import_status: 'unable_to_import_no_quota',
      error_em: 'no_quota',
      error_detail: pause.message,
    });
    return;
  }
  const resumeAt = new Date(Math.max(pause.resumeAt.getTime(), now.getTime() + 1_000));
  context.log.info({ importId, repoPath, resumeAt }, 'import paused: quota used up, retrying when it is renewed');
  await write({
    last_provider_quota_exceeded_at: now,
    paused_since: pausedSince,
    resume_at: resumeAt,
    error_detail: `${pause.message} The import goes on at ${resumeAt.toISOString()}.`,
  });
}

const seconds = (milliseconds: number): number => Math.round(milliseconds / 100) / 10;

/** What may be shown of a failure: those of git and of code hosts are in our words, others may name internals. */
const publicReason = (error: unknown): string =>
  error instanceof FetchFailure || isProviderError(error) ? `: ${error.message}` : ' for passing reasons.';

const adviceOn = (error: unknown): string =>
  error instanceof FetchFailure
    ? 'Try "git clone" with the same token: where that fails too, the repo has to be mended at its host. Then queue it again.'
    : 'Queue it again to retry.';
