import type { ClickHouse } from '@linescope/chassis/clickhouse/clickhouse';
import { z } from 'zod';
import { type CopiesOfCommits, copiesKey, findCopies, sharedEnds } from './copied-lives.ts';
import { repoDayKey, repoDayOf } from './repo-days.ts';
import { bound, fragment, type SqlFragment } from './sql.ts';

/** Repos of an entity that are derived together: a statement takes as long to be planned for one line as for many. */
export interface ReposOf {
  entityId: number;
  repoIds: readonly number[];
}

/** Files in the order of the table, from one to another, both included. */
export interface PathRange {
  from: string;
  to: string;
}

/** What a commit wrote in a file. */
export interface WrittenFile {
  repoId: number;
  path: string;
  sha: string;
}

/** Counted from 1970. */
export interface ChangedRepo {
  repoId: number;
  days: readonly number[];
}

const SETTINGS = { do_not_merge_across_partitions_select_final: 1, max_execution_time: 300 };

const ofRepos = ({ entityId, repoIds }: ReposOf): SqlFragment =>
  fragment`entity_id = ${bound('entity_id', 'UInt64', entityId)} AND repo_id IN ${bound('repo_ids', 'Array(UInt64)', repoIds)}`;

/** Null: all files. */
const inRange = (range: PathRange | null): SqlFragment =>
  range
    ? fragment`path >= ${bound('from_path', 'String', range.from)} AND path <= ${bound('to_path', 'String', range.to)}`
    : fragment`true`;

const among = (files: readonly WrittenFile[], name = 'file'): SqlFragment =>
  fragment`(repo_id, path, sha) IN (SELECT file.1, file.2, toFixedString(file.3, 40) FROM (
    SELECT arrayJoin(arrayZip(${bound(
      `${name}_repos`,
      'Array(UInt64)',
      files.map(({ repoId }) => repoId),
    )}, ${bound(
      `${name}_paths`,
      'Array(String)',
      files.map(({ path }) => path),
    )}, ${bound(
      `${name}_shas`,
      'Array(String)',
      files.map(({ sha }) => sha),
    )})) AS file))`;

const changedRow = z
  .object({ repo_id: z.number(), days: z.array(z.number()) })
  .transform(({ repo_id: repoId, days }): ChangedRepo => ({ repoId, days }));

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

const sizeRow = z
  .object({ repo_id: z.number(), lines: z.number() })
  .transform(({ repo_id, lines }): [number, number] => [repo_id, lines]);

/** How many lines were changed in each of the repos. */
export async function readSizes(clickHouse: ClickHouse, repos: ReposOf): Promise<Map<number, number>> {
  const { sql, params } = fragment`
    SELECT repo_id, sum(lines_added + lines_deleted) AS lines FROM file_changes WHERE ${ofRepos(repos)} GROUP BY repo_id`;
  return new Map(await clickHouse.query({ name: 'lines_of_repos', sql, params, row: sizeRow }));
}

const inputsRow = z
  .object({ repo_id: z.number(), inputs: z.string() })
  .transform(({ repo_id, inputs }): [number, string] => [repo_id, inputs]);

/** A number for all rows that the lives of each repo are derived from: where it is the same as before, so are they. */
export async function readInputs(clickHouse: ClickHouse, repos: ReposOf): Promise<Map<number, string>> {
  const hashes = (table: string, key: string, where = '') =>
    fragment`SELECT repo_id, sum(cityHash64(${key}, version)) AS hashes FROM ${table} WHERE ${ofRepos(repos)}${where} GROUP BY repo_id`;
  const { sql, params } = fragment`
    SELECT repo_id, toString(sum(hashes)) AS inputs FROM (
      ${hashes('commit_scores', `'score', sha`, ' AND score_version = 0')}
      UNION ALL ${hashes('line_changes', `'line', path, sha, hunk, hunk_line`)}
      UNION ALL ${hashes('unrecorded_ends', `'end', path, born_sha, sha, kept`)})
    GROUP BY repo_id`;
  return new Map(await clickHouse.query({ name: 'inputs_of_lives', sql, params, row: inputsRow, settings: SETTINGS }));
}

const rangeRow = z.object({ path: z.string(), lines: z.number() });

