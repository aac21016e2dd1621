import { copiesInScope } from '../segments/copied-commits.ts';
import { param } from '../segments/params.ts';
import { IN_REPOS, isPerson, OF_ENTITY } from '../segments/segment-view.ts';
import { type SqlTemplate, template } from '../store/sql.ts';
import { lifeColumns } from './life-rows.ts';

/** Days counted from 1970, as milliseconds stand in the parameters. */
const dayNumber = (name: 'from_ms' | 'until_ms'): SqlTemplate => template`intDiv(${param(name)}, 86400000)`;

/** Lines of the scope and its people that were written in the range, each change once. */
const WRITTEN_IN_RANGE = template`${OF_ENTITY} AND ${IN_REPOS} AND ${isPerson('committer_id')} AND lines > 0
  AND born_on >= ${dayNumber('from_ms')} AND born_on < ${dayNumber('until_ms')}
  AND (repo_id, sha) NOT IN (${copiesInScope('true')})`;

/** How long the lines of the scope live; `word` is a column that they are grouped by, or an empty text. */
export const livesStatement = (word: string): SqlTemplate => template`
SELECT ${lifeColumns(word)}
FROM line_lives FINAL
WHERE ${WRITTEN_IN_RANGE}`;

/** The day of each repo's newest commit on the default branch: lines that live were last seen then. */
export const LAST_DAYS = template`
SELECT repo_id, toInt32(max(day)) AS day FROM daily_scores FINAL
WHERE ${OF_ENTITY} AND score_version = 0 AND commits > 0 GROUP BY repo_id`;

/** People with AI usage in the range. */
export const PEOPLE_WITH_USAGE = template`
SELECT DISTINCT committer_id FROM ai_usage FINAL
WHERE ${OF_ENTITY} AND ${isPerson('committer_id')}
  AND toInt32(toDate32(date)) >= ${dayNumber('from_ms')} AND toInt32(toDate32(date)) < ${dayNumber('until_ms')}`;
