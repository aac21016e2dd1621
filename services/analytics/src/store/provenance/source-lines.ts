import type { ClickHouse } from '@linescope/chassis/clickhouse/clickhouse';
import { z } from 'zod';
import type { BranchChange, BranchRoute } from '../../domain/provenance/branch-lines.ts';
import type { ChangedLine } from '../../domain/provenance/inherit-evidence.ts';
import type { StoredRecord } from '../../domain/provenance/line-evidence.ts';
import { OF_REPO, type RepoKey, repoParams } from './known-commits.ts';

const OF_COMMITS = `${OF_REPO} AND sha IN {shas:Array(FixedString(40))}`;
const SETTINGS = {
  do_not_merge_across_partitions_select_final: 1,
  optimize_move_to_prewhere_if_final: 1,
  max_execution_time: 300,
};

const tier = z.enum(['recorded', 'declared', 'unknown']).catch('unknown');
const lineRow = z.object({
  sha: z.string(),
  path: z.string(),
  hunk: z.number(),
  hunk_line: z.number(),
  line_after: z.number().nullable(),
  text: z.string(),
  origin_sha: z.string().nullable(),
  origin_path: z.string(),
  origin_line: z.number().nullable(),
  evidence_tier: tier,
  evidence_inherited: z.boolean(),
  ai_authored: z.boolean(),
  ai_tool: z.string(),
  ai_model: z.string(),
});

/** The changed lines of commits with the evidence they have now. */
export async function readLines(
  clickHouse: ClickHouse,
  repo: RepoKey,
  shas: readonly string[],
): Promise<Map<string, ChangedLine[]>> {
  if (shas.length === 0) return new Map();
  const rows = await clickHouse.query({
    name: 'lines_to_derive',
    sql: `SELECT toString(sha) AS sha, path, hunk, hunk_line, line_after, text, origin_sha, origin_path, origin_line,
            evidence_tier, evidence_inherited, ai_authored, ai_tool, ai_model
          FROM line_changes FINAL WHERE ${OF_COMMITS} ORDER BY sha, path, hunk, hunk_line`,
    params: { ...repoParams(repo), shas },
    row: lineRow,
    settings: SETTINGS,
  });
  const lines = new Map<string, ChangedLine[]>(shas.map((sha) => [sha, []]));
  for (const row of rows) {
    lines.get(row.sha)?.push({
      path: row.path,
      hunk: row.hunk,
      hunkLine: row.hunk_line,
      line: row.line_after,
      text: row.text,
      originSha: row.origin_sha,
      originPath: row.origin_path,
      originLine: row.origin_line,
      evidence: {
        tier: row.evidence_tier,
        ai: row.ai_authored,
        inherited: row.evidence_inherited,
        tool: row.ai_tool,
        model: row.ai_model,
      },
    });
  }
  return lines;
}

const changeRow = z.object({
  sha: z.string(),
  path: z.string(),
  path_before: z.string(),
  status: z.string(),
  blob_after: z.string(),
  binary: z.boolean(),
  hunks: z.array(z.number()),
});
const routeRow = z.object({
  sha: z.string(),
  path: z.string(),
  parent: z.number(),
  deleted: z.boolean(),
  parent_paths: z.array(z.string()),
  segments: z.array(z.number()),
});

export interface StoredFiles {
  changes: Map<string, Map<string, BranchChange>>;
  routes: Map<string, Map<string, BranchRoute>>;
}

/** What commits did to files, and where merges took them from. */
export async function readFiles(clickHouse: ClickHouse, repo: RepoKey, shas: readonly string[]): Promise<StoredFiles> {
  const params = { ...repoParams(repo), shas };
  const files: StoredFiles = { changes: new Map(), routes: new Map() };
  const changes = await clickHouse.query({
    name: 'files_to_derive',
    sql: `SELECT toString(sha) AS sha, path, path_before, status, blob_after, binary, hunks FROM file_changes WHERE ${OF_COMMITS}`,
    params,
    row: changeRow,
    settings: SETTINGS,
  });
  for (const { sha, path, path_before: pathBefore, blob_after: blobAfter, ...rest } of changes)
    ofCommit(files.changes, sha).set(path, { ...rest, pathBefore, blobAfter });
  const routes = await clickHouse.query({
    name: 'routes_to_derive',
    sql: `SELECT toString(sha) AS sha, path, parent, deleted, parent_paths, segments FROM merge_routes WHERE ${OF_COMMITS}`,
    params,
    row: routeRow,
    settings: SETTINGS,
  });
  for (const { sha, path, parent_paths: parentPaths, ...rest } of routes)
    ofCommit(files.routes, sha).set(path, { ...rest, parentPaths });
  return files;
}

function ofCommit<Value>(all: Map<string, Map<string, Value>>, sha: string): Map<string, Value> {
  const own = all.get(sha) ?? new Map<string, Value>();
  all.set(sha, own);
  return own;
}

const recordRow = z.object({
  sha: z.string(),
  paths: z.array(z.string()),
  ranges: z.array(z.number()),
  author_ai: z.array(z.number()),
  author_tools: z.array(z.string()),
  author_models: z.array(z.string()),
});

export async function readRecords(
  clickHouse: ClickHouse,
  repo: RepoKey,
  shas: readonly string[],
): Promise<Map<string, StoredRecord>> {
  if (shas.length === 0) return new Map();
  const rows = await clickHouse.query({
    name: 'line_records',
    sql: `SELECT toString(sha) AS sha, paths, ranges, author_ai, author_tools, author_models FROM line_records FINAL WHERE ${OF_COMMITS} AND present`,
    params: { ...repoParams(repo), shas },
    row: recordRow,
    settings: SETTINGS,
  });
  return new Map(
    rows.map(({ sha, paths, ranges, author_ai, author_tools, author_models }) => [
      sha,
      {
        paths,
        ranges,
        authors: author_ai.map((ai, at) => ({
          ai: ai === 1,
          tool: author_tools[at] ?? '',
          model: author_models[at] ?? '',
        })),
      },
    ]),
  );
}
