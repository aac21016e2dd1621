import { template } from '../../store/sql.ts';
import { copiesInScope } from '../copied-commits.ts';
import { dayNumber, defineView, IN_REPOS, isPerson, OF_ENTITY, personOf } from '../segment-view.ts';

/** The age that a line has to reach. */
const DAYS = 90;

/** Lines added, on the day on which they are so old, and those of them that have not been changed or deleted before. */
export const agedLines = defineView({
  name: 'aged_lines',
  counts:
    'Lines added by non-merge commits of the default branch by processed committers, on the day on which they are 90 days old, by UTC days of authored time; those of a commit applied twice count once within the scope asked, and live as long as they stand by either.',
  hasCommitter: true,
  hasRepo: true,
  records: 'commits',
  columns: ['sha', 'lines', 'lived', 'ai_lines', 'ai_lived'],
  sql: () => template`
  SELECT toDateTime64(toDate32(toInt32(born_on) + ${String(DAYS)}), 3, 'UTC') AS at, repo_id, toString(sha) AS sha, ${personOf('committer_id')} AS committer, toInt64(line_lives.lines) AS lines,
    lines - toInt64(arraySum(arrayMap((count, day) -> if(day < born_on + ${String(DAYS)}, count, 0), ended, ended_on))) AS lived,
    if(ai_authored, lines, 0) AS ai_lines, if(ai_authored, lived, 0) AS ai_lived
  FROM line_lives FINAL
  WHERE ${OF_ENTITY} AND ${IN_REPOS} AND ${isPerson('committer_id')} AND is_new AND line_lives.lines > 0
    AND born_on + ${String(DAYS)} >= ${dayNumber('from_ms')} AND born_on + ${String(DAYS)} < ${dayNumber('until_ms')}
    AND (repo_id, line_lives.sha) NOT IN (${copiesInScope('true')})`,
});
