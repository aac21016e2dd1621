import type { ClickHouse } from '@linescope/chassis/clickhouse/clickhouse';
import { bool, sha as shaColumn, text, u32, u64, word } from '@linescope/facts/columns';
import { commitScoresTable, commitsTable, lineChangesTable } from '@linescope/facts/git-tables';
import { defineTable, encodeRows } from '@linescope/facts/table';
import { z } from 'zod';
import type { ChangedLine } from '../../domain/provenance/inherit-evidence.ts';
import type { Evidence } from '../../domain/provenance/line-evidence.ts';
import { sixDecimals } from '../line-delta.ts';
import { bound, fragment, joinFragments, type SqlFragment } from '../sql.ts';
import type { RepoKey } from './known-commits.ts';

const evidenceTable = defineTable('line_evidence', {
  entity_id: u64,
  repo_id: u64,
  sha: shaColumn,
  path: text,
  hunk: u32,
  hunk_line: u32,
  ai_authored: bool,
  evidence_tier: word,
  evidence_inherited: bool,
  ai_tool: word,
  ai_model: word,
  version: u64,
});

export interface ChangedEvidence {
  sha: string;
  line: ChangedLine;
  evidence: Evidence;
}

const SETTINGS = {
  do_not_merge_across_partitions_select_final: 1,
  optimize_move_to_prewhere_if_final: 1,
  deduplicate_blocks_in_dependent_materialized_views: 1,
  max_execution_time: 300,
  max_memory_usage: 1_200_000_000,
};

const ofRepo = ({ entityId, repoId }: RepoKey): SqlFragment =>
  fragment`entity_id = ${bound('entity_id', 'UInt64', entityId)} AND repo_id = ${bound('repo_id', 'UInt64', repoId)}`;
const chosen = (shas: readonly string[]): SqlFragment => bound('shas', 'Array(FixedString(40))', shas);

const run = (clickHouse: ClickHouse, { sql, params }: SqlFragment): Promise<void> =>
  clickHouse.command(sql, { params, settings: SETTINGS });

/** Columns of a table, some of them in another way. */
const columnsOf = (names: readonly string[], from: string, derived: Record<string, SqlFragment>): SqlFragment =>
  joinFragments(
    names.map((name) => derived[name] ?? `${from}.${name}`),
    ', ',
  );

/**
 * Writes the lines of these commits anew with their evidence: all lines of a commit, so that they have one version. What is written is
 * the same however often it is repeated.
 */
export async function writeLineEvidence(
  clickHouse: ClickHouse,
  repo: RepoKey,
  changed: readonly ChangedEvidence[],
  stage: number,
): Promise<void> {
  const rows = changed.map(({ sha, line, evidence }) => ({
    entity_id: repo.entityId,
    repo_id: repo.repoId,
    sha,
    path: line.path,
    hunk: line.hunk,
    hunk_line: line.hunkLine,
    ai_authored: evidence.ai,
    evidence_tier: evidence.tier,
    evidence_inherited: evidence.inherited,
    ai_tool: evidence.tool,
    ai_model: evidence.model,
    version: stage,
  }));
  await clickHouse.insertBinary({
    table: evidenceTable.name,
    columns: evidenceTable.columnNames,
    bytes: encodeRows(evidenceTable, rows),
  });
  const names = lineChangesTable.columnNames;
  const updated = (name: string): SqlFragment =>
    fragment`if(evidence.evidence_tier = '', line.${name}, evidence.${name})`;
  const columns = columnsOf(names, 'line', {
    ai_authored: updated('ai_authored'),
    evidence_tier: updated('evidence_tier'),
    evidence_inherited: updated('evidence_inherited'),
    ai_tool: updated('ai_tool'),
    ai_model: updated('ai_model'),
    version: NEXT_VERSION,
  });
  const shas = [...new Set(changed.map(({ sha }) => sha))];
  await run(
    clickHouse,
    fragment`
      INSERT INTO line_changes (${names.join(', ')})
      SELECT ${columns}
      FROM (SELECT * FROM line_changes FINAL WHERE ${ofRepo(repo)} AND sha IN ${chosen(shas)}) AS line
      LEFT ANY JOIN (
        SELECT sha, path, hunk, hunk_line, ai_authored, evidence_tier, evidence_inherited, ai_tool, ai_model FROM line_evidence FINAL
        WHERE ${ofRepo(repo)} AND sha IN ${chosen(shas)} AND version = ${bound('stage', 'UInt64', stage)}
      ) AS evidence ON evidence.sha = line.sha AND evidence.path = line.path AND evidence.hunk = line.hunk AND evidence.hunk_line = line.hunk_line`,
  );
}

/** All lines of a commit take one step. */
const NEXT_VERSION = fragment`max(line.version) OVER (PARTITION BY line.sha) + 1`;

/**
 * Sums the AI lines of these commits up anew, where the sums or the flag of a record have changed; and writes those with changed lines
 * anew in any case, so that whatever is derived from lines or keeps them in memory notices.
 */
