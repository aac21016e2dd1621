import type { Transaction } from '@linescope/chassis/postgres/postgres';
import { connectionAdded } from '@linescope/contract/events/identity-events';
import type { Context } from '../context.ts';
import type { CodeHostAccess } from '../domain/code-host-access.ts';
import { connectionContext, webhookContext } from '../domain/sealed-contexts.ts';
import { earliest } from '../domain/token-expiry.ts';
import { writeAudit } from '../store/audit-log.ts';
import { lockConnectionOf, nextConnectionId, saveConnection as save } from '../store/connections.ts';
import type { VerifiedAccess } from './verify-code-host.ts';
import { newWebhookSecret } from './webhook-secret.ts';

export interface NewConnection {
  entityId: number;
  userId: number;
  access: CodeHostAccess;
  verified: VerifiedAccess;
  actor: string;
}

/** Keeps a verified connection, its token sealed. A new token of the same account takes the place of the old one. */
export async function saveConnection(
  tx: Transaction,
  { outbox, secretBox }: Context,
  { entityId, userId, access, verified, actor }: NewConnection,
): Promise<number> {
  const { hostUser, organizations, signInEmail } = verified;
  const key = {
    entityId,
    gitProviderEm: access.gitProvider,
    endpointUrl: access.endpointUrl ?? '',
    devopsOrganizationName: access.devopsOrganizationName ?? '',
    hostUserId: hostUser.hostId,
  };
  const id = (await lockConnectionOf(tx, key)) ?? (await nextConnectionId(tx));
  const version = await save(tx, {
    ...key,
    id,
    userId,
    sealedToken: secretBox.seal(access.token, connectionContext(id)),
    sealedWebhookSecret: secretBox.seal(newWebhookSecret(), webhookContext(id)),
    devopsTenantId: access.devopsTenantId,
    hostUserName: hostUser.userName,
    hostEmail: signInEmail,
    expiresAt: earliest(access.expiresAt, hostUser.tokenExpiresAt),
    organizations,
  });
  await outbox.add(tx, connectionAdded, {
    entityId,
    aggregateId: id,
    aggregateVersion: version,
    data: { connectionId: id, userId, gitProviderEm: access.gitProvider },
  });
  await writeAudit(tx, {
    entityId,
    actor,
    action: 'connection_added',
    detail: { connection_id: id, user_id: userId, git_provider_em: access.gitProvider },
  });
  return id;
}
