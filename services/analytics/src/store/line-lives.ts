import type { ClickHouse } from '@linescope/chassis/clickhouse/clickhouse';
import { z } from 'zod';
import { bound, fragment, type SqlFragment } from './sql.ts';

export interface RepoOf {
  entityId: number;
  repoId: number;
}

/** Files in the order of the table, from one to another, both included. */
export interface PathRange {
  from: string;
  to: string;
}

/** What a commit wrote in a file. */
export interface WrittenFile {
  path: string;
  sha: string;
}

const SETTINGS = { do_not_merge_across_partitions_select_final: 1, max_execution_time: 300 };

const ofRepo = ({ entityId, repoId }: RepoOf): SqlFragment =>
  fragment`entity_id = ${bound('entity_id', 'UInt64', entityId)} AND repo_id = ${bound('repo_id', 'UInt64', repoId)}`;

const inRange = ({ from, to }: PathRange): SqlFragment =>
  fragment`path >= ${bound('from_path', 'String', from)} AND path <= ${bound('to_path', 'String', to)}`;

const among = (files: readonly WrittenFile[]): SqlFragment =>
  fragment`(path, sha) IN (SELECT file.1, toFixedString(file.2, 40) FROM (
    SELECT arrayJoin(arrayZip(${bound(
      'paths',
      'Array(String)',
      files.map(({ path }) => path),
    )}, ${bound(
      'shas',
      'Array(String)',
      files.map(({ sha }) => sha),
    )})) AS file))`;

const changedRow = z
  .object({ repo_id: z.number(), days: z.array(z.number()) })
  .transform(({ repo_id: repoId, days }) => ({ repoId, days }));

/** The repos with commits that were stored since then, or all; and the days of those, counted from 1970. */
export const findChangedRepos = (clickHouse: ClickHouse, entityId: number, since: Date | null) =>
  clickHouse.query({
    name: 'repos_with_changed_days',
    sql: since
      ? `SELECT repo_id, groupArray(toInt32(day)) AS days FROM changed_days FINAL
         WHERE entity_id = {entity_id:UInt64} AND noted_at >= fromUnixTimestamp64Milli({since_ms:Int64}, 'UTC')
         GROUP BY repo_id ORDER BY repo_id`
      : 'SELECT DISTINCT repo_id, [] AS days FROM commit_scores WHERE entity_id = {entity_id:UInt64} ORDER BY repo_id',
    params: { entity_id: entityId, since_ms: since?.getTime() ?? 0 },
    row: changedRow,
  });

const rangeRow = z.object({ path: z.string(), lines: z.number() });

/** The files of a repo in order, with how many of their lines were changed. */
export function readPaths(clickHouse: ClickHouse, repo: RepoOf) {
  const { sql, params } = fragment`
    SELECT path, sum(lines_added + lines_deleted) AS lines FROM file_changes WHERE ${ofRepo(repo)} GROUP BY path ORDER BY path`;
  return clickHouse.query({ name: 'paths_of_lives', sql, params, row: rangeRow });
}

const commitsOfDays = (repo: RepoOf, days: readonly number[]): SqlFragment => fragment`
  SELECT sha FROM commit_scores WHERE ${ofRepo(repo)} AND toInt32(toDate32(authored_at)) IN ${bound('days', 'Array(Int32)', days)}`;

/** Commits of some days; the files that they changed. */
const filesOfDays = (repo: RepoOf, days: readonly number[]): SqlFragment => fragment`
  SELECT path, sha FROM file_changes WHERE ${ofRepo(repo)} AND sha IN (${commitsOfDays(repo, days)})`;

const fileRow = z.object({ path: z.string(), sha: z.string() });

