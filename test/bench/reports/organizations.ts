import type { Neighbourhood } from '@linescope/analytics/testing/neighbours';

/** One customer of the service, as large as its commits. */
export interface Organization {
  id: number;
  slug: string;
  commits: number;
  committers: number;
  repos: number;
}

export const TEAMS = 8;
export const PRINCIPAL_KEY_ID = 'bench';

/** The year in which everything happens, whatever the clock says: the same seed gives the same rows. */
export const YEAR = { start: Date.UTC(2025, 0, 1), days: 365 };

const organization = (id: number, commits: number): Organization => ({
  id,
  slug: `org-${id}`,
  commits,
  committers: Math.min(Math.max(Math.round(commits / 500), 10), 400),
  repos: 10,
});

/** The measured one holds a tenth of all commits, the largest half, and eight small ones the rest. */
export function makeOrganizations(commits: number): [Organization, Organization, ...Organization[]] {
  const small = Array.from({ length: 8 }, (_, index) => organization(index + 3, Math.round(commits * 0.05)));
  return [organization(1, Math.round(commits * 0.1)), organization(2, Math.round(commits * 0.5)), ...small];
}

export const repoId = (organization: Organization, index: number): number => organization.id * 100 + index;

/** What the other units know of them. */
export const neighbourhoodOf = (organizations: readonly Organization[]): Neighbourhood => ({
  entities: organizations.map((one) => ({
    id: one.id,
    slug: one.slug,
    settings: {},
    repos: Array.from({ length: one.repos }, (_, index) => ({
      id: repoId(one, index),
      organizationId: one.id,
      path: `code/repo-${index}`,
    })),
  })),
  people: [],
  teams: [],
  access: new Map(),
});
