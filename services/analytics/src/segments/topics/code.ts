import { template } from '../../store/sql.ts';
import { formula, per, percent, perMil } from '../formula.ts';
import { AMOUNT, count, daysOff, distinct, sum } from '../measure.ts';
import type { Segment } from '../segment.ts';
import { codingMinutes, commits } from '../views/commit-views.ts';
import { issueCommits } from '../views/issue-commit-views.ts';
import { mergedPullRequests } from '../views/pull-request-views.ts';

const { columns } = commits;

const delta = sum(commits, 'delta');
const lines = sum(commits, 'lines');
const committers = distinct(commits, 'committer');
const copied = sum(commits, 'lines_copy');
const meaningful = sum(commits, template`${columns.lines} - ${columns.lines_noop}`);
const churned = sum(commits, 'churn_lines');
const written = sum(commits, template`${columns.lines_added} + ${columns.lines_chg}`);
const explained = sum(commits, template`${columns.delta_documentation} + ${columns.delta_test}`);

const { columns: tied } = issueCommits;

export const codeSegments: Segment[] = [
  {
    segment: 'none',
    title: 'Diff Delta',
    description: 'Diff Delta of the commits authored in the interval.',
    unit: 'delta',
    precision: 0,
    measures: { delta },
    y: 'delta',
  },
  {
    segment: 'diff_delta',
    title: 'Diff Delta',
    description: 'Diff Delta of the commits authored in the interval.',
    unit: 'delta',
    precision: 0,
    measures: { delta },
    y: 'delta',
  },
  {
    segment: 'delta_velocity',
    title: 'Delta velocity',
    description:
      'Diff Delta ÷ working days of the interval: Monday to Friday, less the entity’s holidays and the active committers’ mean time off.',
    unit: 'delta per day',
    precision: 1,
    measures: { delta, committers, off: daysOff(commits) },
    y: per('delta', formula`${'working_days'} - ${'off'} / ${'committers'}`),
    emptyIsZero: true,
  },
  {
    segment: 'diff_delta_per_committer',
    title: 'Diff Delta per committer',
    description: 'Diff Delta ÷ active committers.',
    unit: 'delta',
    precision: 0,
    measures: { delta, committers },
    y: per('delta', 'committers'),
  },
  {
    segment: 'documentation_delta',
    title: 'Documentation and test delta',
    description: 'Diff Delta of documentation and test files.',
    unit: 'delta',
    precision: 0,
    measures: { explained },
    y: 'explained',
  },
  {
    segment: 'commit_count',
    title: 'Commits',
    description: 'Commits that are no merges; a commit applied twice counts once.',
    unit: 'commits',
    precision: 0,
    measures: { commits: sum(commits, 'commits') },
    y: 'commits',
  },
  {
    segment: 'active_committer_in_week_count',
    title: 'Active committers a week',
    description: 'Distinct active committers of a week, those with at least one commit; weekly whatever the range.',
    unit: 'committers',
    precision: 0,
    measures: { committers },
    y: 'committers',
    interval: 'weekly',
  },
  {
    segment: 'active_committer_per_date_count',
    title: 'Active committers a day',
    description:
      'Mean over the days of the interval of distinct active committers, those with at least one commit on that day.',
    unit: 'committers',
    precision: 1,
    measures: { committer_days: distinct(commits, template`(toDate32(${columns.at}), ${columns.committer})`) },
    y: per('committer_days', 'days'),
    emptyIsZero: true,
  },
  {
    segment: 'operation',
    title: 'Diff Delta by operation',
    description: 'Diff Delta, a series for each line operation.',
    unit: 'delta',
    precision: 0,
    measures: { delta: sum(commits, AMOUNT) },
    y: 'delta',
    breakdown: { map: columns.delta_by_operation },
  },
  {
    segment: 'line_operation_counts',
    title: 'Changed lines by operation',
    description: 'Changed lines of files that score, a series for each line operation.',
    unit: 'lines',
    precision: 0,
    measures: { lines: sum(commits, AMOUNT) },
    y: 'lines',
    breakdown: { map: columns.lines_by_operation },
  },
  {
    segment: 'code_category',
    title: 'Diff Delta by file category',
    description: 'Diff Delta, a series for each category of file.',
    unit: 'delta',
    precision: 0,
    measures: { delta: sum(commits, AMOUNT) },
    y: 'delta',
    breakdown: { map: columns.delta_by_category },
  },
  {
    segment: 'provenance',
    title: 'Changed lines by age of the code replaced',
    description:
      'Changed lines of files that score, a series for each age of the code they replaced; added lines are new code.',
    unit: 'lines',
    precision: 0,
    measures: { lines: sum(commits, AMOUNT) },
    y: 'lines',
    breakdown: { map: columns.lines_by_provenance },
  },
  {
    segment: 'repo',
    title: 'Diff Delta by repo',
    description: 'Diff Delta, a series for each repo.',
    unit: 'delta',
    precision: 0,
    measures: { delta },
    y: 'delta',
    only: ['repo', 'repo_path'],
  },
  {
    segment: 'team',
    title: 'Diff Delta by team',
    description: 'Diff Delta, a series for each team, by its members at the time.',
    unit: 'delta',
    precision: 0,
    measures: { delta },
    y: 'delta',
    only: ['team'],
  },
  {
    segment: 'churn_line_count',
    title: 'Churned lines',
    description: 'Lines changed or deleted within 14 days of being written.',
    unit: 'lines',
    precision: 0,
    measures: { churned },
    y: 'churned',
  },
  {
    segment: 'churn_line_percent',
    title: 'Churn',
    description: 'Churned lines (changed or deleted within 14 days of being authored) ÷ added + chg lines.',
    unit: 'percent',
    precision: 1,
    measures: { churned, written },
    y: percent('churned', 'written'),
  },
  {
    segment: 'copy_line_counts',
    title: 'Copied lines',
    description:
      '`copy` lines: in blocks of five or more lines of which an older, living copy stands elsewhere in the repo.',
    unit: 'lines',
    precision: 0,
    measures: { copied },
    y: 'copied',
  },
  {
    segment: 'copy_paste_percent',
    title: 'Copied lines, share',
    description: '`copy` lines ÷ all changed lines but noop.',
    unit: 'percent',
    precision: 1,
    measures: { copied, meaningful },
    y: percent('copied', 'meaningful'),
  },
  {
    segment: 'copy_move_percent',
    title: 'Copied and moved lines, share',
    description: '`copy` + `move` lines ÷ all changed lines but noop.',
    unit: 'percent',
    precision: 1,
    measures: { copied, moved: sum(commits, 'lines_move'), meaningful },
    y: percent(formula`${'copied'} + ${'moved'}`, 'meaningful'),
  },
  {
    segment: 'duplicate_block_line_count',
    title: 'Lines in duplicate blocks',
    description: 'Lines newly standing in duplicate blocks: five or more lines that stand in two places of the tree.',
    unit: 'lines',
    precision: 0,
    measures: { duplicates: sum(commits, 'duplicate_lines') },
    y: 'duplicates',
  },
  {
    segment: 'duplicate_line_count_per_mil',
    title: 'Duplicate lines per thousand',
    description: 'Lines newly standing in duplicate blocks ÷ 1,000 changed lines.',
    unit: 'per mil',
    precision: 1,
    measures: { duplicates: sum(commits, 'duplicate_lines'), lines },
    y: perMil('duplicates', 'lines'),
  },
  {
    segment: 'connective_per_mil',
    title: 'Connectives per thousand',
    description: 'Identifiers before ( on added lines that another file of the repo defines ÷ 1,000 added lines.',
    unit: 'per mil',
    precision: 1,
    measures: { calls: sum(commits, 'connective_calls'), added: sum(commits, 'lines_added') },
    y: perMil('calls', 'added'),
  },
  {
    segment: 'quality_cornerstones_percent',
    title: 'Quality cornerstones',
    description:
      'Mean of: 100 − churn %, 100 − copy-paste %, the share of merged pull requests reviewed by a human, and the share of delta in tests and documentation, capped at 25 % and scaled to 100. A part without records is left out.',
    unit: 'percent',
    precision: 1,
    measures: {
      churned,
      written,
      copied,
      meaningful,
      explained,
      delta,
      merged: count(mergedPullRequests),
      reviewed: count(mergedPullRequests, template`NOT ${mergedPullRequests.columns.unreviewed_by_humans}`),
    },
    y: formula`arrayMap(parts -> if(empty(parts), NULL, arrayAvg(parts)), [arrayMap(part -> assumeNotNull(part), arrayFilter(part -> part IS NOT NULL, [100 - ${percent('churned', 'written')}, 100 - ${percent('copied', 'meaningful')}, ${percent('reviewed', 'merged')}, if(${percent('explained', 'delta')} > 25, 100, 4 * ${percent('explained', 'delta')})]))])[1]`,
  },
  {
    segment: 'opex_ratio',
    title: 'Share of maintenance',
    description: 'Delta of maintenance (bug tickets, changed or deleted code older than a year) ÷ all delta.',
    unit: 'percent',
    precision: 1,
    measures: {
      maintenance: sum(issueCommits, template`if(${tied.is_bug}, ${tied.delta}, ${tied.old_code_delta})`),
      delta: sum(issueCommits, 'delta'),
    },
    y: percent('maintenance', 'delta'),
  },
  {
    segment: 'bug_work_percent',
    title: 'Share of work on bugs',
    description: 'Delta of commits tied to bug tickets, defects or fix messages ÷ all delta.',
    unit: 'percent',
    precision: 1,
    measures: {
      bug_delta: sum(issueCommits, 'delta', template`${tied.is_bug} OR ${tied.fixes_defect} OR ${tied.says_fix}`),
      delta: sum(issueCommits, 'delta'),
    },
    y: percent('bug_delta', 'delta'),
  },
  {
    segment: 'minutes_used',
    title: 'Coding minutes, estimated',
    description:
      'Estimated coding minutes: gaps of up to 120 min between a committer’s commits of a day, 30 min for each first commit of a day or after a longer gap.',
    unit: 'minutes',
    precision: 0,
    measures: { minutes: sum(codingMinutes, 'minutes') },
    y: 'minutes',
  },
];