/** What commits of these days wrote, and what they changed, deleted or moved of others. */
export function findTouchedFiles(clickHouse: ClickHouse, repo: RepoOf, days: readonly number[], most: number) {
  const files = filesOfDays(repo, days);
  const { sql, params } = fragment`
    SELECT path, sha FROM (
      ${files}
      UNION ALL
      SELECT born_path, assumeNotNull(born_sha) FROM line_changes
      WHERE ${ofRepo(repo)} AND (path, sha) IN (${files}) AND born_sha IS NOT NULL
      UNION ALL
      SELECT path, born_sha FROM unrecorded_ends WHERE ${ofRepo(repo)} AND sha IN (${commitsOfDays(repo, days)}))
    GROUP BY path, sha ORDER BY path, sha LIMIT ${bound('most', 'UInt32', most)}`;
  return clickHouse.query({ name: 'touched_files', sql, params, row: fileRow, settings: SETTINGS });
}

/** What ends a line or takes it elsewhere, from the changes of some files or days. */
async function storeEnds(clickHouse: ClickHouse, repo: RepoOf, which: SqlFragment): Promise<void> {
  const { sql, params } = fragment`
    INSERT INTO line_ends (entity_id, repo_id, path, sha, line, end_sha, end_path, is_end, ended_at, version)
    SELECT entity_id, repo_id, born_path, assumeNotNull(born_sha), assumeNotNull(born_line), sha, path,
      operation IN ('chg', 'del', 'find_replace'), authored_at, version
    FROM line_changes FINAL
    WHERE ${ofRepo(repo)} AND ${which} AND born_sha IS NOT NULL AND born_line IS NOT NULL
      AND (operation IN ('chg', 'del', 'find_replace') OR (operation IN ('move', 'noop') AND line_after IS NOT NULL))`;
  await clickHouse.command(sql, { params, settings: SETTINGS });
}

/** What ended without a changed line, or was kept: that has no path it is taken to. */
async function storeUnrecordedEnds(clickHouse: ClickHouse, repo: RepoOf, which: SqlFragment): Promise<void> {
  const { sql, params } = fragment`
    INSERT INTO line_ends (entity_id, repo_id, path, sha, line, end_sha, end_path, is_end, ended_at, version)
    SELECT entity_id, repo_id, path, born_sha, arrayJoin(arrayFlatten(arrayMap(at -> range(lines[2 * at + 1], lines[2 * at + 1] + lines[2 * at + 2]),
      range(intDiv(length(lines), 2))))), unrecorded_ends.sha, '', NOT kept, ended_at, version
    FROM unrecorded_ends FINAL
    WHERE ${ofRepo(repo)} AND ${which}`;
  await clickHouse.command(sql, { params, settings: SETTINGS });
}

export async function storeEndsOfDays(clickHouse: ClickHouse, repo: RepoOf, days: readonly number[]): Promise<void> {
  await storeEnds(clickHouse, repo, fragment`(path, sha) IN (${filesOfDays(repo, days)})`);
  await storeUnrecordedEnds(clickHouse, repo, fragment`sha IN (${commitsOfDays(repo, days)})`);
}

export async function storeEndsOfPaths(clickHouse: ClickHouse, repo: RepoOf, range: PathRange): Promise<void> {
  await storeEnds(clickHouse, repo, inRange(range));
  await storeUnrecordedEnds(clickHouse, repo, inRange(range));
}

/** Those of the default branch. */
const onBranch = (repo: RepoOf, columns: string): SqlFragment => fragment`
  SELECT ${columns} FROM commit_scores FINAL
  WHERE ${ofRepo(repo)} AND score_version = 0 AND presence = 'existent' AND on_default_branch`;

const KEYS = `path, sha, place, is_new, ai_authored, evidence_tier, evidence_inherited, ai_tool, ai_model`;
const dayOf = (time: string): string => `toUInt16(greatest(least(toInt32(toDate32(${time})), 65535), 0))`;

