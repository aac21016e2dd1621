import type { ClickHouse } from '@linescope/chassis/clickhouse/clickhouse';
import { z } from 'zod';

const becameRow = z.object({ path: z.string(), line_after: z.number().nullable() });

/** What a commit made of a line that it took away: where it moved to, or (`line_after` null) that it is gone. */
export const lineBecame = (
  clickHouse: ClickHouse,
  repo: { entityId: number; repoId: number },
  line: { sha: string; pathBefore: string; lineBefore: number },
) =>
  clickHouse.query({
    name: 'line_became',
    sql: `SELECT path, line_after FROM line_changes
          WHERE entity_id = {entity_id:UInt64} AND repo_id = {repo_id:UInt64} AND sha = {sha:String}
            AND path_before = {path:String} AND line_before = {line:UInt32}
          ORDER BY line_after IS NULL, version DESC LIMIT 1`,
    params: {
      entity_id: repo.entityId,
      repo_id: repo.repoId,
      sha: line.sha,
      path: line.pathBefore,
      line: line.lineBefore,
    },
    row: becameRow,
  });
