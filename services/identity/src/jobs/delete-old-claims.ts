import { runPeriodically } from '@linescope/chassis/service/run-periodically';
import type { Runtime } from '@linescope/chassis/service/run-service';
import type { Context } from '../context.ts';
import { deleteOldIdempotencyClaims } from '../store/idempotency-claims.ts';

const EVERY_MS = 60 * 60 * 1000;

export const startDeletingOldClaims = (
  runtime: Pick<Runtime<unknown>, 'log' | 'metrics' | 'onStop'>,
  { postgres }: Context,
) =>
  runPeriodically(runtime, {
    name: 'delete old idempotency claims',
    everyMs: EVERY_MS,
    run: () => deleteOldIdempotencyClaims(postgres),
  });
