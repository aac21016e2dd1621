import { z } from 'zod';
import { readStamp } from '../store/fact-stamps.ts';
import {
  type AuditQuestion,
  between,
  byPeople,
  committersOf,
  milliseconds,
  ONE_ENTITY,
  readPage,
  timeField,
  usedParams,
} from './audit-question.ts';

const orNull = (text: string): string | null => (text === '' ? null : text);

const committerRow = z.object({
  id: z.coerce.number(),
  user_name: z.string(),
  git_provider_id: z.string(),
  processing_status: z.string(),
  email: z.string(),
  user_id: z.coerce.number(),
});

/** Primary committers who committed in scope; of a whole entity, all of them. Days bound their commits. */
export async function auditCommitters(question: AuditQuestion) {
  const { params } = question;
  const isBounded = question.start_date !== undefined || question.end_date !== undefined;
  const last = await lastCommits(question);
  params['authors'] = [...last.keys()];
  const conditions = [
    'entity_id = {entity_id:UInt64} AND committer_id = primary_id',
    ...(params['every_repo'] === false || isBounded ? ['committer_id IN {authors:Array(UInt64)}'] : []),
    ...(question.committerIds ? ['committer_id IN {committer_ids:Array(UInt64)}'] : []),
    ...byPeople({ ...question, committerIds: null }, 'committer_id', 'fromUnixTimestamp({today_s:UInt32})'),
  ];
  const page = await readPage(question, {
    name: 'audit_committers',
    from: `committers FINAL WHERE ${conditions.join(' AND ')}`,
    columns: 'committer_id AS id, user_name, git_provider_id, processing_status, email, user_id',
    ties: [{ column: 'committer_id', type: 'UInt64' }],
    row: committerRow,
  });
  const teams = await teamsOf(
    question,
    page.rows.map(({ id }) => id),
  );
  return {
    ...page,
    rows: page.rows.map((person) => ({
      committer_user_name: person.user_name,
      id: person.id,
      git_provider_id: orNull(person.git_provider_id),
      last_commit_authored_at: timeField.parse(last.get(person.id)?.authored ?? null),
      last_commit_committed_at: timeField.parse(last.get(person.id)?.committed ?? null),
      processing_status_em: person.processing_status,
      provider_email: orNull(person.email),
      teams: teams.filter(({ committer_id: id }) => id === person.id).map(({ committer_id: _id, ...team }) => team),
      user_id: person.user_id === 0 ? null : person.user_id,
    })),
  };
}

const lastCommitRow = z.object({
  committer_id: z.coerce.number(),
  authored: z.coerce.number(),
  committed: z.coerce.number(),
});
export type LastCommit = z.output<typeof lastCommitRow>;

/** When each person last committed, in scope and in the days asked about: read once, and kept while no commit comes in. */
async function lastCommits(question: AuditQuestion): Promise<Map<number, LastCommit>> {
  const { context, scope } = question;
  const conditions = [
    "entity_id = {entity_id:UInt64} AND ({every_repo:Bool} OR repo_id IN {repo_ids:Array(UInt64)}) AND presence = 'existent'",
    ...between(question, 'authored_at', 'range'),
  ];
  const sql = `
    SELECT committer_id, max(${milliseconds('authored_at')}) AS authored, max(${milliseconds('committed_at')}) AS committed
    FROM commit_times FINAL WHERE ${conditions.join(' AND ')} GROUP BY committer_id`;
  const params = usedParams(question, sql);
  const { commits } = await readStamp(context.postgres, scope.entityId);
  const rows = await context.lastCommitCache.of(`${commits} ${JSON.stringify(params)} ${sql}`, () =>
    context.clickHouse.query({ name: 'audit_last_commits', sql, params, row: lastCommitRow, settings: ONE_ENTITY }),
  );
  const committerOf = await committersOf(question);
  const last = new Map<number, LastCommit>();
  for (const row of rows) {
    const id = committerOf(row.committer_id)?.committer_id;
    if (id === undefined) continue;
    const known = last.get(id) ?? row;
    const [authored, committed] = [Math.max(known.authored, row.authored), Math.max(known.committed, row.committed)];
    last.set(id, { committer_id: id, authored, committed });
  }
  return last;
}

const membershipRow = z.object({
  committer_id: z.coerce.number(),
  role_em: z.string(),
  team_id: z.coerce.number(),
  team_name: z.string(),
  team_slug: z.string(),
});

