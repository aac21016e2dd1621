import type { Queryable, Transaction } from '@linescope/chassis/postgres/postgres';
import type { ResourcePath } from '@linescope/contract/resource-path';
import { z } from 'zod';

const organizationRow = z.object({ id: z.number(), slug: z.string() });
export type Organization = z.infer<typeof organizationRow>;

const repoRow = z.object({
  id: z.number(),
  organizationId: z.number(),
  organizationSlug: z.string(),
  slug: z.string(),
  gitProviderEm: z.string(),
  externalId: z.string().nullable(),
  defaultBranch: z.string().nullable(),
  htmlUrl: z.string().nullable(),
  version: z.number(),
});
export type Repo = z.infer<typeof repoRow>;

const REPO_COLUMNS = `repos.id, repos.organization_id AS "organizationId", organizations.slug AS "organizationSlug",
  repos.slug, repos.git_provider_em AS "gitProviderEm", repos.external_id AS "externalId",
  repos.default_branch AS "defaultBranch", repos.html_url AS "htmlUrl", repos.version`;
const REPOS = 'repos JOIN organizations ON organizations.id = repos.organization_id';

export const listOrganizations = (db: Queryable, entityId: number): Promise<Organization[]> =>
  db.many(organizationRow, 'SELECT id, slug FROM organizations WHERE entity_id = $1 ORDER BY id', [entityId]);

export const listRepos = (db: Queryable, entityId: number): Promise<Repo[]> =>
  db.many(repoRow, `SELECT ${REPO_COLUMNS} FROM ${REPOS} WHERE repos.entity_id = $1 ORDER BY repos.id`, [entityId]);

/** The repos that `<organization>/<repo>` paths name; unknown ones are left out. */
export const findRepos = (db: Queryable, entityId: number, paths: string[]): Promise<Repo[]> =>
  db.many(
    repoRow,
    `SELECT ${REPO_COLUMNS} FROM ${REPOS}
     WHERE repos.entity_id = $1 AND lower(organizations.slug) || '/' || lower(repos.slug) = ANY($2)
     ORDER BY repos.id`,
    [entityId, paths.map((path) => path.toLowerCase())],
  );

export const findRepoById = (db: Queryable, entityId: number, id: number): Promise<Repo | null> =>
  db.maybe(repoRow, `SELECT ${REPO_COLUMNS} FROM ${REPOS} WHERE repos.entity_id = $1 AND repos.id = $2`, [
    entityId,
    id,
  ]);

/** The part of an entity's tree that the paths may name. */
export async function treeFor(
  db: Queryable,
  entityId: number,
  paths: ResourcePath[],
): Promise<{ organizations: Organization[]; repos: Repo[] }> {
  const whole = paths.some((path) => path.organizationSlug === null);
  const named = paths.flatMap((path) => path.organizationSlug?.toLowerCase() ?? []);
  const organizations = await db.many(
    organizationRow,
    'SELECT id, slug FROM organizations WHERE entity_id = $1 AND lower(slug) = ANY($2)',
    [entityId, named],
  );
  if (whole) return { organizations, repos: await listRepos(db, entityId) };
  const wholeOrganizations = paths.flatMap((path) =>
    path.repoSlug === null ? (path.organizationSlug?.toLowerCase() ?? []) : [],
  );
  const repoSlugs = paths.flatMap((path) => path.repoSlug?.toLowerCase() ?? []);
  const repos = await db.many(
    repoRow,
    `SELECT ${REPO_COLUMNS} FROM ${REPOS}
     WHERE repos.entity_id = $1 AND repos.organization_id = ANY($2)
       AND (lower(organizations.slug) = ANY($3) OR lower(repos.slug) = ANY($4))
     ORDER BY repos.id`,
    [entityId, organizations.map((organization) => organization.id), wholeOrganizations, repoSlugs],
  );
  return { organizations, repos };
}

export interface HostOrganizationKey {
  entityId: number;
  gitProviderEm: string;
  hostName: string;
  hostSlug: string;
}

export const findHostOrganization = (db: Queryable, key: HostOrganizationKey): Promise<Organization | null> =>
  db.maybe(
    organizationRow,
    `SELECT id, slug FROM organizations
     WHERE entity_id = $1 AND git_provider_em = $2 AND host_name = $3 AND lower(host_slug) = lower($4)`,
    [key.entityId, key.gitProviderEm, key.hostName, key.hostSlug],
  );

/** Null where the slug is taken within the entity. */
export const insertOrganization = (
  db: Queryable,
  key: HostOrganizationKey,
  slug: string,
): Promise<Organization | null> =>
  db.maybe(
    organizationRow,
    `INSERT INTO organizations (entity_id, slug, git_provider_em, host_name, host_slug) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT DO NOTHING RETURNING id, slug`,
    [key.entityId, slug, key.gitProviderEm, key.hostName, key.hostSlug],
  );

export const findRepoByExternalId = (
  db: Queryable,
  entityId: number,
  gitProviderEm: string,
  hostName: string,
  externalId: string,
): Promise<Repo | null> =>
  db.maybe(
    repoRow,
    `SELECT ${REPO_COLUMNS} FROM ${REPOS}
     WHERE repos.entity_id = $1 AND repos.git_provider_em = $2 AND repos.host_name = $3 AND repos.external_id = $4`,
    [entityId, gitProviderEm, hostName, externalId],
  );

export const findRepoBySlug = (db: Queryable, organizationId: number, slug: string): Promise<Repo | null> =>
  db.maybe(
    repoRow,
    `SELECT ${REPO_COLUMNS} FROM ${REPOS} WHERE repos.organization_id = $1 AND lower(repos.slug) = lower($2)`,
    [organizationId, slug],
  );

const idRow = z.object({ id: z.number() });

export interface RepoFields {
  organizationId: number;
  slug: string;
  externalId: string | null;
  defaultBranch: string | null;
  htmlUrl: string | null;
}

export async function insertRepo(
  db: Queryable,
  entityId: number,
  gitProviderEm: string,
  hostName: string,
  fields: RepoFields,
): Promise<number> {
  const { id } = await db.one(
    idRow,
    `INSERT INTO repos (entity_id, organization_id, slug, git_provider_em, host_name, external_id, default_branch, html_url)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8) RETURNING id`,
    [
      entityId,
      fields.organizationId,
      fields.slug,
      gitProviderEm,
      hostName,
      fields.externalId,
      fields.defaultBranch,
      fields.htmlUrl,
    ],
  );
  return id;
}

export async function updateRepo(db: Queryable, id: number, fields: RepoFields): Promise<void> {
  await db.run(
    `UPDATE repos SET organization_id = $2, slug = $3, external_id = $4, default_branch = $5, html_url = $6,
       version = version + 1
     WHERE id = $1`,
    [id, fields.organizationId, fields.slug, fields.externalId, fields.defaultBranch, fields.htmlUrl],
  );
}

export const getRepo = (db: Queryable, id: number): Promise<Repo> =>
  db.one(repoRow, `SELECT ${REPO_COLUMNS} FROM ${REPOS} WHERE repos.id = $1`, [id]);

/** One registration of an entity at a time: two workers that find one repo must not both insert it. */
export const lockRegistration = (tx: Transaction, entityId: number): Promise<number> =>
  tx.run('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`register:${entityId}`]);
