import { copiesInScope } from '../segments/copied-commits.ts';
import { dayNumber, IN_REPOS, isPerson, OF_ENTITY, personOf, UNTIL } from '../segments/segment-view.ts';
import { joinTemplates, type SqlTemplate, template, templateParam } from '../store/sql.ts';
import { HAS_RECORDS, IS_AI, IS_NEW, WORD_COLUMNS, type WordColumn } from './life-columns.ts';

/** Lines of the scope and its people that were written in the range, each change once. */
const WRITTEN_IN_RANGE = template`${OF_ENTITY} AND ${IN_REPOS} AND ${isPerson('committer_id')} AND lines > 0
  AND born_on >= ${dayNumber('from_ms')} AND born_on < ${dayNumber('until_ms')}
  AND (repo_id, sha) NOT IN (${copiesInScope('true')})`;

const wordPlace = (column: WordColumn): SqlTemplate =>
  template`toUInt16(indexOf(${templateParam(`words_of_${column}`, 'Array(String)')}, toString(${column})))`;

/** How long the lines of the scope live, in the order in which `decodeLives` reads it: words by their places in the lists given. */
export const LIVES = template`
SELECT cityHash64(repo_id, sha), repo_id, committer_id, born_on, toUInt8(${IS_NEW} * is_new + ${IS_AI} * ai_authored + ${HAS_RECORDS} * line_records),
  ${joinTemplates(WORD_COLUMNS.map(wordPlace), ', ')}, lines, ended_on, ended
FROM line_lives FINAL
WHERE ${WRITTEN_IN_RANGE}`;

/** The words of all lives of the entity, and how many there are; without FINAL, since an outdated version only adds some. */
export const LIFE_WORDS = template`
SELECT ${joinTemplates(
  WORD_COLUMNS.map((column) => template`groupUniqArray(toString(${column})) AS ${column}`),
  ', ',
)}, count() AS row_count, sum(length(ended_on)) AS end_count
FROM line_lives WHERE ${OF_ENTITY}`;

/** The day of each repo's newest commit on the default branch: lines that live were last seen then. */
export const LAST_DAYS = template`
SELECT repo_id, toInt32(max(day)) AS day FROM daily_scores FINAL
WHERE ${OF_ENTITY} AND score_version = 0 AND commits > 0 GROUP BY repo_id`;

/** People with AI usage in the range. */
export const PEOPLE_WITH_USAGE = template`
SELECT DISTINCT committer_id FROM ai_usage FINAL
WHERE ${OF_ENTITY} AND ${isPerson('committer_id')}
  AND toInt32(toDate32(date)) >= ${dayNumber('from_ms')} AND toInt32(toDate32(date)) < ${dayNumber('until_ms')}`;

const RENAMED = template`
  SELECT repo_id, path_before, path, toInt32(toDate32(committed_at)) AS day, committed_at
  FROM file_changes FINAL
  WHERE ${OF_ENTITY} AND ${IN_REPOS} AND status = 'renamed' AND path != path_before AND committed_at < ${UNTIL}`;

/** Names that files were given, in the order of time, up to the day asked. */
export const RENAMES = template`
SELECT repo_id, path_before, path, day FROM (${RENAMED}) ORDER BY committed_at, path_before`;

const LAST_DAY = template`(${dayNumber('until_ms')} - 1)`;
/** Lines of a file that were changed or deleted are counted this far back. */
const CHANGED_DAYS = 90;
const CHANGED_SINCE = template`(${LAST_DAY} - ${CHANGED_DAYS - 1})`;

/** Lines of a row that ended between two days, both included. */
const endedWithin = (from: SqlTemplate | string, to: SqlTemplate): SqlTemplate =>
  template`toInt64(arraySum(arrayMap((count, day) -> if(day >= ${from} AND day <= ${to}, count, 0), ended, ended_on)))`;

/**
 * Lines that live at the end of the day before `until`, by the file they stand in and who wrote them. Where a file of that name was given
 * another one, the day of writing tells which of the two they are in. And the lines that ended in it of late.
 */
export const LIVING_LINES = template`
SELECT repo_id, file, committer, since, sum(living) AS lines, sumIf(living, ai_authored) AS ai_lines, sumIf(living, line_records) AS recorded_lines,
  sum(ended_lately) AS ended_lines
FROM (
  SELECT repo_id, if(place = '', line_lives.path, place) AS file, ${personOf('committer_id')} AS committer, ai_authored, line_records,
    if((repo_id, file) IN (SELECT repo_id, path_before FROM (${RENAMED})), toInt32(born_on), 0) AS since,
    toInt64(line_lives.lines) - ${endedWithin('0', LAST_DAY)} AS living, ${endedWithin(CHANGED_SINCE, LAST_DAY)} AS ended_lately
  FROM line_lives FINAL
  WHERE ${WRITTEN_IN_RANGE}
)
GROUP BY repo_id, file, committer, since
HAVING lines > 0 OR ended_lines > 0`;

/** The last day on which each person committed, up to the day asked. */
export const LAST_COMMITS = template`
SELECT ${personOf('committer_id')} AS committer, toInt32(max(day)) AS last_day FROM daily_scores FINAL
WHERE ${OF_ENTITY} AND score_version = 0 AND commits > 0 AND ${isPerson('committer_id')} AND toInt32(day) < ${dayNumber('until_ms')}
GROUP BY committer`;
