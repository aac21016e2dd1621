import type { Broker } from '@linescope/chassis/events/broker';
import { consumeEvent } from '@linescope/chassis/events/consume';
import type { Runtime } from '@linescope/chassis/service/run-service';
import { importChanged } from '@linescope/contract/events/imports-events';
import type { Context } from '../context.ts';
import { saveAwaitedImport } from '../store/awaited-imports.ts';

/** A path that names no repo yet is answered with how far its import is. */
export const onImportChanged = (
  runtime: Runtime<unknown>,
  { postgres, broker }: Pick<Context, 'postgres'> & { broker: Broker },
): Promise<void> =>
  consumeEvent(runtime, broker, importChanged, async ({ entityId, aggregateVersion, data }) => {
    await saveAwaitedImport(postgres, { ...data, entityId, version: aggregateVersion });
  });
