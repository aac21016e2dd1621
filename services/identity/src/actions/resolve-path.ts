import type { Queryable } from '@linescope/chassis/postgres/postgres';
import { parseResourcePath, type ResourcePath } from '@linescope/contract/resource-path';
import { type ScopedResource, scopeOf } from '../domain/resource-scope.ts';
import { type AwaitedImport, findAwaitedByPath } from '../store/awaited-imports.ts';
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
  const within = await findEntityOf(db, resourcePath, caller);
  if (!within) return null;
  const { entity, paths } = within;
  const scope = scopeOf(paths, { entity, ...(await treeFor(db, entity.id, paths)) });
  return scope && { entity, ...scope };
}

/** The import of the one repo that the path names, while it has not completed. */
export async function findAwaited(db: Queryable, resourcePath: string, caller: Caller): Promise<AwaitedImport | null> {
  const within = await findEntityOf(db, resourcePath, caller);
  const [path, another] = within?.paths ?? [];
  if (!within || !path || another || path.organizationSlug === null || path.repoSlug === null) return null;
  return findAwaitedByPath(db, within.entity.id, `${path.organizationSlug}/${path.repoSlug}`);
}

async function findEntityOf(
  db: Queryable,
  resourcePath: string,
  caller: Caller,
): Promise<{ entity: Entity; paths: ResourcePath[] } | null> {
  const parsed = resourcePath.trim() === '' ? null : parseResourcePath(resourcePath);
  if (parsed && 'problem' in parsed) return null;
  const entity = parsed
    ? await findEntity(db, (parsed[0]?.entitySlug ?? '').toLowerCase())
    : await findEntityById(db, caller.entityId);
  if (entity?.status !== 'active') return null;
  if (entity.id !== caller.entityId && !caller.isSuperAdmin) return null;
  return { entity, paths: parsed ?? [{ entitySlug: entity.slug, organizationSlug: null, repoSlug: null }] };
}
