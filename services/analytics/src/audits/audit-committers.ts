import { z } from 'zod';
import { allOf, bound, fragment } from '../store/sql.ts';
import { type LastCommit, lastCommitRow } from './audit-caches.ts';
import { type AuditQuery, ONE_ENTITY, todaySeconds } from './audit-query.ts';
import { between, byTeam, inRepos, ofEntity } from './conditions.ts';
import { primariesIn } from './identity-lists.ts';
import { readPage } from './read-page.ts';
import { isoText, orNull } from './row-fields.ts';

const committerRow = z.object({
  id: z.coerce.number(),
  user_name: z.string(),
  git_provider_id: z.string(),
  processing_status: z.string(),
  email: z.string(),
  user_id: z.coerce.number(),
});

/** Primary committers who committed in scope; of a whole entity, all of them. A range limits them to those who committed in it. */
export async function auditCommitters(query: AuditQuery) {
  const { filters, queryScope, scopeParams } = query;
  const isBounded = filters.start_date !== undefined || filters.end_date !== undefined;
  const last = await readLastCommits(query);
  const today = fragment`fromUnixTimestamp(${bound('today_s', 'UInt32', todaySeconds(query))})`;
  const authors = fragment`committer_id IN ${bound('authors', 'Array(UInt64)', [...last.keys()])}`;
  const named = bound('committer_ids', 'Array(UInt64)', queryScope.people.committerIds);
  const conditions = [
    fragment`${ofEntity(query)} AND committer_id = primary_id`,
    ...(!scopeParams.every_repo || isBounded ? [authors] : []),
    ...(queryScope.people.named ? [fragment`committer_id IN ${named}`] : []),
    ...byTeam(query, 'committer_id', today),
  ];
  const page = await readPage(query, {
    name: 'audit_committers',
    from: fragment`committers FINAL WHERE ${allOf(conditions)}`,
    columns: 'committer_id AS id, user_name, git_provider_id, processing_status, email, user_id',
    ties: [{ column: 'committer_id', type: 'UInt64' }],
    row: committerRow,
  });
  const teams = await readMemberships(
    query,
    page.rows.map(({ id }) => id),
  );
  const statuses = new Map(
    queryScope.copies.committers.map(({ committer_id: id, processing_status: status }) => [id, status]),
  );
  return {
    ...page,
    rows: page.rows.map((person) => ({
      committer_user_name: person.user_name,
      id: person.id,
      git_provider_id: orNull(person.git_provider_id),
      last_commit_authored_at: timeOf(last.get(person.id)?.authored),
      last_commit_committed_at: timeOf(last.get(person.id)?.committed),
      processing_status_em: statuses.get(person.id) ?? person.processing_status,
      provider_email: orNull(person.email),
      teams: teams.filter(({ committer_id: id }) => id === person.id).map(({ committer_id: _id, ...team }) => team),
      user_id: person.user_id === 0 ? null : person.user_id,
    })),
  };
}

const timeOf = (ms: number | undefined): string | null => (ms === undefined ? null : isoText(ms));

/** When each person last committed, in scope and in the range; cached until a commit is stored. */
async function readLastCommits(query: AuditQuery): Promise<Map<number, LastCommit>> {
  const { clickHouse, caches } = query.context;
  const conditions = [
    fragment`${ofEntity(query)} AND ${inRepos(query)} AND presence = 'existent'`,
    ...between(query, 'authored_at', 'range'),
  ];
  const statement = fragment`
    SELECT committer_id, max(authored_at) AS authored, max(committed_at) AS committed
    FROM commit_times FINAL WHERE ${allOf(conditions)} GROUP BY committer_id`;
  const { commits } = query.queryScope.stamp;
  const key = `${commits} ${JSON.stringify(statement.params)} ${statement.sql}`;
  const rows = await caches.lastCommits.getOrLoad(key, () =>
    clickHouse.query({ name: 'audit_last_commits', ...statement, row: lastCommitRow, settings: ONE_ENTITY }),
  );
  const primaryOf = primariesIn(query.queryScope);
  const last = new Map<number, LastCommit>();
  for (const row of rows) {
    const id = primaryOf(row.committer_id)?.committer_id;
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

const readMemberships = (query: AuditQuery, ids: number[]) => {
  const today = bound('today', 'Int32', query.today);
  return query.context.clickHouse.query({
    name: 'audit_memberships',
    ...fragment`SELECT DISTINCT identity.primary_id AS committer_id, 'committer_role' AS role_em, member.team_id AS team_id, member.name AS team_name, member.slug AS team_slug
          FROM (
            SELECT team_id, name, slug, member_id FROM teams FINAL
            ARRAY JOIN member_ids AS member_id, member_from AS since, member_until AS until
            WHERE ${ofEntity(query)} AND NOT removed AND since <= toDate32(${today}) AND until > toDate32(${today})
          ) AS member
          INNER JOIN (SELECT committer_id, primary_id FROM committers FINAL WHERE ${ofEntity(query)}) AS identity ON identity.committer_id = member.member_id
          WHERE identity.primary_id IN ${bound('page_ids', 'Array(UInt64)', ids)}
          ORDER BY committer_id, team_id`,
    row: membershipRow,
  });
};
