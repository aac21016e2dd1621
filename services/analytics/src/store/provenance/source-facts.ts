import type { ClickHouse } from '@linescope/chassis/clickhouse/clickhouse';
import { z } from 'zod';
import type { ChangedLine } from '../../domain/provenance/inherit-evidence.ts';
import { type PlannedTarget, sourceShas } from '../../domain/provenance/plan-sources.ts';
import type { SourceFacts } from '../../domain/provenance/resolve-source.ts';
import { OF_REPO, type RepoKey, repoParams, type StoredCommit } from './known-commits.ts';
import { readFiles, readLines } from './source-lines.ts';

export interface LoadedFacts extends SourceFacts {
  /** Whether all lines that a commit's own row counts are stored. */
  isComplete(sha: string): boolean;
}

/** Reads what some targets and their sources need, in a few queries. */
export async function readSourceFacts(
  clickHouse: ClickHouse,
  repo: RepoKey,
  commits: ReadonlyMap<string, StoredCommit>,
  targets: readonly PlannedTarget[],
): Promise<LoadedFacts> {
  const shas = [...new Set(targets.flatMap(({ sha, sources }) => [sha, ...sources.flatMap(sourceShas)]))];
  const lines = await readLines(clickHouse, repo, shas);
  for (const [sha, own] of await readLines(clickHouse, repo, originsOf(targets, lines))) lines.set(sha, own);
  const files = await readFiles(clickHouse, repo, shas);
  const counts = await readCounts(clickHouse, repo, shas);
  const places = new Map<string, Map<string, ChangedLine>>();
  const placesOf = (sha: string): Map<string, ChangedLine> => {
    const known = places.get(sha) ?? new Map((lines.get(sha) ?? []).map((line) => [`${line.line} ${line.path}`, line]));
    places.set(sha, known);
    return known;
  };
  return {
    linesOf: (sha) => lines.get(sha) ?? [],
    lineAt: (sha, path, line) => placesOf(sha).get(`${line} ${path}`),
    blobsOf: (sha) => new Map([...(files.changes.get(sha) ?? [])].map(([path, { blobAfter }]) => [path, blobAfter])),
    branchOf: (own) => {
      const branch = new Set(own);
      return {
        parentsOf: (sha) => (branch.has(sha) ? commits.get(sha)?.parents : undefined),
        changeOf: (sha, path) => files.changes.get(sha)?.get(path),
        routeOf: (sha, path) => files.routes.get(sha)?.get(path),
      };
    },
    isComplete: (sha) => (lines.get(sha)?.length ?? 0) >= (counts.get(sha) ?? 0),
  };
}

/** Who wrote the lines that the commits which are taken back had replaced. */
function originsOf(targets: readonly PlannedTarget[], lines: ReadonlyMap<string, readonly ChangedLine[]>): string[] {
  const origins = new Set<string>();
  for (const { sources } of targets)
    for (const source of sources)
      if (source.kind === 'revert')
        for (const { originSha } of lines.get(source.sha) ?? [])
          if (originSha !== null && !lines.has(originSha)) origins.add(originSha);
  return [...origins];
}

async function readCounts(
  clickHouse: ClickHouse,
  repo: RepoKey,
  shas: readonly string[],
): Promise<Map<string, number>> {
  const rows = await clickHouse.query({
    name: 'scored_line_counts',
    sql: `SELECT toString(sha) AS sha, argMax(lines, version) AS lines FROM commit_scores
          WHERE ${OF_REPO} AND score_version = 0 AND sha IN {shas:Array(FixedString(40))} GROUP BY sha`,
    params: { ...repoParams(repo), shas },
    row: z.object({ sha: z.string(), lines: z.number() }),
  });
  return new Map(rows.map(({ sha, lines }) => [sha, lines]));
}
