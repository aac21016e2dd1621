import type { ClickHouse } from '@linescope/chassis/clickhouse/clickhouse';
import { z } from 'zod';
import { type CommitGraph, OUTSIDE } from '../../domain/commit-graph.ts';
import type { FileHistory } from '../../domain/line-history/file-history.ts';
import { SMALL_QUERY } from './small-query.ts';

const numbers = z.array(z.number());
const texts = z.array(z.string());

/** A file change or a merge route; the columns are shared, so that one query brings both. */
const piece = z.object({
  kind: z.enum(['change', 'route']),
  sha: z.string(),
  path: z.string(),
  words: texts,
  numbers,
  links: numbers,
  link_paths: texts,
  link_shas: texts,
  functions: texts,
  documentation: texts,
});
type Piece = z.infer<typeof piece>;

const OF_PATHS = 'entity_id = {entity_id:UInt64} AND repo_id = {repo_id:UInt64} AND path IN {paths:Array(String)}';

/**
 * Everything a walk along some paths needs, in one query. Rows of one key are the same in every version, since a fact is
 * final when it is written: so nothing is merged while reading, and a repeat overwrites itself.
 */
const SQL = `
  SELECT 'change' AS kind, toString(sha) AS sha, path,
    [path_before, status, mode_before, mode_after, if(binary, 'binary', '')] AS words, hunks::Array(Int64) AS numbers,
    links, link_paths, link_shas, documented_functions AS functions, documentation
  FROM file_changes WHERE ${OF_PATHS}
  UNION ALL
  SELECT 'route', toString(sha), path, parent_paths, arrayConcat([parent, deleted], segments)::Array(Int64), [], [], [], [], []
  FROM merge_routes WHERE ${OF_PATHS}`;

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
  const files = new Map(paths.map((path): [string, FileHistory] => [path, { changes: new Map(), routes: new Map() }]));
  for (const row of pieces) {
    const file = files.get(row.path);
    const commit = graph.numberOf(row.sha);
    if (file && commit !== OUTSIDE) addPiece(file, commit, row);
  }
  return files;
}

function addPiece(file: FileHistory, commit: number, row: Piece): void {
  if (row.kind === 'route') {
    const [parent = 0, deleted = 0, ...segments] = row.numbers;
    file.routes.set(commit, { parent, deleted: deleted === 1, parentPaths: row.words, segments });
    return;
  }
  const [pathBefore = '', status = '', modeBefore = '', modeAfter = '', binary] = row.words;
  file.changes.set(commit, {
    pathBefore,
    status,
    modeBefore,
    modeAfter,
    binary: binary === 'binary',
    hunks: row.numbers,
    links: row.links,
    linkPaths: row.link_paths,
    linkShas: row.link_shas,
    documentedFunctions: row.functions,
    documentation: row.documentation,
  });
}
