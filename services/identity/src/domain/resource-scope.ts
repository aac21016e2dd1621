import type { ResourcePath } from '@linescope/contract/resource-path';

export interface TreeOrganization {
  id: number;
  slug: string;
}

export interface TreeRepo {
  id: number;
  organizationId: number;
  slug: string;
}

export interface ScopedResource {
  kind: 'entity' | 'organization' | 'repo';
  id: number;
  path: string;
}

export interface Tree<Repo extends TreeRepo> {
  entity: { id: number; slug: string };
  organizations: TreeOrganization[];
  repos: Repo[];
}

/** What the paths name within one entity's tree: all of it, or nothing when any part is unknown. Names ignore case. */
export function scopeOf<Repo extends TreeRepo>(
  paths: ResourcePath[],
  tree: Tree<Repo>,
): { resources: ScopedResource[]; repos: Repo[] } | null {
  const organizations = new Map(tree.organizations.map((found) => [found.slug.toLowerCase(), found]));
  const repos = new Map(tree.repos.map((repo) => [`${repo.organizationId}/${repo.slug.toLowerCase()}`, repo]));
  const resources: ScopedResource[] = [];
  const scoped = new Map<number, Repo>();
  const take = (wanted: (repo: Repo) => boolean) => {
    for (const repo of tree.repos) if (wanted(repo)) scoped.set(repo.id, repo);
  };
  for (const path of paths) {
    if (path.organizationSlug === null) {
      resources.push({ kind: 'entity', id: tree.entity.id, path: tree.entity.slug });
      take(() => true);
      continue;
    }
    const organization = organizations.get(path.organizationSlug.toLowerCase());
    if (!organization) return null;
    const organizationPath = `${tree.entity.slug}/${organization.slug}`;
    if (path.repoSlug === null) {
      resources.push({ kind: 'organization', id: organization.id, path: organizationPath });
      take((repo) => repo.organizationId === organization.id);
      continue;
    }
    const repo = repos.get(`${organization.id}/${path.repoSlug.toLowerCase()}`);
    if (!repo) return null;
    resources.push({ kind: 'repo', id: repo.id, path: `${organizationPath}/${repo.slug}` });
    scoped.set(repo.id, repo);
  }
  return { resources, repos: [...scoped.values()] };
}
