import { type IdentityCalls, resolveScope, type Scope } from '@linescope/chassis/scope/resolve-scope';
import type { Principal } from '@linescope/contract/principal';
import { LRUCache } from 'lru-cache';

/** As long as a revoked token may still be taken for valid. */
export const SCOPE_TTL_MS = 1_000;
const MAX_PATHS = 2_000;

/** What is read of the entity that a path is about: its stamp, at least. */
interface ReadEntity {
  state: Promise<{ stamp: { stamp: number } }>;
}

export const scopeKey = ({ entityId, role }: Principal, resourcePath: string): string =>
  JSON.stringify([entityId, role === 'super_admin', resourcePath]);

/**
 * What a path names to a caller, asked of identity once a second for all the reports of a page, and again as soon as a row is stored
 * for the entity: facts of a new repo never meet a scope without it. What was not found is looked up again each time.
 */
export function createRecentScopes(identity: Pick<IdentityCalls, 'resolveResourcePath'>, now: () => Date) {
  const recent = new LRUCache<string, { scope: Scope; stamp: number }>({
    max: MAX_PATHS,
    ttl: SCOPE_TTL_MS,
    ttlResolution: 0,
    perf: { now: () => now().getTime() },
  });
  const asked = new Map<string, Promise<Scope>>();
  /** The reports of a page come at once: they share one question. */
  const ask = (key: string, principal: Principal, resourcePath: string): Promise<Scope> => {
    const underWay = asked.get(key);
    if (underWay) return underWay;
    const answer = resolveScope(identity, principal, resourcePath).finally(() => asked.delete(key));
    asked.set(key, answer);
    return answer;
  };
  return async <Entity extends ReadEntity>(
    principal: Principal,
    resourcePath: string,
    read: (entityId: number) => Entity,
  ): Promise<{ scope: Scope; entity: Entity }> => {
    const key = scopeKey(principal, resourcePath);
    const known = recent.get(key);
    if (known) {
      const entity = read(known.scope.entityId);
      if ((await entity.state).stamp.stamp === known.stamp) return { scope: known.scope, entity };
    }
    const scope = await ask(key, principal, resourcePath);
    const entity = read(scope.entityId);
    recent.set(key, { scope, stamp: (await entity.state).stamp.stamp });
    return { scope, entity };
  };
}
