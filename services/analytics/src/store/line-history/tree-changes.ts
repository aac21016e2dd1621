import type { ClickHouse } from '@linescope/chassis/clickhouse/clickhouse';
import { z } from 'zod';
import { type CommitGraph, OUTSIDE } from '../../domain/commit-graph.ts';
import type { TreeChanges } from '../../domain/line-history/tree-at.ts';
import type { RepoKey } from './file-histories.ts';

const changesRow = z.object({ path: z.string(), shas: z.array(z.string()), modes: z.array(z.string()) });

/** Changes of paths that are read at once; a repo with more is asked for a folder at a time. */
export const MAX_TREE_CHANGES = 2_000_000;

const OF_REPO = 'entity_id = {entity_id:UInt64} AND repo_id = {repo_id:UInt64} AND startsWith(path, {prefix:String})';

/** Which commits changed each path below a prefix, and what they left there. A merge does not say the mode. */
export async function readTreeChanges(
  clickHouse: ClickHouse,
  { entityId, repoId }: RepoKey,
  graph: CommitGraph,
  prefix: string,
): Promise<TreeChanges | null> {
  const rows = await clickHouse.query({
    name: 'tree_changes',
    sql: `SELECT path, groupArray(toString(sha)) AS shas, groupArray(mode) AS modes
          FROM (
            SELECT path, sha, if(status = 'deleted', '', toString(mode_after)) AS mode FROM file_changes WHERE ${OF_REPO}
            UNION ALL
            SELECT path_before AS path, sha, '' AS mode FROM file_changes
            WHERE entity_id = {entity_id:UInt64} AND repo_id = {repo_id:UInt64} AND status = 'renamed'
              AND startsWith(path_before, {prefix:String})
            UNION ALL
            SELECT path, sha, if(deleted, '', '100644') AS mode FROM merge_routes WHERE ${OF_REPO}
            LIMIT {limit:UInt32}
          )
          GROUP BY path ORDER BY path`,
    params: { entity_id: entityId, repo_id: repoId, prefix, limit: MAX_TREE_CHANGES },
    row: changesRow,
  });
  const total = rows.reduce((sum, row) => sum + row.shas.length, 0);
  if (total >= MAX_TREE_CHANGES) return null;
  const from = new Uint32Array(rows.length + 1);
  const commits = new Int32Array(total);
  const modes: string[] = [];
  for (const [index, row] of rows.entries()) {
    for (const [place, sha] of row.shas.entries()) {
      const commit = graph.numberOf(sha);
      if (commit === OUTSIDE) continue;
      commits[modes.length] = commit;
      modes.push(row.modes[place] ?? '');
    }
    from[index + 1] = modes.length;
  }
  return { paths: rows.map((row) => row.path), from, commits, modes };
}