const teamsOf = (question: AuditQuestion, ids: number[]) =>
  question.context.clickHouse.query({
    name: 'audit_memberships',
    sql: `SELECT DISTINCT identity.primary_id AS committer_id, 'committer_role' AS role_em, member.team_id AS team_id, member.name AS team_name, member.slug AS team_slug
          FROM (
            SELECT team_id, name, slug, member_id FROM teams FINAL
            ARRAY JOIN member_ids AS member_id, member_from AS since, member_until AS until
            WHERE entity_id = {entity_id:UInt64} AND NOT removed AND since <= toDate32({today:Int32}) AND until > toDate32({today:Int32})
          ) AS member
          INNER JOIN (SELECT committer_id, primary_id FROM committers FINAL WHERE entity_id = {entity_id:UInt64}) AS identity ON identity.committer_id = member.member_id
          WHERE identity.primary_id IN {page_ids:Array(UInt64)}
          ORDER BY committer_id, team_id`,
    params: { entity_id: question.scope.entityId, today: question.params['today'], page_ids: ids },
    row: membershipRow,
  });

const teamRow = z.object({
  id: z.coerce.number(),
  name: z.string(),
  slug: z.string(),
  parent_team_id: z.coerce.number(),
  board_id: z.string(),
  repo_paths: z.array(z.string()),
  manager_user_ids: z.array(z.coerce.number()),
  external_source: z.string(),
});

const memberRow = z.object({
  team_id: z.coerce.number(),
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

/** Teams as they are today. */
export async function auditTeams(question: AuditQuestion) {
  const conditions = ['entity_id = {entity_id:UInt64} AND NOT removed'];
  if (question.team) conditions.push('team_id = {team_id:UInt64}');
  const paths = question.scope.repos.map(({ path }) => path);
  if (question.params['every_repo'] === false) {
    question.params['repo_paths'] = paths;
    conditions.push('(empty(repo_paths) OR hasAny(repo_paths, {repo_paths:Array(String)}))');
  }
  const page = await readPage(question, {
    name: 'audit_teams',
    from: `teams FINAL WHERE ${conditions.join(' AND ')}`,
    columns: 'team_id AS id, name, slug, parent_team_id, board_id, repo_paths, manager_user_ids, external_source',
    ties: [{ column: 'team_id', type: 'UInt64' }],
    row: teamRow,
  });
  const sql = `
    SELECT member.team_id AS team_id, uniqExact(identity.committer_id) AS identities,
      uniqExactIf(identity.committer_id, person.processing_status != 'not_processing') AS active,
      arraySort(groupUniqArrayIf(person.user_name, person.has_seat)) AS seated,
      arraySort(groupUniqArray((person.committer_id, person.user_name, person.full_name, toString(person.processing_status), person.user_id))) AS developers
    FROM (
      SELECT team_id, member_id FROM teams FINAL
      ARRAY JOIN member_ids AS member_id, member_from AS since, member_until AS until
      WHERE entity_id = {entity_id:UInt64} AND NOT removed AND since <= toDate32({today:Int32}) AND until > toDate32({today:Int32})
    ) AS member
    INNER JOIN (SELECT committer_id, primary_id FROM committers FINAL WHERE entity_id = {entity_id:UInt64}) AS own ON own.committer_id = member.member_id
    INNER JOIN (SELECT committer_id, user_name, full_name, user_id, has_seat, processing_status FROM committers FINAL WHERE entity_id = {entity_id:UInt64}) AS person ON person.committer_id = own.primary_id
    INNER JOIN (SELECT committer_id, primary_id FROM committers FINAL WHERE entity_id = {entity_id:UInt64}) AS identity ON identity.primary_id = own.primary_id
    GROUP BY team_id`;
  const { clickHouse } = question.context;
  const members = await clickHouse.query({
    name: 'audit_members',
    sql,
    params: usedParams(question, sql),
    row: memberRow,
  });
  const managers = await managersOf(
    question,
    page.rows.flatMap(({ manager_user_ids: ids }) => ids),
  );
  const { teams: known } = await question.context.copiesOf(question.scope.entityId);
  return {
    ...page,
    rows: page.rows.map(
      ({ parent_team_id: parent, board_id: board, manager_user_ids: managed, external_source: source, ...team }) => {
        const of = members.find(({ team_id: id }) => id === team.id);
        return {
          ...team,
          parent_slug: known.find(({ team_id: id }) => id === parent)?.slug ?? null,
          external_source_em: orNull(source),
          project_board_id: orNull(board),
          committers_total_count: of?.identities ?? 0,
          committers_active_count: of?.active ?? 0,
          committers_seated: of?.seated ?? [],
          developers: of?.developers ?? [],
          managers: managed.flatMap((id) => managers.get(id) ?? []),
        };
      },
    ),
  };
}

/** Users are identity's: a manager need not be a committer. */
async function managersOf({ context, scope }: AuditQuestion, userIds: number[]) {
  const wanted = [...new Set(userIds)];
  const { users } =
    wanted.length === 0
      ? { users: [] }
      : await context.identity.findUsers({ entityId: scope.entityId, userIds: wanted });
  return new Map(
    users.map((user) => [user.id, { user_id: user.id, user_name: user.userName, full_name: orNull(user.fullName) }]),
  );
}
