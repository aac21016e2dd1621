/** What a day's commits are summed up by, apart from who, where and when: each with its SQL over a row of `commit_scores`. */
export const OPERATIONS = ['add', 'chg', 'del', 'move', 'copy', 'find_replace', 'noop'] as const;
export const CATEGORIES = ['code', 'test', 'markup', 'style', 'config', 'documentation', 'data'] as const;
export const PROVENANCES = ['new_code', 'under_2_weeks', 'under_1_month', 'under_1_year', 'over_1_year'] as const;

type Lines = `lines_${(typeof OPERATIONS)[number] | (typeof PROVENANCES)[number]}`;
type Deltas = `delta_${(typeof OPERATIONS)[number] | (typeof CATEGORIES)[number]}`;
type AiLines = `ai_lines_${(typeof OPERATIONS)[number]}`;

const COUNTS = ['lines', 'lines_added', 'churn_lines', 'duplicate_lines', 'ai_lines', 'connective_calls'] as const;
const AMOUNTS = ['delta', 'ai_delta', 'old_code_delta'] as const;

export type DailyColumn =
  | 'commits'
  | 'ai_commits'
  | 'recorded_lines'
  | (typeof COUNTS)[number]
  | (typeof AMOUNTS)[number]
  | Lines
  | Deltas
  | AiLines;

/** Maps of commits that segments are broken down by, with their keys, each of which is a column of a day. */
export const DAILY_MAPS = {
  lines_by_operation: { keys: OPERATIONS, prefix: 'lines' },
  delta_by_operation: { keys: OPERATIONS, prefix: 'delta' },
  delta_by_category: { keys: CATEGORIES, prefix: 'delta' },
  lines_by_provenance: { keys: PROVENANCES, prefix: 'lines' },
} as const satisfies Record<string, { keys: readonly string[]; prefix: 'lines' | 'delta' }>;

export type DailyMap = keyof typeof DAILY_MAPS;
export const isDailyMap = (name: string): name is DailyMap => Object.hasOwn(DAILY_MAPS, name);

const elements = (map: string, prefix: string, keys: readonly string[]): [string, string][] =>
  keys.map((key) => [`${prefix}_${key}`, `${map}['${key}']`]);

/** The cast is safe: the entries are those of the type. */
export const DAILY_COLUMNS = Object.fromEntries([
  ['commits', 'toUInt32(1)'],
  ['ai_commits', 'toUInt32(ai_lines > 0)'],
  ['recorded_lines', 'if(line_records, lines, 0)'],
  ...[...COUNTS, ...AMOUNTS].map((name) => [name, name]),
  ...Object.entries(DAILY_MAPS).flatMap(([map, { prefix, keys }]) => elements(map, prefix, keys)),
  ...elements('ai_lines_by_operation', 'ai_lines', OPERATIONS),
]) as Record<DailyColumn, string>;

export const DAILY_COLUMN_NAMES = Object.keys(DAILY_COLUMNS) as DailyColumn[];

export const isDailyColumn = (name: string): name is DailyColumn => Object.hasOwn(DAILY_COLUMNS, name);

/** Diff Delta has six decimals, and is summed up exactly; all else is counted. */
export const isAmount = (name: string): boolean => name.includes('delta');

/** As formulas are shown to readers, over the columns of a commit. */
export const overCommits = (sql: string): string =>
  sql
    .replace('sum(commits)', 'count()')
    .replace('sum(ai_commits)', 'countIf(ai_lines > 0)')
    .replace(/\b\w+\b/g, (name) => (isDailyColumn(name) && name !== 'commits' ? DAILY_COLUMNS[name] : name));
