import type { ClickHouse } from '@linescope/chassis/clickhouse/clickhouse';
import { z } from 'zod';
import { fragment, type SqlFragment } from './sql.ts';

/**
 * Where a commit was applied twice to the default branch, as when one of a branch was picked before the branch was merged, git follows the
 * lines of one of the two from where both meet: the merge drops those of the other. Reports count the commit once, and its lines live as
 * long as they stand by either; a merge that drops them ends them only where no change did.
 */

const countedCopies = (ofRepos: SqlFragment): SqlFragment => fragment`
  SELECT repo_id, copy_group, groupArray(sha) AS shas FROM commit_copies FINAL
  WHERE ${ofRepos} AND counts GROUP BY repo_id, copy_group HAVING length(shas) > 1`;

const copiesRow = z.object({ repo_id: z.number(), shas: z.array(z.string()) });

/** By repo and sha: the commits of the default branch that make the same change, itself among them. */
export type CopiesOfCommits = ReadonlyMap<string, readonly string[]>;

export const copiesKey = (repoId: number, sha: string): string => `${repoId} ${sha}`;

export async function findCopies(clickHouse: ClickHouse, ofRepos: SqlFragment): Promise<CopiesOfCommits> {
  const { sql, params } = fragment`SELECT repo_id, shas FROM (${countedCopies(ofRepos)})`;
  const groups = await clickHouse.query({ name: 'copies_of_repos', sql, params, row: copiesRow });
  return new Map(groups.flatMap(({ repo_id, shas }) => shas.map((sha) => [copiesKey(repo_id, sha), shas])));
}

/**
 * How the lines of commits with copies end: `longest` of each line tells by the copy that stands longest whether it ended, when, and the
 * place where it stands. Lines of two copies are the same where they have the same place among those that their commit wrote in the file. `endsOf`:
 * how lines end by themselves.
 */
export function sharedEnds(
  ofRepos: SqlFragment,
  which: SqlFragment,
  endsOf: (which: SqlFragment) => SqlFragment,
): SqlFragment {
  const isCopy = fragment`(repo_id, sha) IN (SELECT repo_id, arrayJoin(shas) FROM (${countedCopies(ofRepos)}))`;
  return fragment`
      SELECT repo_id, path, sha, line, true AS is_shared, argMax((has_ended, ended_at, place), (NOT has_ended, NOT is_dropped, ended_at, sha))
          OVER (PARTITION BY repo_id, copy_group, path, number ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING) AS longest
      FROM (
        SELECT same.repo_id AS repo_id, same.path AS path, same.sha AS sha, same.line AS line, number, copy_group,
          own.has_ended AS has_ended, own.ended_at AS ended_at, own.is_dropped AS is_dropped, own.place AS place
        FROM (
          SELECT repo_id, path, sha, assumeNotNull(line_after) AS line,
            row_number() OVER (PARTITION BY repo_id, path, sha ORDER BY line_after) AS number
          FROM line_changes FINAL WHERE ${ofRepos} AND ${which} AND ${isCopy} AND line_after IS NOT NULL
        ) AS same
        INNER JOIN (SELECT repo_id, copy_group, arrayJoin(shas) AS sha FROM (${countedCopies(ofRepos)})) AS copy
          ON copy.repo_id = same.repo_id AND copy.sha = same.sha
        LEFT JOIN (${endsOf(fragment`${which} AND ${isCopy}`)}) AS own
          ON own.repo_id = same.repo_id AND own.path = same.path AND own.sha = same.sha AND own.line = same.line
      )`;
}
