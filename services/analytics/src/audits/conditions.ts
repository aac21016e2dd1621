import { openDayRange } from '../query-scope/day-range.ts';
import { IN_REPOS, OF_ENTITY } from '../segments/segment-view.ts';
import { keysTrackedInScope } from '../segments/views/issue-views.ts';
import { bound, EVERY, fragment, type SqlFragment } from '../store/sql.ts';
import { type AuditQuery, withScope } from './audit-query.ts';
import { boundTime } from './bound-times.ts';

export const ofEntity = (query: AuditQuery): SqlFragment => withScope(query, OF_ENTITY);
export const inRepos = (query: AuditQuery): SqlFragment =>
  query.scopeParams.every_repo ? fragment`${EVERY}` : withScope(query, IN_REPOS);

/** A host's issue is its repo's, a tracker's that of the repos which name it or which the team of its board has. */
export const ofIssueScope = (query: AuditQuery, key: string): SqlFragment =>
  query.scopeParams.every_repo
    ? fragment`${EVERY}`
    : fragment`(${inRepos(query)} OR (repo_id = 0 AND ${key} IN (${withScope(query, keysTrackedInScope)})))`;

/** Only those ends of the range that were given are in the text; both days are included. */
export function between({ filters }: AuditQuery, column: string, kind: 'range' | 'resolved'): SqlFragment[] {
  const [start, end] =
    kind === 'range'
      ? [filters.start_date, filters.end_date]
      : [filters.resolved_start_date, filters.resolved_end_date];
  const { fromMs, untilMs } = openDayRange(start, end);
  return [
    ...(fromMs === null ? [] : [fragment`${column} >= ${boundTime(`${kind}_from`, fromMs)}`]),
    ...(untilMs === null ? [] : [fragment`${column} < ${boundTime(`${kind}_until`, untilMs)}`]),
  ];
}

/** Records of committers that are not processed are never listed. */
export const isShown = ({ identities: { hidden } }: AuditQuery, committer: string): SqlFragment =>
  hidden.length === 0 ? fragment`${EVERY}` : fragment`${committer} NOT IN ${bound('hidden', 'Array(UInt64)', hidden)}`;

/** By the contributors that the query names. */
export const byNamed = ({ identities: { named } }: AuditQuery, committer: string): SqlFragment[] =>
  named ? [fragment`${committer} IN ${bound('named', 'Array(UInt64)', named)}`] : [];

/** By the team that the query names; its members count on the days of their membership. */
export function byTeam({ identities: { members } }: AuditQuery, committer: string, at: SqlFragment | string) {
  if (!members) return [];
  const ids = bound('members', 'Array(UInt64)', members.identities);
  const since = bound('members_since', 'Array(Int32)', members.since);
  const until = bound('members_until', 'Array(Int32)', members.until);
  return [
    fragment`${committer} IN ${ids} AND arrayExists((member, since, until) -> member = ${committer}
        AND toInt32(toDate32(${at})) >= since AND toInt32(toDate32(${at})) < until,
        ${ids}, ${since}, ${until})`,
  ];
}

export const byPeople = (query: AuditQuery, committer: string, at: SqlFragment | string): SqlFragment[] => [
  ...byNamed(query, committer),
  ...byTeam(query, committer, at),
];

/** Records without a contributor are limited to the repos that the team was given, else to those it works in. */
export function ofTeamRepos(
  { identities, queryScope: { team } }: AuditQuery,
  inTeamRepos: (repoIds: SqlFragment) => SqlFragment,
): SqlFragment[] {
  if (!identities.members || !team?.ownRepoIds) return [];
  return [inTeamRepos(bound('team_repo_ids', 'Array(UInt64)', team.ownRepoIds))];
}

export const bySha = (
  { filters: { sha } }: AuditQuery,
  matches: (sha: SqlFragment) => SqlFragment = (own) => fragment`sha = ${own}`,
): SqlFragment[] => (sha === undefined ? [] : [matches(bound('sha', 'String', sha))]);

/** `PROJ-1234` is that issue; `1234` is any issue of that number. */
export function byIssueKey(
  { filters: { issue_key: key } }: AuditQuery,
  condition: (matches: (column: string) => SqlFragment) => SqlFragment,
): SqlFragment[] {
  if (key === undefined) return [];
  const own = bound('issue_key', 'String', key.toLowerCase());
  const isNumber = /^\d+$/.test(key);
  return [
    condition((column) =>
      isNumber
        ? fragment`endsWith(${column}, concat('-', ${own})) OR endsWith(${column}, concat('#', ${own})) OR ${column} = ${own}`
        : fragment`lower(${column}) = ${own}`,
    ),
  ];
}
