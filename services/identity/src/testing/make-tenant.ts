import type { Principal } from '@linescope/contract/principal';
import type { Role } from '@linescope/contract/roles';
import { tryCreateEntity } from '../actions/create-entity.ts';
import { ensureUser } from '../actions/ensure-user.ts';
import { issueToken } from '../actions/issue-token.ts';
import type { Context } from '../context.ts';
import { findEntity } from '../store/entities.ts';

export interface Tenant {
  principal: Principal;
  token: string;
}

/** An entity (made where there is none) with a user of the role and their token: what a test calls as. */
export function makeTenant(
  { postgres, outbox }: Pick<Context, 'postgres' | 'outbox'>,
  wanted: { slug: string; role?: Role; email?: string },
): Promise<Tenant> {
  const { slug, role = 'admin', email = `${role}@${slug}.example` } = wanted;
  const actor = 'test';
  return postgres.transaction(async (tx) => {
    const entity = (await tryCreateEntity(tx, outbox, { slug, actor })) ?? (await findEntity(tx, slug));
    if (!entity) throw new Error(`no entity ${slug}`);
    const user = await ensureUser(tx, outbox, { entityId: entity.id, email, role, actor });
    const { token, record } = await issueToken(tx, { entityId: entity.id, userId: user.id, name: 'test', actor });
    return {
      token,
      principal: { tokenId: record.id, entityId: entity.id, entitySlug: slug, userId: user.id, role: user.role },
    };
  });
}