/** The files of a repo in order, with how many of their lines were changed. */
export function readPaths(clickHouse: ClickHouse, { entityId, repoId }: { entityId: number; repoId: number }) {
  const { sql, params } = fragment`
    SELECT path, sum(lines_added + lines_deleted) AS lines FROM file_changes
    WHERE ${ofRepos({ entityId, repoIds: [repoId] })} GROUP BY path ORDER BY path`;
  return clickHouse.query({ name: 'paths_of_lives', sql, params, row: rangeRow });
}

const keysOf = (changed: readonly ChangedRepo[]): number[] =>
  changed.flatMap(({ repoId, days }) => days.map((day) => repoDayKey({ repoId, day })));

export const reposOf = (entityId: number, changed: readonly ChangedRepo[]): ReposOf => ({
  entityId,
  repoIds: changed.map(({ repoId }) => repoId),
});

const commitsOfDays = (entityId: number, changed: readonly ChangedRepo[]): SqlFragment => fragment`
  SELECT repo_id, sha FROM commit_scores
  WHERE ${ofRepos(reposOf(entityId, changed))}
    AND ${repoDayOf('toDate32(authored_at)')} IN ${bound('repo_days', 'Array(Int64)', keysOf(changed))}`;

/** Commits of some days; the files that they changed. */
const filesOfDays = (entityId: number, changed: readonly ChangedRepo[]): SqlFragment => fragment`
  SELECT repo_id, path, sha FROM file_changes
  WHERE ${ofRepos(reposOf(entityId, changed))} AND (repo_id, sha) IN (${commitsOfDays(entityId, changed)})`;

const fileRow = z
  .object({ repo_id: z.number(), path: z.string(), sha: z.string() })
  .transform(({ repo_id: repoId, ...file }): WrittenFile => ({ repoId, ...file }));

/** What commits of these days wrote, and what they changed, deleted or moved of others. */
export function findTouchedFiles(
  clickHouse: ClickHouse,
  entityId: number,
  changed: readonly ChangedRepo[],
  most: number,
): Promise<WrittenFile[]> {
  const repos = ofRepos(reposOf(entityId, changed));
  const files = filesOfDays(entityId, changed);
  const { sql, params } = fragment`
    SELECT repo_id, path, sha FROM (
      ${files}
      UNION ALL
      SELECT repo_id, born_path, assumeNotNull(born_sha) FROM line_changes
      WHERE ${repos} AND (repo_id, path, sha) IN (${files}) AND born_sha IS NOT NULL
      UNION ALL
      SELECT repo_id, path, born_sha FROM unrecorded_ends WHERE ${repos} AND (repo_id, sha) IN (${commitsOfDays(entityId, changed)}))
    GROUP BY repo_id, path, sha ORDER BY repo_id, path, sha LIMIT ${bound('most', 'UInt32', most)}`;
  return clickHouse.query({ name: 'touched_files', sql, params, row: fileRow, settings: SETTINGS });
}

/** What ends a line or takes it elsewhere, from the changes of some files or days. */
async function storeEnds(clickHouse: ClickHouse, repos: ReposOf, which: SqlFragment): Promise<void> {
  const { sql, params } = fragment`
    INSERT INTO line_ends (entity_id, repo_id, path, sha, line, end_sha, end_path, is_end, ended_at, version)
    SELECT entity_id, repo_id, born_path, assumeNotNull(born_sha), assumeNotNull(born_line), sha, path,
      operation IN ('chg', 'del', 'find_replace'), authored_at, version
    FROM line_changes FINAL
    WHERE ${ofRepos(repos)} AND ${which} AND born_sha IS NOT NULL AND born_line IS NOT NULL
      AND (operation IN ('chg', 'del', 'find_replace') OR (operation IN ('move', 'noop') AND line_after IS NOT NULL))`;
  await clickHouse.command(sql, { params, settings: SETTINGS });
}

/** What ended without a changed line, or was kept: that has no path it is taken to. */
async function storeUnrecordedEnds(clickHouse: ClickHouse, repos: ReposOf, which: SqlFragment): Promise<void> {
  const { sql, params } = fragment`
    INSERT INTO line_ends (entity_id, repo_id, path, sha, line, end_sha, end_path, is_end, ended_at, version)
    SELECT entity_id, repo_id, path, born_sha, arrayJoin(arrayFlatten(arrayMap(at -> range(lines[2 * at + 1], lines[2 * at + 1] + lines[2 * at + 2]),
      range(intDiv(length(lines), 2))))), unrecorded_ends.sha, '', NOT kept, ended_at, version
    FROM unrecorded_ends FINAL
    WHERE ${ofRepos(repos)} AND ${which}`;
  await clickHouse.command(sql, { params, settings: SETTINGS });
}

