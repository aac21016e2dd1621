import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { eventSubject } from '@linescope/chassis/events/subjects';
import type { Runtime } from '@linescope/chassis/service/run-service';
import { entityOffboarding } from '@linescope/contract/events/identity-events';
import type { Context } from '../context.ts';

/**
 * Every worker has a clone cache of its own, so every one must hear that an entity is offboarded: a plain subscription,
 * not a shared consumer. A worker that is away then finds no import of it any more, and its clones age out.
 */
export async function dropClonesOfEntities(runtime: Runtime<unknown>, context: Context): Promise<void> {
  const { broker, config, log } = context;
  const subscription = broker.connection.subscribe(eventSubject(broker.namespace, entityOffboarding, '*'), {
    callback: (_error, message) => {
      const entityId = message.subject.split('.')[2];
      if (!entityId || !/^\d+$/.test(entityId)) return;
      rm(join(config.DATA_DIR, 'clones', entityId), { recursive: true, force: true }).catch((err: unknown) =>
        log.warn({ err, entityId }, 'clones of an offboarded entity were not removed'),
      );
    },
  });
  runtime.onStop('offboarding of clones', () => subscription.unsubscribe());
}
