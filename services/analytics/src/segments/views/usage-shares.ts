import { type SqlTemplate, template } from '../../store/sql.ts';
import { COUNTS } from '../copied-commits.ts';
import { param } from '../params.ts';
import { AS_IMPORTED, FROM, OF_ENTITY, personOf, TEAM_AS_COMMITTER, UNTIL } from '../segment-view.ts';
import { sharedView } from '../shared-views.ts';

/** A usage is shared out by the work of the days up to its own, that one included. */
export const SHARED_DAYS = 28;

const organizationOf = (repo: string): SqlTemplate =>
  template`transform(${repo}, ${param('home_repos')}, ${param('home_organizations')}, toUInt64(0))`;

/** The commits with copies: whether one is a copy of another in the entity, and of another in its organization. */
const copies = template`
    SELECT copy.1 AS copy_repo, copy.2 AS copy_sha, copy.3 AS again_in_entity, copy.4 AS again_in_organization
    FROM (
      SELECT arraySort(groupArray((committed_at, repo_id, sha, ${organizationOf('repo_id')}))) AS same,
        arrayJoin(arrayMap((one, n) -> (one.2, one.3, n > 1, indexOf(arrayMap(other -> other.4, same), one.4) < n), same, arrayEnumerate(same))) AS copy
      FROM commit_copies FINAL
      WHERE ${OF_ENTITY} AND counts
      GROUP BY copy_group, ${personOf('committer_id')})`;

/** Changed lines but noop by person, repo and day; a copy counts once within the entity, and once within its organization. */
export const workedLines: SqlTemplate = template`
    SELECT ${personOf('committer_id')} AS worker, toDate32(authored_at) AS day, repo_id, ${organizationOf('repo_id')} AS organization_id,
      sumIf(lines - lines_by_operation['noop'], NOT again_in_entity) AS entity_lines,
      sumIf(lines - lines_by_operation['noop'], NOT again_in_organization) AS organization_lines
    FROM commit_scores FINAL
    LEFT JOIN (${copies}) AS copied ON copied.copy_repo = repo_id AND copied.copy_sha = sha
    WHERE ${AS_IMPORTED} AND ${COUNTS} AND authored_at >= ${FROM} - toIntervalDay(${SHARED_DAYS}) AND authored_at < ${UNTIL}
    GROUP BY worker, day, repo_id`;

/** A person, a team, or nobody (0). */
export const USER = template`multiIf(committer_id != 0, ${personOf('committer_id')}, team_id != 0, ${TEAM_AS_COMMITTER} + team_id, 0)`;

/** Whose usage is to be shared out, by day and resource; without FINAL, since an outdated version only adds some. */
const sharedUsers = template`
      SELECT DISTINCT ${USER} AS who, date, organization_id FROM ai_usage
      WHERE ${OF_ENTITY} AND date >= toDate32(${FROM}) AND toDateTime64(date, 3, 'UTC') < ${UNTIL} AND repo_id = 0 AND who != 0`;

/** For usages by who, day and resource: the repos that share them, with the lines of each. */
export const usageShares: SqlTemplate = template`
  SELECT who, date, organization_id, groupArray((repo_id, lines)) AS parts, sum(lines) AS total
  FROM (
    SELECT wanted.who AS who, wanted.date AS date, wanted.organization_id AS organization_id, worked.repo_id AS repo_id,
      sum(if(wanted.organization_id = 0, worked.entity_lines, worked.organization_lines)) AS lines
    FROM (
      SELECT usage.who AS who, usage.date AS date, usage.organization_id AS organization_id,
        if(usage.who < ${TEAM_AS_COMMITTER}, usage.who, member.member) AS worker
      FROM (${sharedUsers}
      ) AS usage
      LEFT JOIN ${sharedView('memberships')} AS member ON member.team_id + ${TEAM_AS_COMMITTER} = usage.who
      WHERE usage.who < ${TEAM_AS_COMMITTER} OR (toInt32(usage.date) >= member.since AND toInt32(usage.date) < member.until)
    ) AS wanted
    INNER JOIN (${workedLines}
    ) AS worked ON worked.worker = wanted.worker
    WHERE worked.day <= wanted.date AND worked.day > wanted.date - ${SHARED_DAYS}
      AND (wanted.organization_id = 0 OR wanted.organization_id = worked.organization_id)
    GROUP BY who, date, organization_id, repo_id HAVING lines > 0
  )
  GROUP BY who, date, organization_id`;
