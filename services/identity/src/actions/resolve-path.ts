import type { Queryable } from '@linescope/chassis/postgres/postgres';
import { parseResourcePath } from '@linescope/contract/resource-path';
import { type ScopedResource, scopeOf } from '../domain/resource-scope.ts';
import { type Entity, findEntity, findEntityById } from '../store/entities.ts';
import { type Repo, treeFor } from '../store/resource-tree.ts';

export interface Caller {
  entityId: number;
  isSuperAdmin: boolean;
}

export interface ResolvedPath {
  entity: Entity;
  resources: ScopedResource[];
  repos: Repo[];
}

/** What the path names; empty is the caller's entity. Unknown, another's, leaving and malformed are one answer: null. */
export async function resolvePath(db: Queryable, resourcePath: string, caller: Caller): Promise<ResolvedPath | null> {
  const parsed = resourcePath.trim() === '' ? null : parseResourcePath(resourcePath);
  if (parsed && 'problem' in parsed) return null;
  const entity = parsed
    ? await findEntity(db, (parsed[0]?.entitySlug ?? '').toLowerCase())
    : await findEntityById(db, caller.entityId);
  if (entity?.status !== 'active') return null;
  if (entity.id !== caller.entityId && !caller.isSuperAdmin) return null;
  const paths = parsed ?? [{ entitySlug: entity.slug, organizationSlug: null, repoSlug: null }];
  const scope = scopeOf(paths, { entity, ...(await treeFor(db, entity.id, paths)) });
  return scope && { entity, ...scope };
}