/** Of each written line: what it was written as, when it ended (null: it lives), and where it stands. */
const livesOf = (repo: RepoOf, which: SqlFragment): SqlFragment => fragment`
  SELECT written.path AS path, written.sha AS sha, if(gone.place = written.path, '', gone.place) AS place, written.is_new AS is_new,
    written.ai_authored AS ai_authored, written.evidence_tier AS evidence_tier, written.evidence_inherited AS evidence_inherited,
    written.ai_tool AS ai_tool, written.ai_model AS ai_model, author.line_records AS line_records, ${dayOf('author.authored_at')} AS born_on,
    written.committer_id AS committer_id, toString(written.category) AS category, toString(written.language) AS language,
    toUInt32(1) AS number, gone.has_ended AS has_ended, ${dayOf('gone.ended_at')} AS ended_day
  FROM (
    SELECT path, sha, assumeNotNull(line_after) AS line, operation IN ('add', 'copy') AS is_new, ai_authored, evidence_tier, evidence_inherited,
      ai_tool, ai_model, committer_id, category, language
    FROM line_changes FINAL
    WHERE ${ofRepo(repo)} AND ${which} AND operation IN ('add', 'copy', 'chg', 'find_replace') AND line_after IS NOT NULL AND scored
  ) AS written
  INNER JOIN (${onBranch(repo, 'sha, authored_at, line_records')} AND NOT is_merge) AS author ON author.sha = written.sha
  LEFT JOIN (
    SELECT path, sha, line, maxOrNullIf(line_ends.ended_at, NOT is_end AND end_path = '') AS kept_at,
      arrayFilter(at -> kept_at IS NULL OR at > kept_at, groupArrayIf(line_ends.ended_at, is_end)) AS ends,
      notEmpty(ends) AS has_ended, arrayMin(ends) AS ended_at,
      argMaxIf(end_path, (line_ends.ended_at, end_sha), NOT is_end AND end_path != '') AS place
    FROM line_ends FINAL
    WHERE ${ofRepo(repo)} AND ${which} AND end_sha IN (${onBranch(repo, 'sha')})
    GROUP BY path, sha, line
  ) AS gone ON gone.path = written.path AND gone.sha = written.sha AND gone.line = written.line`;

/** Counts the lives of lines anew. A repeat writes the same; the newest version counts, and what is no more has no lines. */
async function storeLives(clickHouse: ClickHouse, repo: RepoOf, which: SqlFragment, version: number): Promise<void> {
  const { sql, params } = fragment`
    INSERT INTO line_lives (entity_id, repo_id, ${KEYS}, line_records, born_on, committer_id, category, language, lines, ended_on, ended, version)
    SELECT ${bound('entity_id', 'UInt64', repo.entityId)}, ${bound('repo_id', 'UInt64', repo.repoId)}, ${KEYS}, max(line_records), max(born_on),
      max(committer_id), max(category), max(language), sum(number),
      CAST(sumMapIf([ended_day], [toUInt32(1)], has_ended) AS ends, 'Tuple(Array(UInt16), Array(UInt32))').1,
      CAST(ends, 'Tuple(Array(UInt16), Array(UInt32))').2, ${bound('version', 'UInt64', version)}
    FROM (
      ${livesOf(repo, which)}
      UNION ALL
      SELECT ${KEYS}, line_records, born_on, committer_id, toString(line_lives.category) AS category, toString(line_lives.language) AS language,
        toUInt32(0) AS number, toUInt8(0) AS has_ended, toUInt16(0) AS ended_day
      FROM line_lives FINAL WHERE ${ofRepo(repo)} AND ${which} AND lines > 0
    )
    GROUP BY ${KEYS}`;
  await clickHouse.command(sql, { params, settings: SETTINGS });
}

export const storeLivesOfPaths = (clickHouse: ClickHouse, repo: RepoOf, range: PathRange, version: number) =>
  storeLives(clickHouse, repo, inRange(range), version);

export const storeLivesOfFiles = (
  clickHouse: ClickHouse,
  repo: RepoOf,
  files: readonly WrittenFile[],
  version: number,
) => storeLives(clickHouse, repo, among(files), version);