export async function writeCommitEvidence(
  clickHouse: ClickHouse,
  repo: RepoKey,
  shas: readonly string[],
  changed: readonly string[],
): Promise<void> {
  const isChanged = (table: string): SqlFragment =>
    fragment`${table}.sha IN ${bound('changed', 'Array(FixedString(40))', changed)}`;
  const lines = fragment`
    SELECT sha, countIf(scored AND ai_authored) AS ai_lines, sumIf(delta, scored AND ai_authored) AS ai_delta,
      countIf(scored AND ai_authored AND operation IN ('add', 'copy')) AS ai_added, countIf(scored AND ai_authored AND operation = 'del') AS ai_deleted,
      sumMapIf(map(operation, toUInt32(1)), scored AND ai_authored) AS ai_by_operation, countIf(evidence_tier = 'recorded') > 0 AS has_recorded
    FROM line_changes FINAL WHERE ${ofRepo(repo)} AND sha IN ${chosen(shas)} GROUP BY sha`;
  const record = fragment`SELECT sha FROM line_records FINAL WHERE ${ofRepo(repo)} AND sha IN ${chosen(shas)} AND present`;
  const hasRecords = (table: string): SqlFragment => fragment`(line.has_recorded OR ${table}.sha IN (${record}))`;
  const scored = (value: string, none: string): SqlFragment => fragment`if(score.is_merge, ${none}, line.${value})`;
  const scoreNames = commitScoresTable.columnNames;
  const scores = columnsOf(scoreNames, 'score', {
    ai_lines: scored('ai_lines', '0'),
    ai_lines_added: scored('ai_added', '0'),
    ai_lines_deleted: scored('ai_deleted', '0'),
    ai_delta: sixDecimals(scored('ai_delta', '0')),
    ai_lines_by_operation: fragment`CAST(if(score.is_merge, map(), line.ai_by_operation), 'Map(LowCardinality(String), UInt32)')`,
    line_records: hasRecords('score'),
    version: fragment`score.version + 1`,
  });
  await run(
    clickHouse,
    fragment`
      INSERT INTO commit_scores (${scoreNames.join(', ')})
      SELECT ${scores}
      FROM (SELECT * FROM commit_scores FINAL WHERE ${ofRepo(repo)} AND score_version = 0 AND sha IN ${chosen(shas)}) AS score
      LEFT JOIN (${lines}) AS line ON line.sha = score.sha
      WHERE ${isChanged('score')} OR score.line_records != ${hasRecords('score')} OR (NOT score.is_merge AND (score.ai_lines != line.ai_lines
        OR score.ai_lines_added != line.ai_added OR score.ai_lines_deleted != line.ai_deleted OR abs(score.ai_delta - line.ai_delta) > 0.000001))`,
  );
  const commitNames = commitsTable.columnNames;
  const commits = columnsOf(commitNames, 'commit', {
    line_records: hasRecords('commit'),
    version: fragment`commit.version + 1`,
  });
  await run(
    clickHouse,
    fragment`
      INSERT INTO commits (${commitNames.join(', ')})
      SELECT ${commits}
      FROM (SELECT * FROM commits FINAL WHERE ${ofRepo(repo)} AND sha IN ${chosen(shas)}) AS commit
      LEFT JOIN (${lines}) AS line ON line.sha = commit.sha
      WHERE ${isChanged('commit')} OR commit.line_records != ${hasRecords('commit')}`,
  );
}

const MOST_FOLLOWERS = 5_000;

/** Commits that replaced lines whose evidence is another now than they have noted: an assistant wrote them, or did not. */
export const findFollowers = async (
  clickHouse: ClickHouse,
  repo: RepoKey,
  shas: readonly string[],
): Promise<string[]> => {
  const rows = await clickHouse.query({
    name: 'lines_with_old_origins',
    ...fragment`
      SELECT DISTINCT toString(line.sha) AS sha
      FROM (SELECT sha, origin_sha, origin_path, origin_line, origin_ai FROM line_changes FINAL
            WHERE ${ofRepo(repo)} AND origin_line IS NOT NULL AND origin_sha IN ${chosen(shas)}) AS line
      INNER JOIN (${writers(repo, shas)}) AS writer
        ON writer.sha = assumeNotNull(line.origin_sha) AND writer.path = line.origin_path AND writer.line_after = assumeNotNull(line.origin_line)
      WHERE line.origin_ai != writer.ai_authored ORDER BY sha LIMIT ${MOST_FOLLOWERS}`,
    row: z.object({ sha: z.string() }),
    settings: SETTINGS,
  });
  return rows.map(({ sha }) => sha);
};

const writers = (repo: RepoKey, shas: readonly string[]): SqlFragment => fragment`
  SELECT sha, path, assumeNotNull(line_after) AS line_after, ai_authored FROM line_changes FINAL
  WHERE ${ofRepo(repo)} AND sha IN ${chosen(shas)} AND line_after IS NOT NULL`;

/** Writes the lines of these commits anew, with whether an assistant wrote what they replaced. */
export async function writeOrigins(
  clickHouse: ClickHouse,
  repo: RepoKey,
  followers: readonly string[],
  shas: readonly string[],
): Promise<void> {
  const names = lineChangesTable.columnNames;
  const columns = columnsOf(names, 'line', {
    origin_ai: fragment`if(writer.line_after = 0, line.origin_ai, writer.ai_authored)`,
    version: NEXT_VERSION,
  });
  await run(
    clickHouse,
    fragment`
      INSERT INTO line_changes (${names.join(', ')})
      SELECT ${columns}
      FROM (SELECT * FROM line_changes FINAL WHERE ${ofRepo(repo)} AND sha IN ${bound('followers', 'Array(FixedString(40))', followers)}) AS line
      LEFT ANY JOIN (${writers(repo, shas)}) AS writer
        ON writer.sha = ifNull(line.origin_sha, toFixedString('', 40)) AND writer.path = line.origin_path AND writer.line_after = ifNull(line.origin_line, 0)`,
  );
}
