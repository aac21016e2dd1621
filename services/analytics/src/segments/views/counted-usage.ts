import { FIGURE_GROUPS, SAME_TOOL, USAGE_PRECEDENCE } from '../../domain/usage-precedence.ts';
import { joinTemplates, type SqlTemplate, type TemplatePart, template } from '../../store/sql.ts';
import { OF_ENTITY, personOf } from '../segment-view.ts';

const quoted = (texts: readonly string[]): string => `[${texts.map((text) => `'${text}'`).join(', ')}]`;

const TOOL = `transform(provider, ${quoted(Object.keys(SAME_TOOL))}, ${quoted(Object.values(SAME_TOOL))}, toString(provider))`;

const vendorFirst = Object.entries(USAGE_PRECEDENCE)
  .filter(([, [first]]) => first === '')
  .map(([tool]) => tool);

/** Smaller counts first. */
const RANK = `multiIf(source = '', 1, has(${quoted(vendorFirst)}, usage_tool), 2, 0)`;
const NONE = 9;

const groups = Object.entries(FIGURE_GROUPS);
const ranks = groups.map(
  ([group, figures]) => `min(if(${figures.join(' + ')} > 0, source_rank, ${NONE})) OVER same AS ${group}_rank`,
);
const replaced = groups.flatMap(([group, figures]) =>
  figures.map((figure) => `${figure} * (source_rank = ${group}_rank) AS ${figure}`),
);

/** Whether a row, after the others took what they count, still counts for something. */
export const COUNTS_SOMETHING = `(${groups.map(([group]) => `source_rank = ${group}_rank`).join(' OR ')})`;

/** Usage where several sources report it: of each figure of a person, tool and day, only what the strongest of them says. */
export const countedUsage = (during: TemplatePart): SqlTemplate => template`(
    SELECT * REPLACE(${replaced.join(', ')})
    FROM (
      SELECT *, ${TOOL} AS usage_tool, ${personOf('committer_id')} AS usage_person, ${RANK} AS source_rank, ${ranks.join(', ')}
      FROM ai_usage FINAL
      WHERE ${OF_ENTITY} AND ${during}
      WINDOW same AS (PARTITION BY date, usage_tool, usage_person, team_id)))`;

/** The rows of usage that count; where only one source reports any, as they are stored. */
export const usageRows = (severalSources: boolean, during: TemplatePart): SqlTemplate =>
  severalSources ? countedUsage(during) : joinTemplates(['ai_usage FINAL'], '');

/** A day on which a tool was used, whatever for. */
export const IS_USE =
  'lines_added + lines_deleted + prompted_suggest_count + prompted_accept_count + tab_suggest_count + tab_accept_count + input_tokens + output_tokens > 0';
