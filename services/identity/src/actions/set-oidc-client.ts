import type { Context } from '../context.ts';
import { oidcClientContext } from '../domain/sealed-contexts.ts';
import { writeAudit } from '../store/audit-log.ts';
import { deleteOidcClient, type OidcClientFields, saveClientSecret, saveOidcClient } from '../store/oidc.ts';

/** Says how people of an entity sign in with OpenID Connect; null: not at all. False: there was nothing to remove. */
export const setOidcClient = (
  { postgres, secretBox }: Context,
  entityId: number,
  wish: (Omit<OidcClientFields, 'entityId'> & { clientSecret: string }) | null,
  actor: string,
): Promise<boolean> =>
  postgres.transaction(async (tx) => {
    if (wish) {
      const id = await saveOidcClient(tx, { entityId, ...wish });
      await saveClientSecret(tx, id, secretBox.seal(wish.clientSecret, oidcClientContext(id)));
    } else if ((await deleteOidcClient(tx, entityId)) === 0) return false;
    const action = wish ? 'oidc_set' : 'oidc_removed';
    await writeAudit(tx, { entityId, actor, action, detail: wish ? { issuer: wish.issuer } : {} });
    return true;
  });
