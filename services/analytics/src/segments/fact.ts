/**
 * A fact is a named view over the tables with the same first columns everywhere: `at` (when it counts), `repo_id` (0:
 * none) and `committer` (the primary id; 0: none). It puts in, once, what every number about it obeys: tenant, scope,
 * range, processing status, stats access, default branch, merges, commits applied twice, presence.
 */
export interface Fact {
  name: string;
  /** Columns that no measure uses may be left out, with what it takes to know them. */
  sql(uses: Uses): string;
  /** Whether rows belong to a contributor: only then can they be split by committer, team or cohort. */
  hasCommitter: boolean;
  hasRepo: boolean;
  hasProvider?: boolean;
  /** The time by which the contributor's cohort is taken, where it is not `at`. */
  cohortAt?: string;
  /** It reads AI usage, so that a question may be about one provider's. */
  readsUsage?: boolean;
  /** The list that holds the records its rows are of. */
  records: RecordList;
  /** The columns that name the record, where they are not called as in the list. */
  recordKeys?: readonly string[];
}

/** The lists of records that stand behind numbers, with the columns that name a record in each and their types. */
export const RECORD_KEYS = {
  commits: { repo_id: 'UInt64', sha: 'String' },
  pull_requests: { repo_id: 'UInt64', number: 'UInt32' },
  issues: { key: 'String' },
  critical_defects: { defect_id: 'UInt64' },
  releases: { release_id: 'UInt64' },
  ai_usages: { date: 'Date32', provider: 'String', model: 'String', committer_id: 'UInt64', team_id: 'UInt64' },
  ai_seats: { committer_id: 'UInt64' },
  sprint_issues: { sprint_id: 'String', issue_key: 'String' },
} as const satisfies Record<string, Record<string, KeyType>>;

export type KeyType = 'UInt64' | 'UInt32' | 'String' | 'Date32';

export type RecordList = keyof typeof RECORD_KEYS;

export type Uses = (column: string) => boolean;

/** Conditions that every view repeats; the parameters are bound, never text. */
export const OF_ENTITY = 'entity_id = {entity_id:UInt64}';
export const IN_REPOS = '({every_repo:Bool} OR repo_id IN {repo_ids:Array(UInt64)})';
export const FROM = "fromUnixTimestamp64Milli({from_ms:Int64}, 'UTC')";
export const UNTIL = "fromUnixTimestamp64Milli({until_ms:Int64}, 'UTC')";
export const during = (column: string): string => `${column} >= ${FROM} AND ${column} < ${UNTIL}`;

/** What is reported for a team as a whole stands under this number plus the team's id, in the place of a committer. */
export const TEAM_AS_COMMITTER = 2 ** 52;

/**
 * Processing status and stats access are put in by these two. Who counts and who is whom is known before the statement is
 * asked: identities that count, and those that were merged into another.
 */
export const isPerson = (column: string): string => `${column} IN {people:Array(UInt64)}`;
export const personOf = (column: string): string =>
  `transform(${column}, {merged:Array(UInt64)}, {merged_into:Array(UInt64)}, ${column})`;

/** One row for a team, a member and a span of days; members of a child team count in its parents. */
const MEMBERSHIPS = `
  SELECT team_id, member, since, until, team_repos FROM system.one
  ARRAY JOIN {membership_teams:Array(UInt64)} AS team_id, {membership_members:Array(UInt64)} AS member,
    {membership_since:Array(Int32)} AS since, {membership_until:Array(Int32)} AS until, {membership_repos:Array(Array(UInt64))} AS team_repos`;

/** How much a committer used AI in a week: only those who did have a row. */
const cohorts = (during: (day: string) => string) => `
  SELECT user AS cohort_user, week, sum(accepted) AS accepts, uniqExactIf(day, is_usage) AS usage_days,
    multiIf(usage_days > 0 AND accepts / usage_days > 10, 'Power', usage_days > 0 AND accepts / usage_days >= 5, 'Regular',
      usage_days > 0 AND accepts / usage_days >= 3, 'Periodic', 'Sparse') AS cohort
  FROM (
      SELECT ${personOf('committer_id')} AS user, toDate32(toStartOfWeek(date, 1)) AS week, date AS day, true AS is_usage,
        prompted_accept_count + tab_accept_count AS accepted
      FROM ai_usage FINAL
      WHERE ${OF_ENTITY} AND committer_id != 0 AND ${during('date')}
        AND lines_added + lines_deleted + prompted_suggest_count + prompted_accept_count + tab_suggest_count + tab_accept_count > 0
      UNION ALL
      SELECT ${personOf('committer_id')}, toDate32(toStartOfWeek(authored_at, 1)), toDate32(authored_at), false, 0
      FROM commit_scores FINAL
      WHERE ${OF_ENTITY} AND committer_id != 0 AND presence = 'existent' AND ai_lines > 0 AND ${during('authored_at')}
  )
  GROUP BY user, week`;

/** Views that facts share. */
export const SHARED_VIEWS: Record<string, string> = {
  memberships: MEMBERSHIPS,
  /** In the weeks of the range. */
  cohorts: cohorts((day) => `${day} >= toStartOfWeek(${FROM}, 1) AND ${day} < ${UNTIL} + toIntervalDay(7)`),
  /** In every week, for what counts by a time outside the range. */
  all_cohorts: cohorts(() => 'true'),
};
