import { runPeriodically } from '@linescope/chassis/service/run-periodically';
import type { Runtime } from '@linescope/chassis/service/run-service';
import type { Context } from '../context.ts';
import { deleteEnded } from '../store/sessions.ts';

const EVERY_MS = 60 * 60 * 1000;

export const startDeletingEndedSessions = (
  runtime: Pick<Runtime<unknown>, 'log' | 'metrics' | 'onStop'>,
  { postgres }: Context,
) =>
  runPeriodically(runtime, {
    name: 'delete ended sessions',
    everyMs: EVERY_MS,
    run: () => deleteEnded(postgres),
  });
