import type { Context } from '../context.ts';
import { writeAudit } from '../store/audit-log.ts';
import { type ConnectionRecord, deleteConnection } from '../store/connections.ts';

/** Erases a connection's secrets and what it was known to reach. */
export const removeConnection = (
  { postgres }: Pick<Context, 'postgres'>,
  { id, entity_id: entityId, git_provider_em }: ConnectionRecord,
  actor: string,
): Promise<void> =>
  postgres.transaction(async (tx) => {
    await deleteConnection(tx, id);
    await writeAudit(tx, {
      entityId,
      actor,
      action: 'connection_removed',
      detail: { connection_id: id, git_provider_em },
    });
  });
