import { runPeriodically } from '@linescope/chassis/service/run-periodically';
import type { Runtime } from '@linescope/chassis/service/run-service';
import type { Context } from '../context.ts';
import { deleteOldPayloads } from '../store/provider-payloads.ts';

const EVERY_MS = 60 * 60 * 1000;

export const startDeletingOldPayloads = (runtime: Runtime<unknown>, { postgres, config }: Context) =>
  runPeriodically(runtime, {
    name: 'deletion of old provider payloads',
    everyMs: EVERY_MS,
    run: () => deleteOldPayloads(postgres, config.PAYLOAD_DAYS),
  });
