import { parseResourcePath } from '@linescope/contract/resource-path';
import { scopeOf } from '../domain/resource-scope.ts';
import { findEntity, findEntityById } from '../store/entities.ts';
import { treeFor } from '../store/resource-tree.ts';
import { type IdentityHandlers, type RpcParts, repoMessage } from './handlers.ts';

/** Unknown, another's and leaving are one answer: not found. */
export const resolveResourcePath =
  ({ postgres }: RpcParts): IdentityHandlers['resolveResourcePath'] =>
  async ({ resourcePath, callerEntityId, callerIsSuperAdmin }) => {
    const parsed = resourcePath.trim() === '' ? null : parseResourcePath(resourcePath);
    if (parsed && 'problem' in parsed) return { found: false };
    const entity = parsed
      ? await findEntity(postgres, (parsed[0]?.entitySlug ?? '').toLowerCase())
      : await findEntityById(postgres, callerEntityId);
    if (entity?.status !== 'active') return { found: false };
    if (entity.id !== callerEntityId && !callerIsSuperAdmin) return { found: false };
    const paths = parsed ?? [{ entitySlug: entity.slug, organizationSlug: null, repoSlug: null }];
    const scope = scopeOf(paths, { entity, ...(await treeFor(postgres, entity.id, paths)) });
    if (!scope) return { found: false };
    return {
      found: true,
      entityId: entity.id,
      entitySlug: entity.slug,
      resources: scope.resources,
      repos: scope.repos.map(repoMessage),
    };
  };
