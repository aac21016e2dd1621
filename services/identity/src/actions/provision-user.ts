import type { Transaction } from '@linescope/chassis/postgres/postgres';
import { conflict, forbidden } from '@linescope/contract/fault';
import type { Principal } from '@linescope/contract/principal';
import type { Context } from '../context.ts';
import type { CodeHostAccess } from '../domain/code-host-access.ts';
import { userNameOf } from '../domain/email.ts';
import { entitySlugFor } from '../domain/entity-slug.ts';
import { type Entity, findEntity, findEntityMadeFor } from '../store/entities.ts';
import { ensureUserRow } from '../store/users.ts';
import { tryCreateEntity } from './create-entity.ts';
import { ensureUser } from './ensure-user.ts';
import { issueToken } from './issue-token.ts';
import { saveConnection } from './save-connection.ts';
import type { VerifiedAccess } from './verify-code-host.ts';

export interface Provisioning {
  email: string;
  fullName: string | null;
  avatarUrl: string | null;
  /** Null: an entity of the user's own. */
  entitySlug: string | null;
  access: CodeHostAccess;
}

/** The same refusal whether or not the entity exists. */
export function checkMayProvision(caller: Principal, entitySlug: string | null): void {
  if (entitySlug === caller.entitySlug || caller.role === 'super_admin') return;
  throw forbidden('To provision for another entity than your own, or for a new one, needs a super admin.');
}

/** The token that a caller from elsewhere is given, so that they can go on in the entity they have just provisioned. */
export interface Provisioned {
  entitySlug: string;
  apiToken: string | null;
  connection: { id: number; entityId: number };
}

export function provisionUser(
  context: Context,
  caller: Principal,
  wanted: Provisioning,
  verified: VerifiedAccess,
): Promise<Provisioned> {
  const actor = `token:${caller.tokenId}`;
  return context.postgres.transaction(async (tx) => {
    const newUser = {
      email: wanted.email,
      userName: verified.hostUser.userName || userNameOf(wanted.email),
      fullName: wanted.fullName ?? verified.hostUser.fullName,
      avatarUrl: wanted.avatarUrl ?? verified.hostUser.avatarUrl,
    };
    const { entity, isNew } = await entityFor(tx, context, wanted.entitySlug, newUser, actor);
    if (entity.status !== 'active') throw conflict('The entity is being removed.', 'entity_slug');
    const role = isNew ? 'admin' : 'member';
    const user = await ensureUser(tx, context.outbox, { entityId: entity.id, ...newUser, role, actor });
    const id = await saveConnection(tx, context, {
      entityId: entity.id,
      userId: user.id,
      access: wanted.access,
      verified,
      actor,
    });
    const connection = { id, entityId: entity.id };
    if (entity.id === caller.entityId) return { entitySlug: entity.slug, apiToken: null, connection };
    const wish = { entityId: entity.id, userId: user.id, name: 'provisioned', actor };
    return { entitySlug: entity.slug, apiToken: (await issueToken(tx, wish)).token, connection };
  });
}

async function entityFor(
  tx: Transaction,
  { outbox }: Context,
  slug: string | null,
  newUser: Parameters<typeof ensureUserRow>[1],
  actor: string,
): Promise<{ entity: Entity; isNew: boolean }> {
  if (slug !== null) {
    const known = await findEntity(tx, slug);
    if (known) return { entity: known, isNew: false };
    const made = await tryCreateEntity(tx, outbox, { slug, actor });
    const entity = made ?? (await findEntity(tx, slug));
    if (!entity) throw conflict('The entity was removed meanwhile.', 'entity_slug');
    return { entity, isNew: made !== null };
  }
  const user = await ensureUserRow(tx, newUser);
  const own = await findEntityMadeFor(tx, user.id);
  if (own) return { entity: own, isNew: false };
  const base = entitySlugFor(newUser.email);
  for (let nth = 1; ; nth += 1) {
    const wanted = { slug: nth === 1 ? base : `${base}-${nth}`, madeForUserId: user.id, actor };
    const made = await tryCreateEntity(tx, outbox, wanted);
    if (made) return { entity: made, isNew: true };
  }
}
