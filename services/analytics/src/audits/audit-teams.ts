import { z } from 'zod';
import { linesOf, repoPathsOf } from '../query-scope/memberships.ts';
import { allOf, bound, fragment, type SqlFragment } from '../store/sql.ts';
import type { AuditQuery } from './audit-query.ts';
import { ofEntity } from './conditions.ts';
import { readPage } from './read-page.ts';
import { orNull } from './row-fields.ts';

const teamRow = z.object({
  id: z.coerce.number(),
  name: z.string(),
  slug: z.string(),
  parent_team_id: z.coerce.number(),
  board_id: z.string(),
  manager_user_ids: z.array(z.coerce.number()),
  external_source: z.string(),
});

const memberRow = z.object({
  team_id: z.coerce.number(),
  people: z.coerce.number(),
  people_seated: z.coerce.number(),
  identities: z.coerce.number(),
  active: z.coerce.number(),
  seated: z.array(z.string()),
  developers: z.array(
    z
      .tuple([z.coerce.number(), z.string(), z.string(), z.string(), z.coerce.number()])
      .transform(([id, userName, fullName, status, userId]) => ({
        id,
        committer_user_name: userName,
        full_name: fullName,
        processing_status_em: status,
        user_id: userId === 0 ? null : userId,
      })),
  ),
});

/** Teams that those whom the query names are in today. */
function ofMember({ identities: { named }, today }: AuditQuery): SqlFragment[] {
  if (!named) return [];
  const day = bound('today', 'Int32', today);
  return [
    fragment`arrayExists((member, since, until) -> has(${bound('named', 'Array(UInt64)', named)}, member)
      AND toInt32(since) <= ${day} AND toInt32(until) > ${day}, member_ids, member_from, member_until)`,
  ];
}

/** Teams as they are today, each with those below it, as GET /teams shows them. */
export async function auditTeams(query: AuditQuery) {
  const { queryScope, identities, scopeParams } = query;
  const { teams: known } = queryScope.copies;
  const repoPaths = repoPathsOf(known);
  const isInScope = new Set(queryScope.scope.repos.map(({ path }) => path));
  const inScope = known
    .map(({ team_id: id }) => ({ id, paths: repoPaths.get(id) ?? [] }))
    .filter(({ paths }) => paths.length === 0 || paths.some((path) => isInScope.has(path)))
    .map(({ id }) => id);
  const conditions = [
    fragment`${ofEntity(query)} AND NOT removed`,
    ...(identities.members ? [fragment`team_id = ${bound('team_id', 'UInt64', identities.members.teamId)}`] : []),
    ...ofMember(query),
    ...(scopeParams.every_repo ? [] : [fragment`has(${bound('teams_in_scope', 'Array(UInt64)', inScope)}, team_id)`]),
  ];
  const page = await readPage(query, {
    name: 'audit_teams',
    from: fragment`teams FINAL WHERE ${allOf(conditions)}`,
    columns: 'team_id AS id, name, slug, parent_team_id, board_id, manager_user_ids, external_source',
    ties: [{ column: 'team_id', type: 'UInt64' }],
    row: teamRow,
  });
  const members = await readMembers(query);
  const managers = await findManagers(
    query,
    page.rows.flatMap(({ manager_user_ids: ids }) => ids),
  );
  return {
    ...page,
    rows: page.rows.map(
      ({ parent_team_id: parent, board_id: board, manager_user_ids: managed, external_source: source, ...team }) => {
        const own = members.find(({ team_id: id }) => id === team.id);
        return {
          ...team,
          repo_paths: (repoPaths.get(team.id) ?? []).toSorted(),
          parent_slug: known.find(({ team_id: id }) => id === parent)?.slug ?? null,
          external_source_em: orNull(source),
          project_board_id: orNull(board),
          people_count: own?.people ?? 0,
          people_seated_count: own?.people_seated ?? 0,
          committers_total_count: own?.identities ?? 0,
          committers_active_count: own?.active ?? 0,
          committers_seated: own?.seated ?? [],
          developers: own?.developers ?? [],
          managers: managed.flatMap((id) => managers.get(id) ?? []),
        };
      },
    ),
  };
}

function readMembers(query: AuditQuery) {
  const today = bound('today', 'Int32', query.today);
  const own = ofEntity(query);
  const lines = linesOf(query.queryScope.copies.teams);
  const below = bound(
    'teams_below',
    'Array(UInt64)',
    lines.map(({ team }) => team.team_id),
  );
  const above = bound(
    'teams_above',
    'Array(UInt64)',
    lines.map(({ counted }) => counted.team_id),
  );
  return query.context.clickHouse.query({
    name: 'audit_members',
    ...fragment`
    SELECT member.team_id AS team_id, uniqExact(person.committer_id) AS people, uniqExactIf(person.committer_id, person.has_seat) AS people_seated,
      uniqExact(identity.committer_id) AS identities,
      uniqExactIf(identity.committer_id, person.processing_status != 'not_processing') AS active,
      arraySort(groupUniqArrayIf(person.user_name, person.has_seat)) AS seated,
      arraySort(groupUniqArray((person.committer_id, person.user_name, person.full_name, toString(person.processing_status), person.user_id))) AS developers
    FROM (
      SELECT counted AS team_id, member_id
      FROM (
        SELECT team_id AS of_team, member_id FROM teams FINAL
        ARRAY JOIN member_ids AS member_id, member_from AS since, member_until AS until
        WHERE ${own} AND NOT removed AND since <= toDate32(${today}) AND until > toDate32(${today})
      )
      ARRAY JOIN arrayFilter((above, below) -> below = of_team, ${above}, ${below}) AS counted
    ) AS member
    INNER JOIN (SELECT committer_id, primary_id FROM committers FINAL WHERE ${own}) AS own ON own.committer_id = member.member_id
    INNER JOIN (SELECT committer_id, user_name, full_name, user_id, has_seat, processing_status FROM committers FINAL WHERE ${own}) AS person ON person.committer_id = own.primary_id
    INNER JOIN (SELECT committer_id, primary_id FROM committers FINAL WHERE ${own}) AS identity ON identity.primary_id = own.primary_id
    GROUP BY team_id`,
    row: memberRow,
  });
}

/** From identity, since a manager need not be a committer. */
async function findManagers({ context, scopeParams }: AuditQuery, userIds: number[]) {
  const wanted = [...new Set(userIds)];
  const { users } =
    wanted.length === 0
      ? { users: [] }
      : await context.identity.findUsers({ entityId: scopeParams.entity_id, userIds: wanted });
  return new Map(
    users.map((user) => [user.id, { user_id: user.id, user_name: user.userName, full_name: orNull(user.fullName) }]),
  );
}
