import { consumeMessages } from '@linescope/chassis/events/consume';
import type { Runtime } from '@linescope/chassis/service/run-service';
import { z } from 'zod';
import { runImportJob } from '../actions/run-import-job.ts';
import type { WorkerContext } from '../context.ts';
import { importJobSchema, jobSubject } from '../store/import-jobs.ts';

/** Workers on any number of machines share the queue; the lease ensures that no two work on one repo. */
export const onImportJob = (runtime: Runtime<unknown>, context: WorkerContext, stop: AbortSignal): Promise<void> =>
  consumeMessages(runtime, context.broker, {
    name: 'imports',
    stream: 'JOBS',
    filter: jobSubject(context.broker.namespace, '*'),
    concurrency: 1,
    maxDeliver: Number.MAX_SAFE_INTEGER,
    ackWaitMs: 30_000,
    handle: async (message) => runImportJob(context, importJobSchema.parse(message.json()), stop),
    isPermanent: (error) => error instanceof z.ZodError,
  });
