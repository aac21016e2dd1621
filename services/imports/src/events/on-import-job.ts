import { consumeMessages } from '@linescope/chassis/events/consume';
import { publishRaw } from '@linescope/chassis/events/publish';
import { subjectPrefix } from '@linescope/chassis/events/streams';
import type { Runtime } from '@linescope/chassis/service/run-service';
import { z } from 'zod';
import { runImport } from '../actions/run-import.ts';
import type { Context } from '../context.ts';
import { ImportFailure, QuotaPause } from '../domain/import-status.ts';
import { FetchFailure } from '../git-import/fetch-failure.ts';
import { findImport, type Import, takeLease, takeRunAgain } from '../store/imports.ts';
import { holdLease, leaseSeconds } from '../store/lease.ts';

const jobSchema = z.object({ importId: z.number(), run: z.number() });
export type ImportJob = z.infer<typeof jobSchema>;

/** Asks the broker to hand the message out again after a while; not an error, so nothing is counted or buried. */
class RetryLater extends Error {
  readonly afterMs: number;

  constructor(afterMs: number) {
    super('later');
    this.name = 'RetryLater';
    this.afterMs = afterMs;
  }
}

export const jobSubject = (namespace: string, entityId: number): string =>
  `${subjectPrefix(namespace, 'JOBS')}.${entityId}.import.v1`;

export const publishJob = (context: Context, job: Import): Promise<void> =>
  publishRaw(
    context.broker,
    jobSubject(context.broker.namespace, job.entity_id),
    Buffer.from(JSON.stringify({ importId: job.id, run: job.run })),
    {
      messageId: `import:${job.id}:${job.run}`,
    },
  );

/** Workers on any number of machines share the queue; the lease sees to it that two never hold one repo. */
export async function takeJobs(runtime: Runtime<unknown>, context: Context, stop: AbortSignal): Promise<void> {
  await consumeMessages(runtime, context.broker, {
    name: 'imports',
    stream: 'JOBS',
    filter: `${subjectPrefix(context.broker.namespace, 'JOBS')}.*.import.v1`,
    concurrency: 1,
    maxDeliver: Number.MAX_SAFE_INTEGER,
    ackWaitMs: 30_000,
    handle: async (message) => workOn(context, jobSchema.parse(message.json()), stop),
    delayFor: (error) => (error instanceof RetryLater ? error.afterMs : null),
    isPermanent: (error) => error instanceof z.ZodError,
  });
}

export async function workOn(context: Context, job: ImportJob, stop: AbortSignal): Promise<void> {
  const known = await findImport(context.postgres, job.importId);
  if (!known || known.run !== job.run || known.import_status === 'processing_completed') return;
  const taken = await takeLease(context.postgres, job.importId, job.run, leaseSeconds);
  if (!taken) throw new RetryLater(5_000);
  const lease = holdLease(context, taken, stop);
  try {
    await runImport(context, taken, lease);
    await runOnceMore(context, taken.id);
  } catch (error) {
    await settleFailure(context, taken, lease.write, error, stop.aborted);
  } finally {
    await lease.release();
  }
}

async function runOnceMore(context: Context, importId: number): Promise<void> {
  const again = await takeRunAgain(context.postgres, importId);
  if (again) await publishJob(context, again);
}

/**
 * A failure that the spec names is written; anything else is tried again, later each time, up to the limit.
 * Attempts count only while nothing moves: delivered facts set them back, and a worker that stops is no failure.
 */
async function settleFailure(
  context: Context,
  job: Import,
  write: ReturnType<typeof holdLease>['write'],
  error: unknown,
  stopping: boolean,
): Promise<void> {
  if (error instanceof ImportFailure) {
    context.log.warn({ err: error, importId: job.id }, 'import ended');
    await write({ import_status: error.status, error_em: error.errorEm, error_detail: error.message });
    return;
  }
  if (stopping) throw new RetryLater(0);
  const attempts = ((await findImport(context.postgres, job.id))?.attempts ?? 0) + 1;
  await write({ attempts });
  const last = attempts >= context.config.IMPORT_ATTEMPTS;
  if (error instanceof QuotaPause) {
    await write({ last_provider_quota_exceeded_at: context.now() });
    if (last) {
      await write({ import_status: 'unable_to_import_no_quota', error_em: 'no_quota', error_detail: error.message });
      return;
    }
    throw new RetryLater(Math.max(error.resumeAt.getTime() - context.now().getTime(), 1_000));
  }
  context.log.warn({ err: error, importId: job.id, attempts }, 'import interrupted');
  if (last) {
    await write({
      import_status: 'unable_to_import_too_many_attempts',
      error_em: 'too_many_attempts',
      error_detail: `The import failed ${attempts} times in a row${lastWordsOf(error)} Queue it again to retry.`,
    });
    return;
  }
  throw new RetryLater(context.config.IMPORT_RETRY_MS * 2 ** (attempts - 1));
}

/** What may be shown of a failure: git's failures are told in our words, others may name inner parts. */
const lastWordsOf = (error: unknown): string =>
  error instanceof FetchFailure ? `, at last since: ${error.message}` : ' for passing reasons.';
