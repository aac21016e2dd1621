import type { ClickHouse } from '@linescope/chassis/clickhouse/clickhouse';
import { z } from 'zod';
import { type CommitGraph, OUTSIDE } from '../../domain/commit-graph.ts';
import type { FileHistory, LineLink } from '../../domain/line-history/file-history.ts';
import { SMALL_QUERY } from './small-query.ts';

const numbers = z.array(z.number());

/** One row a file change, merge route or group of links; the columns are shared, so that one query brings all of them. */
const piece = z.object({
  kind: z.enum(['change', 'route', 'links']),
  sha: z.string(),
  path: z.string(),
  other_path: z.string(),
  other_sha: z.string(),
  words: z.array(z.string()),
  numbers,
  more: numbers,
});
type Piece = z.infer<typeof piece>;

const OF_PATHS = 'entity_id = {entity_id:UInt64} AND repo_id = {repo_id:UInt64} AND path IN {paths:Array(String)}';

/**
 * Everything a walk along some paths needs, in one query. Rows of one key are the same in every version, since a fact is
 * final when it is written: so nothing is merged while reading, and a repeat overwrites itself.
 */
const SQL = `
  SELECT 'change' AS kind, toString(sha) AS sha, path, path_before AS other_path, '' AS other_sha,
    [status, mode_before, mode_after, if(binary, 'binary', '')] AS words, hunks::Array(Int64) AS numbers,
    []::Array(Int64) AS more
  FROM file_changes WHERE ${OF_PATHS}
  UNION ALL
  SELECT 'route', toString(sha), path, '', '', parent_paths, segments::Array(Int64), [parent, deleted]::Array(Int64)
  FROM merge_routes WHERE ${OF_PATHS}
  UNION ALL
  SELECT 'links', toString(sha), path, if(copied, origin_path, path_before) AS other,
    if(copied, toString(assumeNotNull(origin_sha)), '') AS writer, [],
    groupArray(assumeNotNull(line_after)::Int64),
    groupArray(assumeNotNull(if(copied, origin_line, line_before))::Int64)
  FROM (
    SELECT sha, path, path_before, line_before, line_after, origin_path, origin_sha, origin_line,
      operation = 'copy' AND origin_sha IS NOT NULL AND origin_line IS NOT NULL AS copied
    FROM line_changes WHERE ${OF_PATHS}
  )
  WHERE line_after IS NOT NULL AND (copied OR line_before IS NOT NULL)
  GROUP BY sha, path, other, writer`;

export async function readFileHistories(
  clickHouse: ClickHouse,
  repo: { entityId: number; repoId: number },
  graph: CommitGraph,
  paths: string[],
): Promise<Map<string, FileHistory>> {
  const pieces = await clickHouse.query({
    name: 'file_histories',
    sql: SQL,
    params: { entity_id: repo.entityId, repo_id: repo.repoId, paths },
    row: piece,
    settings: SMALL_QUERY,
  });
  const files = new Map(
    paths.map((path): [string, FileHistory] => [path, { changes: new Map(), routes: new Map(), links: new Map() }]),
  );
  for (const row of pieces) addPiece(files.get(row.path), graph.numberOf(row.sha), row);
  return files;
}

function addPiece(file: FileHistory | undefined, commit: number, row: Piece): void {
  if (!file || commit === OUTSIDE) return;
  if (row.kind === 'change') {
    const [status = '', modeBefore = '', modeAfter = '', binary] = row.words;
    const change = { pathBefore: row.other_path, status, modeBefore, modeAfter, binary: binary === 'binary' };
    file.changes.set(commit, { ...change, hunks: row.numbers });
  } else if (row.kind === 'route') {
    const [parent = 0, deleted = 0] = row.more;
    file.routes.set(commit, { parent, deleted: deleted === 1, parentPaths: row.words, segments: row.numbers });
  } else {
    const links = file.links.get(commit) ?? new Map<number, LineLink>();
    file.links.set(commit, links);
    const sha = row.other_sha === '' ? null : row.other_sha;
    for (const [index, line] of row.numbers.entries()) {
      links.set(line, { path: row.other_path, line: row.more[index] ?? 0, sha });
    }
  }
}
