/**
 * A fact is a named view over the tables with the same first columns everywhere: `at` (when it counts), `repo_id` (0:
 * none) and `committer` (the primary id; 0: none). It puts in, once, what every number about it obeys: tenant, scope,
 * range, processing status, stats access, default branch, merges, commits applied twice, presence.
 */
export interface Fact {
  name: string;
  sql: string;
  /** Whether rows belong to a contributor: only then can they be split by committer, team or cohort. */
  hasCommitter: boolean;
  hasRepo: boolean;
  hasProvider?: boolean;
  /** The time by which the contributor's cohort is taken, where it is not `at`. */
  cohortAt?: string;
  /** Where the records behind a number are listed. */
  records: Records;
}

export type Records =
  | { list: 'commits' }
  | { list: 'pull_requests'; by: 'opened' | 'resolved'; phase?: string }
  | { list: 'issues'; by: 'created' | 'resolved' }
  | { list: 'releases' }
  | { list: 'critical_defects' }
  /** No list of records exists: the report itself. */
  | { list: 'report' };

/** Conditions that every view repeats; the parameters are bound, never text. */
export const OF_ENTITY = 'entity_id = {entity_id:UInt64}';
export const IN_REPOS = '({every_repo:Bool} OR repo_id IN {repo_ids:Array(UInt64)})';
export const FROM = "fromUnixTimestamp64Milli({from_ms:Int64}, 'UTC')";
export const UNTIL = "fromUnixTimestamp64Milli({until_ms:Int64}, 'UTC')";
export const during = (column: string): string => `${column} >= ${FROM} AND ${column} < ${UNTIL}`;

/** What is reported for a team as a whole stands under this number plus the team's id, in the place of a committer. */
export const TEAM_AS_COMMITTER = 2 ** 52;

/** Views that facts share. `people` is where processing status and stats access are put in. */
export const SHARED_VIEWS: Record<string, string> = {
  people: `
    SELECT identity.committer_id AS identity, identity.primary_id AS committer, person.has_seat AS has_seat
    FROM (SELECT committer_id, primary_id FROM committers FINAL WHERE ${OF_ENTITY}) AS identity
    INNER JOIN (
      SELECT committer_id, has_seat FROM committers FINAL
      WHERE ${OF_ENTITY} AND processing_status = 'processing_stats'
        AND ({every_committer:Bool} OR committer_id IN {committer_ids:Array(UInt64)})
    ) AS person ON person.committer_id = identity.primary_id`,
  /** One row for a team and a member, with the days of membership; members of a child team count in its parents. */
  memberships: `
    SELECT lineage.counted AS team_id, member.primary_id AS member_primary,
      groupArray((membership.since, membership.until)) AS spans, any(lineage.repos) AS team_repos
    FROM (
      SELECT team_id, member_id, since, until FROM teams FINAL
      ARRAY JOIN member_ids AS member_id, member_from AS since, member_until AS until
      WHERE ${OF_ENTITY} AND NOT removed
    ) AS membership
    INNER JOIN (
      SELECT link.1 AS team_id, link.2 AS counted, link.3 AS repos
      FROM (SELECT arrayJoin(arrayZip({team_ids:Array(UInt64)}, {counted_team_ids:Array(UInt64)}, {team_repo_ids:Array(Array(UInt64))})) AS link)
    ) AS lineage ON lineage.team_id = membership.team_id
    INNER JOIN (SELECT committer_id, primary_id FROM committers FINAL WHERE ${OF_ENTITY}) AS member
      ON member.committer_id = membership.member_id
    GROUP BY team_id, member_primary
    UNION ALL
    SELECT link.2, ${TEAM_AS_COMMITTER} + link.1, [(toDate32('1970-01-01'), toDate32('2299-12-31'))], link.3
    FROM (SELECT arrayJoin(arrayZip({team_ids:Array(UInt64)}, {counted_team_ids:Array(UInt64)}, {team_repo_ids:Array(Array(UInt64))})) AS link)`,
  /** How much a committer used AI in a week: only those who did have a row. */
  cohorts: `
    SELECT user AS cohort_user, week,
      multiIf(usage_days > 0 AND accepts / usage_days > 10, 'Power', usage_days > 0 AND accepts / usage_days >= 5, 'Regular',
        usage_days > 0 AND accepts / usage_days >= 3, 'Periodic', 'Sparse') AS cohort
    FROM (
      SELECT user, week, sum(accepted) AS accepts, uniqExactIf(day, is_usage) AS usage_days
      FROM (
        SELECT known.primary_id AS user, toDate32(toStartOfWeek(date, 1)) AS week, date AS day, true AS is_usage,
          prompted_accept_count + tab_accept_count AS accepted
        FROM ai_usage FINAL
        INNER JOIN (SELECT committer_id, primary_id FROM committers FINAL WHERE ${OF_ENTITY}) AS known USING (committer_id)
        WHERE ${OF_ENTITY}
          AND lines_added + lines_deleted + prompted_suggest_count + prompted_accept_count + tab_suggest_count + tab_accept_count > 0
        UNION ALL
        SELECT known.primary_id, toDate32(toStartOfWeek(authored_at, 1)), toDate32(authored_at), false, 0
        FROM commit_scores FINAL
        INNER JOIN (SELECT committer_id, primary_id FROM committers FINAL WHERE ${OF_ENTITY}) AS known USING (committer_id)
        WHERE ${OF_ENTITY} AND presence = 'existent' AND ai_lines > 0
      )
      GROUP BY user, week
    )`,
};
