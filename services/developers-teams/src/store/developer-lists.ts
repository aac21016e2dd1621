import type { IdPage, IdPages, ListQuery } from '@linescope/chassis/lists/id-pages';
import type { Queryable } from '@linescope/chassis/postgres/postgres';
import { PROCESSING_STATUSES } from '@linescope/contract/enums';
import type { PageRequest } from '@linescope/contract/pages';
import { z } from 'zod';
import type { ProcessingStatus } from '../domain/committer.ts';

export const DEVELOPER_SORTS = ['id', 'last_authored_at', 'processing_status'] as const;

export interface DeveloperFilter {
  entityId: number;
  /** Persons whom the caller may see: these, and who is in these teams today; null: all. */
  visible: { ownIds: number[]; managedTeamIds: number[] } | null;
  /** Persons who committed in one of these; null: all. */
  repoIds: number[] | null;
  userNames: string[] | undefined;
  identifier: string | undefined;
  gitProviderIds: string[] | undefined;
  status: ProcessingStatus | undefined;
  authoredSince: Date | undefined;
}

const STATUS_RANK = `CASE person.processing_status_em WHEN 'processing_stats' THEN 1 WHEN 'limited_processing' THEN 2 ELSE 3 END`;

/** By rank, then by id. The times of the ranks are in seconds, the latest lowest; who has none comes after all of them. */
const ORDERS: Record<(typeof DEVELOPER_SORTS)[number], { rank: string; by: string }> = {
  id: { rank: '0', by: 'person.id' },
  last_authored_at: {
    rank: 'coalesce(-extract(epoch FROM person.person_authored_at), 1e12)',
    by: 'person.person_authored_at DESC NULLS LAST, person.id',
  },
  processing_status: { rank: STATUS_RANK, by: `${STATUS_RANK}, person.id` },
};

const developerRow = z.object({
  id: z.number(),
  userName: z.string(),
  fullName: z.string(),
  gitProviderId: z.string().nullable(),
  email: z.string().nullable(),
  authoredAt: z.date().nullable(),
  committedAt: z.date().nullable(),
  status: z.enum(PROCESSING_STATUSES),
  userId: z.number().nullable(),
});
export type Developer = z.infer<typeof developerRow>;

/** A page of persons; what names one of their identities names them. */
export async function listDevelopers(
  db: Queryable,
  idPages: IdPages,
  filter: DeveloperFilter,
  sortBy: (typeof DEVELOPER_SORTS)[number],
  request: PageRequest,
): Promise<IdPage & { developers: Developer[] }> {
  const page = await idPages.page(queryOf(filter, sortBy), request);
  const developers = await db.many(
    developerRow,
    `SELECT person.id, person.user_name AS "userName", person.full_name AS "fullName",
       person.processing_status_em AS status, person.user_id AS "userId",
       person.person_authored_at AS "authoredAt", person.person_committed_at AS "committedAt",
       coalesce(person.git_provider_id, (
         SELECT git_provider_id FROM committers
         WHERE primary_id = person.id AND git_provider_id IS NOT NULL ORDER BY id LIMIT 1)) AS "gitProviderId",
       coalesce(person.email, (
         SELECT email FROM committers WHERE primary_id = person.id AND email IS NOT NULL ORDER BY id LIMIT 1)) AS email
     FROM unnest($1::bigint[]) WITH ORDINALITY AS cut(id, place) JOIN committers AS person USING (id)
     ORDER BY cut.place`,
    [page.ids],
  );
  return { ...page, developers };
}

/** Fixed fragments of SQL, one a filter; what the caller gave is always bound. */
function queryOf(filter: DeveloperFilter, sortBy: (typeof DEVELOPER_SORTS)[number]): ListQuery {
  const params: unknown[] = [];
  const bind = (value: unknown): string => `$${params.push(value)}`;
  const parts = ['persons'];
  const entity = bind(filter.entityId);
  const conditions = [`person.entity_id = ${entity}`, 'person.is_person'];
  const identities = (condition: string) =>
    conditions.push(`person.id IN (SELECT primary_id FROM committers WHERE entity_id = ${entity} AND (${condition}))`);

  if (filter.visible) {
    const { ownIds, managedTeamIds } = filter.visible;
    conditions.push(`person.id IN (
      SELECT unnest(${bind(ownIds)}::bigint[])
      UNION ALL SELECT committer_id FROM team_members WHERE team_id = ANY(${bind(managedTeamIds)}::bigint[]) AND until_day IS NULL)`);
    parts.push('team_members');
  }
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
      `person.id IN (SELECT primary_id FROM committer_repos WHERE repo_id = ANY(${bind(filter.repoIds)}::bigint[]) ${since})`,
    );
    parts.push('committer_repos', ...(filter.authoredSince ? ['committer_repo_times'] : []));
  } else if (filter.authoredSince) conditions.push(`person.person_authored_at >= ${bind(filter.authoredSince)}`);
  if (sortBy === 'last_authored_at' || filter.authoredSince) parts.push('person_times');
  const where = conditions.join('\n AND ');
  const { rank, by } = ORDERS[sortBy];
  const sql = `SELECT person.id, ${rank} AS rank FROM committers AS person WHERE ${where} ORDER BY ${by}`;
  return { entityId: filter.entityId, parts, sql, params };
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
