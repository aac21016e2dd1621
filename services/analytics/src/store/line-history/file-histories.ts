import type { ClickHouse } from '@linescope/chassis/clickhouse/clickhouse';
import { z } from 'zod';
import { type CommitGraph, OUTSIDE } from '../../domain/commit-graph.ts';
import type { FileHistory } from '../../domain/line-history/file-history.ts';
import { IN_SLICE, type PathSlice, sliceParams } from './slice-paths.ts';
import { SMALL_QUERY } from './small-query.ts';

const fileCategory = z.enum(['code', 'test', 'markup', 'style', 'config', 'documentation', 'data']);
const numbers = z.array(z.number());
const texts = z.array(z.string());

/** A file change or a merge route, in shared columns, so that one query returns both. */
const piece = z.object({
  kind: z.enum(['change', 'route']),
  sha: z.string(),
  path: z.string(),
  category: z.union([fileCategory, z.literal('')]),
  words: texts,
  numbers,
  links: numbers,
  link_paths: texts,
  link_shas: texts,
  functions: texts,
  documentation: texts,
});
export type Piece = z.infer<typeof piece>;

export interface RepoKey {
  entityId: number;
  repoId: number;
}

const OF_REPO = 'entity_id = {entity_id:UInt64} AND repo_id = {repo_id:UInt64}';

/** Rows of one key are the same in every version, since they are final when written: FINAL is not needed, a repeat overwrites itself. */
const CHANGES = `
  SELECT 'change' AS kind, toString(sha) AS sha, path, toString(category) AS category,
    [path_before, status, mode_before, mode_after, if(binary, 'binary', ''), if(oversized, 'oversized', '')] AS words, hunks::Array(Int64) AS numbers,
    links, link_paths, link_shas, documented_functions AS functions, documentation
  FROM file_changes WHERE ${OF_REPO}`;
const ROUTES = `
  SELECT 'route' AS kind, toString(sha) AS sha, path, '' AS category, parent_paths AS words,
    arrayConcat([parent, deleted], segments)::Array(Int64) AS numbers,
    [] AS links, [] AS link_paths, [] AS link_shas, [] AS functions, [] AS documentation
  FROM merge_routes WHERE ${OF_REPO}`;
const OF_PATHS = 'path IN {paths:Array(String)}';

/** The histories of some paths, in one query. */
export async function readFileHistories(
  clickHouse: ClickHouse,
  repo: RepoKey,
  graph: CommitGraph,
  paths: string[],
): Promise<Map<string, FileHistory>> {
  const pieces = await clickHouse.query({
    name: 'file_histories',
    sql: `${CHANGES} AND ${OF_PATHS} UNION ALL ${ROUTES} AND ${OF_PATHS}`,
    params: { entity_id: repo.entityId, repo_id: repo.repoId, paths },
    row: piece,
    settings: SMALL_QUERY,
  });
  const files = new Map(paths.map((path) => [path, emptyHistory()]));
  for (const row of pieces) {
    const file = files.get(row.path);
    if (file) addPiece(file, graph, row);
  }
  return files;
}

export const emptyHistory = (): FileHistory => ({ changes: new Map(), routes: new Map() });

export function addPiece(file: FileHistory, graph: CommitGraph, row: Piece): void {
  const commit = graph.numberOf(row.sha);
  if (commit === OUTSIDE) return;
  if (row.kind === 'route') {
    const [parent = 0, deleted = 0, ...segments] = row.numbers;
    file.routes.set(commit, { parent, deleted: deleted === 1, parentPaths: row.words, segments });
    return;
  }
  const [pathBefore = '', status = '', modeBefore = '', modeAfter = '', binary, oversized] = row.words;
  file.changes.set(commit, {
    pathBefore,
    status,
    modeBefore,
    modeAfter,
    binary: binary === 'binary',
    oversized: oversized === 'oversized',
    category: row.category || 'code',
    hunks: row.numbers,
    links: row.links,
    linkPaths: row.link_paths,
    linkShas: row.link_shas,
    documentedFunctions: row.functions,
    documentation: row.documentation,
  });
}

/** The changes of a slice of paths. */
export const readChanges = (clickHouse: ClickHouse, repo: RepoKey, slice: PathSlice): Promise<Piece[]> =>
  clickHouse.query({
    name: 'read_changes_ahead',
    sql: `${CHANGES} AND ${IN_SLICE}`,
    params: { entity_id: repo.entityId, repo_id: repo.repoId, ...sliceParams(slice) },
    row: piece,
    settings: SMALL_QUERY,
  });

export const readRoutes = (clickHouse: ClickHouse, { entityId, repoId }: RepoKey, limit: number): Promise<Piece[]> =>
  clickHouse.query({
    name: 'read_routes_ahead',
    sql: `${ROUTES} LIMIT {limit:UInt32}`,
    params: { entity_id: entityId, repo_id: repoId, limit },
    row: piece,
    settings: SMALL_QUERY,
  });
