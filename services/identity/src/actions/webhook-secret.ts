import { randomBytes } from 'node:crypto';
import type { Context } from '../context.ts';
import { webhookContext } from '../domain/sealed-contexts.ts';
import { writeAudit } from '../store/audit-log.ts';
import { type ConnectionRecord, saveWebhookSecret } from '../store/connections.ts';

export const newWebhookSecret = (): string => randomBytes(32).toString('base64url');

export const readWebhookSecret = ({ secretBox }: Context, connection: ConnectionRecord): string =>
  secretBox.open(connection.sealed_webhook_secret, webhookContext(connection.id));

/** From now on messages are proved by this secret alone: the host must be given it too. */
export function setWebhookSecret(
  { postgres, secretBox }: Context,
  { id, entity_id: entityId }: ConnectionRecord,
  secret: string,
  actor: string,
): Promise<void> {
  return postgres.transaction(async (tx) => {
    await saveWebhookSecret(tx, id, secretBox.seal(secret, webhookContext(id)));
    await writeAudit(tx, { entityId, actor, action: 'webhook_secret_set', detail: { connection_id: id } });
  });
}
