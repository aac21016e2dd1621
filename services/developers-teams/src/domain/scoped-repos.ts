import type { Scope } from '@linescope/chassis/scope/resolve-scope';

/** The repos a scope is narrowed to; null: the whole entity, also those who committed nowhere yet. */
export const scopedRepoIds = (scope: Scope): number[] | null =>
  scope.resources.some((resource) => resource.kind === 'entity') ? null : scope.repos.map((repo) => repo.id);
