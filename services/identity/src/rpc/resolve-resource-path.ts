import { findAwaited, resolvePath } from '../actions/resolve-path.ts';
import { type IdentityHandlers, type RpcContext, repoMessage } from './messages.ts';

export const resolveResourcePath =
  ({ postgres }: RpcContext): IdentityHandlers['resolveResourcePath'] =>
  async ({ resourcePath, callerEntityId, callerIsSuperAdmin }) => {
    const caller = { entityId: callerEntityId, isSuperAdmin: callerIsSuperAdmin };
    const resolved = await resolvePath(postgres, resourcePath, caller);
    if (!resolved) return { found: false, awaitedImport: await findAwaited(postgres, resourcePath, caller) };
    return {
      found: true,
      entityId: resolved.entity.id,
      entitySlug: resolved.entity.slug,
      resources: resolved.resources,
      repos: resolved.repos.map(repoMessage),
    };
  };