export async function storeEndsOfDays(
  clickHouse: ClickHouse,
  entityId: number,
  changed: readonly ChangedRepo[],
): Promise<void> {
  const repos = reposOf(entityId, changed);
  await storeEnds(clickHouse, repos, fragment`(repo_id, path, sha) IN (${filesOfDays(entityId, changed)})`);
  await storeUnrecordedEnds(clickHouse, repos, fragment`(repo_id, sha) IN (${commitsOfDays(entityId, changed)})`);
}

export async function storeEndsOfPaths(clickHouse: ClickHouse, repos: ReposOf, range: PathRange | null): Promise<void> {
  await storeEnds(clickHouse, repos, inRange(range));
  await storeUnrecordedEnds(clickHouse, repos, inRange(range));
}

/** Those of the default branch. */
const onBranch = (repos: ReposOf, columns: string): SqlFragment => fragment`
  SELECT ${columns} FROM commit_scores FINAL
  WHERE ${ofRepos(repos)} AND score_version = 0 AND presence = 'existent' AND on_default_branch`;

const EVIDENCE = ['is_new', 'ai_authored', 'evidence_tier', 'evidence_inherited', 'ai_tool', 'ai_model'].join(', ');
const KEYS = `entity_id, repo_id, path, sha, place, ${EVIDENCE}`;
const ABOUT = 'line_records, born_on, committer_id, category, language';
const dayOf = (time: string): string => `toUInt16(greatest(least(toInt32(toDate32(${time})), 65535), 0))`;

/** Of each line that a commit of the default branch changed, took elsewhere or kept: whether and when it ended, and where it stands. */
const endsOfLines = (repos: ReposOf, which: SqlFragment): SqlFragment => fragment`
      SELECT repo_id, path, sha, line, maxOrNullIf(line_ends.ended_at, NOT is_end AND end_path = '') AS kept_at,
        arrayFilter(at -> kept_at IS NULL OR at > kept_at, groupArrayIf(line_ends.ended_at, is_end)) AS ends,
        notEmpty(ends) AS has_ended, arrayMin(ends) AS ended_at,
        has(groupArrayIf(line_ends.ended_at, is_end AND end_path = ''), ended_at) AS is_dropped,
        argMaxIf(end_path, (line_ends.ended_at, end_sha), NOT is_end AND end_path != '') AS place
      FROM line_ends FINAL
      WHERE ${ofRepos(repos)} AND ${which} AND (repo_id, end_sha) IN (${onBranch(repos, 'repo_id, sha')})
      GROUP BY repo_id, path, sha, line`;

const OWN_END = { has_ended: 'own.has_ended', ended_at: 'own.ended_at', place: 'own.place' };
const LONGEST_END = {
  has_ended: 'if(shared.is_shared, shared.longest.1, own.has_ended)',
  ended_at: 'if(shared.is_shared, shared.longest.2, own.ended_at)',
  place: 'if(shared.is_shared, shared.longest.3, own.place)',
};

/**
 * Lines to count, and those of all commits that make the same change as theirs; null where there are none, which spares the
 * statement.
 */
interface CountedLines {
  which: SqlFragment;
  copies: SqlFragment | null;
}

