import type { ClickHouse } from '@linescope/chassis/clickhouse/clickhouse';
import { z } from 'zod';

const found = z.object({ found: z.boolean() });

/** Whether a team that the user is in, or manages, has the repo. */
export async function hasTeamWithRepo(
  clickHouse: ClickHouse,
  { entityId, userId, repoPath, today }: { entityId: number; userId: number; repoPath: string; today: string },
): Promise<boolean> {
  const [row] = await clickHouse.query({
    name: 'team_with_repo',
    sql: `WITH (
            SELECT groupUniqArrayArray([committer_id, primary_id]) FROM committers FINAL
            WHERE entity_id = {entity_id:UInt64} AND user_id = {user_id:UInt64}
          ) AS own
          SELECT (count() > 0)::Bool AS found FROM teams FINAL
          WHERE entity_id = {entity_id:UInt64} AND NOT removed AND has(repo_paths, {repo_path:String})
            AND (has(manager_user_ids, {user_id:UInt64})
              OR arrayExists((id, since, until) -> has(own, id) AND since <= {today:Date32} AND {today:Date32} < until,
                             member_ids, member_from, member_until))`,
    params: { entity_id: entityId, user_id: userId, repo_path: repoPath, today },
    row: found,
  });
  return row?.found ?? false;
}
