import type { Outbox } from '@linescope/chassis/events/outbox';
import type { Transaction } from '@linescope/chassis/postgres/postgres';
import { importChanged } from '@linescope/contract/events/imports-events';
import { type AwaitedImport, nextVersion } from '../store/imports.ts';

/** Publishes how far an import is, in the transaction that changed it, until it has completed once. */
export async function publishImport(tx: Transaction, outbox: Outbox, id: number): Promise<void> {
  const awaited = await nextVersion(tx, id);
  if (awaited) await publish(tx, outbox, awaited, awaited.import_status === 'processing_completed');
}

/** Publishes that an import is gone. */
export const publishImportRemoval = (tx: Transaction, outbox: Outbox, removed: AwaitedImport): Promise<void> =>
  publish(tx, outbox, { ...removed, version: removed.version + 1 }, true);

const publish = (tx: Transaction, outbox: Outbox, awaited: AwaitedImport, ended: boolean): Promise<void> =>
  outbox.add(tx, importChanged, {
    entityId: awaited.entity_id,
    aggregateId: awaited.id,
    aggregateVersion: awaited.version,
    data: {
      importId: awaited.id,
      repoPath: awaited.repo_path,
      repoId: awaited.repo_id,
      importStatus: awaited.import_status,
      errorDetail: awaited.error_detail,
      ended,
    },
  });