/** Of the lines that were written: how many, and on which days they ended (or live) where they stand now. */
async function storeCounts(
  clickHouse: ClickHouse,
  repos: ReposOf,
  { which, copies }: CountedLines,
  version: number,
): Promise<void> {
  const { has_ended, ended_at, place } = copies ? LONGEST_END : OWN_END;
  const shared = copies
    ? fragment`LEFT JOIN (${sharedEnds(ofRepos(repos), copies, (some) => endsOfLines(repos, some))}) AS shared
        ON shared.repo_id = written.repo_id AND shared.path = written.path AND shared.sha = written.sha AND shared.line = written.line`
    : fragment``;
  const { sql, params } = fragment`
    INSERT INTO line_lives (${KEYS}, ${ABOUT}, lines, ended_on, ended, version)
    SELECT ${bound('entity_id', 'UInt64', repos.entityId)}, written.repo_id, written.path, written.sha,
      if(${place} = written.path, '', ${place}) AS moved_to, ${EVIDENCE}, max(author.line_records), max(${dayOf('author.authored_at')}),
      max(written.committer_id), max(toString(written.category)), max(toString(written.language)), toUInt32(count()),
      CAST(sumMapIf([${dayOf(ended_at)}], [toUInt32(1)], ${has_ended}) AS ends, 'Tuple(Array(UInt16), Array(UInt32))').1,
      CAST(ends, 'Tuple(Array(UInt16), Array(UInt32))').2, ${bound('version', 'UInt64', version)}
    FROM (
      SELECT repo_id, path, sha, assumeNotNull(line_after) AS line, operation IN ('add', 'copy') AS is_new, ai_authored, evidence_tier,
        evidence_inherited, ai_tool, ai_model, committer_id, category, language
      FROM line_changes FINAL
      WHERE ${ofRepos(repos)} AND ${which} AND operation IN ('add', 'copy', 'chg', 'find_replace') AND line_after IS NOT NULL AND scored
    ) AS written
    INNER JOIN (${onBranch(repos, 'repo_id, sha, authored_at, line_records')} AND NOT is_merge) AS author
      ON author.repo_id = written.repo_id AND author.sha = written.sha
    LEFT JOIN (${endsOfLines(repos, which)}) AS own
      ON own.repo_id = written.repo_id AND own.path = written.path AND own.sha = written.sha AND own.line = written.line
    ${shared}
    GROUP BY written.repo_id, written.path, written.sha, moved_to, ${EVIDENCE}`;
  await clickHouse.command(sql, { params, settings: SETTINGS });
}

/** What was counted before and not now is no more: it has no lines. */
async function clearOthers(clickHouse: ClickHouse, repos: ReposOf, which: SqlFragment, version: number): Promise<void> {
  const { sql, params } = fragment`
    INSERT INTO line_lives (${KEYS}, ${ABOUT}, version)
    SELECT ${KEYS}, ${ABOUT}, ${bound('version', 'UInt64', version)}
    FROM line_lives FINAL WHERE ${ofRepos(repos)} AND ${which} AND lines > 0 AND version < ${bound('version', 'UInt64', version)}`;
  await clickHouse.command(sql, { params, settings: SETTINGS });
}

/** Counts the lives of lines anew. A repeat writes the same; the newest version counts. */
async function storeLives(clickHouse: ClickHouse, repos: ReposOf, lines: CountedLines, version: number): Promise<void> {
  await storeCounts(clickHouse, repos, lines, version);
  await clearOthers(clickHouse, repos, lines.which, version);
}

/** `copies`: of all commits of the repos; those of a file wrote in a file of that name. */
export function storeLivesOfPaths(
  clickHouse: ClickHouse,
  repos: ReposOf,
  range: PathRange | null,
  copies: CopiesOfCommits,
  version: number,
): Promise<void> {
  const which = inRange(range);
  return storeLives(clickHouse, repos, { which, copies: copies.size > 0 ? which : null }, version);
}

export function storeLivesOfFiles(
  clickHouse: ClickHouse,
  repos: ReposOf,
  files: readonly WrittenFile[],
  copies: CopiesOfCommits,
  version: number,
): Promise<void> {
  const copied = withCopies(
    files.filter(({ repoId, sha }) => copies.has(copiesKey(repoId, sha))),
    copies,
  );
  const lines = { which: among(files), copies: copied.length > 0 ? among(copied, 'copied') : null };
  return storeLives(clickHouse, repos, lines, version);
}

/** These, and what the copies of their commits wrote in the same files. */
export function withCopies(files: readonly WrittenFile[], copies: CopiesOfCommits): WrittenFile[] {
  const all = new Map<string, WrittenFile>();
  for (const { repoId, path, sha } of files)
    for (const same of copies.get(copiesKey(repoId, sha)) ?? [sha])
      all.set(`${repoId} ${same} ${path}`, { repoId, path, sha: same });
  return [...all.values()];
}

export const findCopiesOf = (clickHouse: ClickHouse, repos: ReposOf): Promise<CopiesOfCommits> =>
  findCopies(clickHouse, ofRepos(repos));
