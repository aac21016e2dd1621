import { resolvePath } from '../actions/resolve-path.ts';
import { type IdentityHandlers, type RpcParts, repoMessage } from './handlers.ts';

export const resolveResourcePath =
  ({ postgres }: RpcParts): IdentityHandlers['resolveResourcePath'] =>
  async ({ resourcePath, callerEntityId, callerIsSuperAdmin }) => {
    const resolved = await resolvePath(postgres, resourcePath, {
      entityId: callerEntityId,
      isSuperAdmin: callerIsSuperAdmin,
    });
    if (!resolved) return { found: false };
    return {
      found: true,
      entityId: resolved.entity.id,
      entitySlug: resolved.entity.slug,
      resources: resolved.resources,
      repos: resolved.repos.map(repoMessage),
    };
  };
