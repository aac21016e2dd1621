import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { eventSubject } from '@linescope/chassis/events/subjects';
import { deleteMailOf } from '@linescope/chassis/mail/mailer';
import { deleteRowsOf, offboardEntity } from '@linescope/chassis/offboarding/offboard-entity';
import type { Runtime } from '@linescope/chassis/service/run-service';
import { entityOffboarding } from '@linescope/contract/events/identity-events';
import type { Context } from '../context.ts';
import { cloneFolderOf } from '../git-import/mirror.ts';

/** Children first. */
const TABLES = [
  'provider_state',
  'provider_records',
  'host_accounts',
  'host_author_lookups',
  'provider_cursors',
  'provider_payloads',
  'provider_quotas',
  'provider_etags',
  'tracker_connections',
  'team_boards',
  'team_readings',
  'ai_collections',
  'ai_collectors',
  'snapshot_parts',
  'newest_snapshots',
  'import_checkpoints',
  'import_snapshots',
  'repo_releases',
  'imports',
];

/** Deletes the entity's rows, and the clones of an API process that shares its folder with a worker. */
export const onEntityOffboarding = (runtime: Runtime<unknown>, context: Context): Promise<void> =>
  offboardEntity(runtime, context, async (tx, entityId) => {
    await deleteClones(context, entityId);
    await deleteMailOf(context.config.DATA_DIR, entityId);
    return deleteRowsOf(...TABLES)(tx, entityId);
  });

/**
 * Every worker has a clone cache of its own, so every one must get the event: a plain subscription, not a shared
 * consumer. A worker that is down then finds at its start that these clones are nobody's (`removeOrphans`).
 */
export function deleteClonesOnOffboarding(runtime: Runtime<unknown>, context: Context): void {
  const { broker, log } = context;
  const subscription = broker.connection.subscribe(eventSubject(broker.namespace, entityOffboarding, '*'), {
    callback: (_error, message) => {
      const entityId = Number(message.subject.split('.')[2]);
      if (!Number.isSafeInteger(entityId)) return;
      deleteClones(context, entityId).catch((err: unknown) =>
        log.warn(
          { err, entityId },
          'deleting the clones of an offboarded entity failed, they are deleted with the next pruning',
        ),
      );
    },
  });
  runtime.onStop('subscription to offboardings', () => subscription.unsubscribe());
}

const deleteClones = ({ config }: Context, entityId: number): Promise<void> =>
  rm(join(cloneFolderOf(config), String(entityId)), { recursive: true, force: true });
