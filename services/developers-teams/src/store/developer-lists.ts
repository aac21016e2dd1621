import type { Queryable } from '@linescope/chassis/postgres/postgres';
import { PAGE_SIZE } from '@linescope/contract/inputs';
import { z } from 'zod';
import { PROCESSING_STATUSES, type ProcessingStatus } from '../domain/committer.ts';

export const DEVELOPER_SORTS = ['id', 'last_authored_at', 'processing_status'] as const;

export interface DeveloperFilter {
  entityId: number;
  /** Persons whom the caller may see; null: all. */
  visibleIds: number[] | null;
  /** Persons who committed in one of these; null: all. */
  repoIds: number[] | null;
  userNames: string[] | undefined;
  identifier: string | undefined;
  gitProviderIds: string[] | undefined;
  status: ProcessingStatus | undefined;
  authoredSince: Date | undefined;
}

const ORDERS: Record<(typeof DEVELOPER_SORTS)[number], string> = {
  id: 'person.id',
  last_authored_at: 'person.person_authored_at DESC NULLS LAST, person.id',
  processing_status: `CASE person.processing_status_em WHEN 'processing_stats' THEN 1 WHEN 'limited_processing' THEN 2 ELSE 3 END, person.id`,
};

const developerRow = z.object({
  id: z.number(),
  userName: z.string(),
  gitProviderId: z.string().nullable(),
  email: z.string().nullable(),
  authoredAt: z.date().nullable(),
  committedAt: z.date().nullable(),
  status: z.enum(PROCESSING_STATUSES),
  userId: z.number().nullable(),
});
export type Developer = z.infer<typeof developerRow>;

const countRow = z.object({ count: z.number() });

/** A page of persons; what names one of their identities names them. */
export async function listDevelopers(
  db: Queryable,
  filter: DeveloperFilter,
  sortBy: (typeof DEVELOPER_SORTS)[number],
  page: number,
): Promise<{ total: number; developers: Developer[] }> {
  const { where, params } = conditionsOf(filter);
  const [count, developers] = await Promise.all([
    countDevelopers(db, filter),
    // The page's ids come from an index alone, however deep it is; only its own rows are read.
    db.many(
      developerRow,
      `SELECT person.id, person.user_name AS "userName", person.processing_status_em AS status, person.user_id AS "userId",
         person.person_authored_at AS "authoredAt", person.person_committed_at AS "committedAt",
         coalesce(person.git_provider_id, (
           SELECT git_provider_id FROM committers
           WHERE primary_id = person.id AND git_provider_id IS NOT NULL ORDER BY id LIMIT 1)) AS "gitProviderId",
         coalesce(person.email, (
           SELECT email FROM committers WHERE primary_id = person.id AND email IS NOT NULL ORDER BY id LIMIT 1)) AS email
       FROM (
         SELECT person.id FROM committers AS person WHERE ${where}
         ORDER BY ${ORDERS[sortBy]} LIMIT ${PAGE_SIZE} OFFSET $${params.length + 1}
       ) AS page JOIN committers AS person USING (id)
       ORDER BY ${ORDERS[sortBy]}`,
      [...params, (page - 1) * PAGE_SIZE],
    ),
  ]);
  return { total: count, developers };
}

async function countDevelopers(db: Queryable, filter: DeveloperFilter): Promise<number> {
  const { entityId: _entity, repoIds, authoredSince, ...others } = filter;
  if (repoIds && Object.values(others).every((given) => given === undefined || given === null)) {
    // Everybody who worked in some repos: their own table knows, without a look at each person.
    const { count } = await db.one(
      countRow,
      `SELECT count(DISTINCT primary_id) AS count FROM committer_repos
       WHERE repo_id = ANY($1) AND ($2::timestamptz IS NULL OR last_authored_at >= $2)`,
      [repoIds, authoredSince ?? null],
    );
    return count;
  }
  const { where, params } = conditionsOf(filter);
  return (await db.one(countRow, `SELECT count(*) AS count FROM committers AS person WHERE ${where}`, params)).count;
}

/** Fixed fragments of SQL, one a filter; what the caller gave is always bound. */
function conditionsOf(filter: DeveloperFilter): { where: string; params: unknown[] } {
  const params: unknown[] = [];
  const bind = (value: unknown): string => `$${params.push(value)}`;
  const entity = bind(filter.entityId);
  const conditions = [`person.entity_id = ${entity}`, 'person.is_person'];
  const identities = (condition: string) =>
    conditions.push(`person.id IN (SELECT primary_id FROM committers WHERE entity_id = ${entity} AND (${condition}))`);

  if (filter.visibleIds) conditions.push(`person.id = ANY(${bind(filter.visibleIds)})`);
  if (filter.userNames) identities(`user_name = ANY(${bind(filter.userNames)})`);
  if (filter.gitProviderIds) identities(`git_provider_id = ANY(${bind(filter.gitProviderIds)})`);
  if (filter.identifier !== undefined) {
    const identifier = bind(filter.identifier);
    identities(`user_name = ${identifier} OR git_provider_id = ${identifier} OR email = lower(${identifier})`);
  }
  if (filter.status) conditions.push(`person.processing_status_em = ${bind(filter.status)}`);
  if (filter.repoIds) {
    const since = filter.authoredSince ? `AND last_authored_at >= ${bind(filter.authoredSince)}::timestamptz` : '';
    conditions.push(
      `person.id IN (SELECT primary_id FROM committer_repos WHERE repo_id = ANY(${bind(filter.repoIds)}) ${since})`,
    );
  } else if (filter.authoredSince) conditions.push(`person.person_authored_at >= ${bind(filter.authoredSince)}`);
  return { where: conditions.join('\n AND '), params };
}

const developerTeamRow = z.object({
  committerId: z.number(),
  roleEm: z.string(),
  teamId: z.number(),
  name: z.string(),
  slug: z.string(),
});
export type DeveloperTeam = z.infer<typeof developerTeamRow>;

/** The teams that each of these persons is in or manages today. */
export const teamsOfDevelopers = (db: Queryable, entityId: number, primaryIds: number[]): Promise<DeveloperTeam[]> =>
  db.many(
    developerTeamRow,
    `SELECT roles.committer_id AS "committerId", roles.role_em AS "roleEm", teams.id AS "teamId", teams.name, teams.slug
     FROM (
       SELECT committer_id, role_em, team_id FROM team_members WHERE committer_id = ANY($2) AND until_day IS NULL
       UNION ALL
       SELECT committers.id, 'manager_role', team_managers.team_id
       FROM committers JOIN team_managers ON team_managers.user_id = committers.user_id AND team_managers.entity_id = $1
       WHERE committers.id = ANY($2)
     ) AS roles JOIN teams ON teams.id = roles.team_id
     WHERE teams.entity_id = $1
     ORDER BY teams.id, roles.role_em`,
    [entityId, primaryIds],
  );
