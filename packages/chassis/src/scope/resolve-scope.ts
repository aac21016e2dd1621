import { invalidParameter, notFound } from '@linescope/contract/fault';
import type { Principal } from '@linescope/contract/principal';
import type { Calls } from '@linescope/proto/calls';
import type { IdentityDefinition } from '@linescope/proto/services';

export type IdentityCalls = Calls<IdentityDefinition>;

export interface ScopedRepo {
  id: number;
  organizationId: number;
  /** `<organization>/<repo>` */
  path: string;
  organizationSlug: string;
  slug: string;
  gitProviderEm: string;
  defaultBranch: string;
  htmlUrl: string;
}

/** What a `resource_path` names: one entity, the resources in the path's order, and every repo below them. */
export interface Scope {
  entityId: number;
  entitySlug: string;
  resources: { kind: 'entity' | 'organization' | 'repo'; id: number; path: string }[];
  repos: ScopedRepo[];
}

/** Unknown and not the caller's are the same answer: no one learns that another tenant exists. */
export async function resolveScope(
  identity: Pick<IdentityCalls, 'resolveResourcePath'>,
  principal: Principal,
  resourcePath: string | undefined,
  parameter = 'resource_path',
): Promise<Scope> {
  const answer = await identity.resolveResourcePath({
    resourcePath: resourcePath ?? '',
    callerEntityId: principal.entityId,
    callerIsSuperAdmin: principal.role === 'super_admin',
  });
  if (!answer.found) {
    const { awaitedImport } = answer;
    throw notFound(
      awaitedImport ? notImportedYet(awaitedImport, parameter) : nothingSeen(principal, parameter),
      parameter,
    );
  }
  return {
    entityId: answer.entityId,
    entitySlug: answer.entitySlug,
    resources: answer.resources.map((resource) => ({
      kind: kindOf(resource.kind),
      id: resource.id,
      path: resource.path,
    })),
    repos: answer.repos,
  };
}

/** Says how a path is written: most who meet this pasted an example, or left the entity out. */
export const nothingSeen = ({ entitySlug }: Pick<Principal, 'entitySlug'>, parameter = 'resource_path'): string =>
  `${parameter} names nothing that you can see. It is written as entity, entity/organization or entity/organization/repo, and your entity is ${entitySlug}.`;

/** Whoever meets this queued the repo, and waits for it or has to mend what its import met. */
export const notImportedYet = (
  { id, status, errorDetail }: { id: number; status: string; errorDetail: string },
  parameter = 'resource_path',
): string => {
  const known = `${parameter} names a repo of which nothing is imported yet. The status of its import, ${id}, is ${status}`;
  return errorDetail === '' ? `${known}.` : `${known}: ${errorDetail}`;
};

/** The one repo of a path, for calls that need a single one. */
export function singleRepo(scope: Scope): ScopedRepo {
  const [resource] = scope.resources;
  const repo = scope.repos.find((candidate) => candidate.id === resource?.id);
  if (scope.resources.length !== 1 || resource?.kind !== 'repo' || !repo) {
    throw invalidParameter('resource_path', 'resource_path must name a single repo here.');
  }
  return repo;
}

function kindOf(text: string): 'entity' | 'organization' | 'repo' {
  if (text === 'entity' || text === 'organization' || text === 'repo') return text;
  throw new Error(`unknown kind of resource: ${text}`);
}
