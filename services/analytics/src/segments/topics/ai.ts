import { template } from '../../store/sql.ts';
import { formula, per, percent } from '../formula.ts';
import { count, distinct, inBoth, type Measure, sum } from '../measure.ts';
import type { Segment } from '../segment.ts';
import { activity, aiUsage, idleSeatDays, seatedUsage } from '../views/ai-views.ts';
import { commits } from '../views/commit-views.ts';
import { fixedDefects, fixedLines } from '../views/defect-views.ts';
import { agedLines } from '../views/line-life-views.ts';

const { columns: usage } = aiUsage;

const commitCount = sum(commits, 'commits');
const withAi = sum(commits, 'ai_commits');
const aiLines = sum(commits, 'ai_lines');
const { columns: code } = commits;
const cost = sum(aiUsage, template`${usage.share} * ${usage.cents_cost}`);
const seatedUseDays = distinct(seatedUsage, template`(${seatedUsage.columns.date}, ${seatedUsage.columns.committer})`);
const committers = distinct(activity, 'committer', 'is_commit');
const engaged = inBoth(activity, 'is_commit', 'is_ai');
const promptSuggested = sum(aiUsage, template`${usage.share} * ${usage.prompted_suggest_count}`);
const promptAccepted = sum(aiUsage, template`${usage.share} * ${usage.prompted_accept_count}`);
const tabSuggested = sum(aiUsage, template`${usage.share} * ${usage.tab_suggest_count}`);
const tabAccepted = sum(aiUsage, template`${usage.share} * ${usage.tab_accept_count}`);

const lines = (segment: string, title: string, description: string, measure: Measure): Segment => ({
  segment,
  title,
  description,
  unit: 'lines',
  precision: 0,
  measures: { lines: measure },
  y: 'lines',
});

export const aiSegments: Segment[] = [
  lines(
    'ai_lines_added_count',
    'AI lines added, reported',
    'Lines added, as reported by providers and POST /ai_usages.',
    sum(aiUsage, template`${usage.share} * ${usage.lines_added}`),
  ),
  lines(
    'ai_lines_deleted_count',
    'AI lines deleted, reported',
    'Lines deleted, as reported by providers and POST /ai_usages.',
    sum(aiUsage, template`${usage.share} * ${usage.lines_deleted}`),
  ),
  {
    segment: 'ai_provider_line_change_count',
    title: 'AI lines by provider',
    description: 'Lines added + deleted as reported, a series for each provider.',
    unit: 'lines',
    precision: 0,
    measures: { lines: sum(aiUsage, template`${usage.share} * (${usage.lines_added} + ${usage.lines_deleted})`) },
    y: 'lines',
    only: ['ai_provider'],
  },
  lines(
    'commit_ai_lines_added_count',
    'AI lines added in commits',
    'AI lines in commits: added, which are the operations add and copy.',
    sum(commits, template`${code.ai_lines_add} + ${code.ai_lines_copy}`),
  ),
  lines(
    'commit_ai_lines_deleted_count',
    'AI lines deleted in commits',
    'AI lines in commits: deleted, which is the operation del.',
    sum(commits, 'ai_lines_del'),
  ),
  lines(
    'commit_ai_lines_committed_count',
    'AI lines in commits',
    'AI lines in commits: all but noop.',
    sum(commits, template`${code.ai_lines} - ${code.ai_lines_noop}`),
  ),
  {
    segment: 'commit_count_with_ai_lines',
    title: 'Commits with AI lines',
    description: 'Commits that hold AI lines.',
    unit: 'commits',
    precision: 0,
    measures: { with_ai: withAi },
    y: 'with_ai',
  },
  {
    segment: 'ai_commit_rate',
    title: 'Share of commits with AI lines',
    description: 'Commits with AI lines ÷ commits.',
    unit: 'percent',
    precision: 1,
    measures: { with_ai: withAi, commits: commitCount },
    y: percent('with_ai', 'commits'),
  },
  {
    segment: 'ai_code_line_percent',
    title: 'Share of AI lines',
    description: 'AI lines ÷ changed lines.',
    unit: 'percent',
    precision: 1,
    measures: { ai_lines: aiLines, lines: sum(commits, 'lines') },
    y: percent('ai_lines', 'lines'),
  },
  {
    segment: 'ai_coverage_percent',
    title: 'Share of lines with records',
    description: 'Lines of commits with line records ÷ changed lines: of so many it is known who wrote them.',
    unit: 'percent',
    precision: 1,
    measures: { recorded: sum(commits, 'recorded_lines'), lines: sum(commits, 'lines') },
    y: percent('recorded', 'lines'),
  },
  {
    segment: 'surviving_line_percent',
    title: 'Share of lines that live 90 days',
    description:
      'Lines added that were not changed or deleted for 90 days ÷ lines added, on the day on which they are 90 days old.',
    unit: 'percent',
    precision: 1,
    measures: { lived: sum(agedLines, 'lived'), lines: sum(agedLines, 'lines') },
    y: percent('lived', 'lines'),
  },
  {
    segment: 'ai_surviving_line_percent',
    title: 'Share of AI lines that live 90 days',
    description:
      'AI lines added that were not changed or deleted for 90 days ÷ AI lines added, on the day on which they are 90 days old.',
    unit: 'percent',
    precision: 1,
    measures: { lived: sum(agedLines, 'ai_lived'), lines: sum(agedLines, 'ai_lines') },
    y: percent('lived', 'lines'),
  },
  {
    segment: 'ai_cost_per_surviving_line',
    title: 'Cost of AI per line that lives 90 days',
    description:
      'Reported cost ÷ AI lines added that were not changed or deleted for 90 days, on the day on which they are 90 days old.',
    unit: 'cents',
    precision: 1,
    measures: { cost, lived: sum(agedLines, 'ai_lived') },
    y: per('cost', 'lived'),
  },
  {
    segment: 'delta_from_llms',
    title: 'Diff Delta of AI lines',
    description: 'Diff Delta of AI lines.',
    unit: 'delta',
    precision: 0,
    measures: { ai_delta: sum(commits, 'ai_delta') },
    y: 'ai_delta',
  },
  {
    segment: 'ai_cost_cents',
    title: 'Cost of AI',
    description: 'Reported cost.',
    unit: 'cents',
    precision: 0,
    measures: { cost },
    y: 'cost',
  },
  {
    segment: 'delta_per_ai_dollar',
    title: 'Diff Delta per AI dollar',
    description: 'Diff Delta of AI lines (delta_from_llms) ÷ (reported cost in cents ÷ 100).',
    unit: 'delta',
    precision: 1,
    measures: { ai_delta: sum(commits, 'ai_delta'), cost },
    y: per('ai_delta', formula`${'cost'} / 100`),
  },
  {
    segment: 'ai_prompt_acceptance_percent',
    title: 'Prompted suggestions accepted',
    description: 'Accepted ÷ suggested, prompted suggestions.',
    unit: 'percent',
    precision: 1,
    measures: { accepted: promptAccepted, suggested: promptSuggested },
    y: percent('accepted', 'suggested'),
  },
  {
    segment: 'ai_tab_acceptance_percent',
    title: 'Tab completions accepted',
    description: 'Accepted ÷ suggested, tab completions.',
    unit: 'percent',
    precision: 1,
    measures: { accepted: tabAccepted, suggested: tabSuggested },
    y: percent('accepted', 'suggested'),
  },
  {
    segment: 'all_suggestion_count',
    title: 'AI suggestions',
    description: 'Suggestions, prompted + tab.',
    unit: 'count',
    precision: 0,
    measures: {
      suggested: sum(
        aiUsage,
        template`${usage.share} * (${usage.prompted_suggest_count} + ${usage.tab_suggest_count})`,
      ),
    },
    y: 'suggested',
  },
  {
    segment: 'all_accept_count',
    title: 'AI suggestions accepted',
    description: 'Accepted suggestions, prompted + tab.',
    unit: 'count',
    precision: 0,
    measures: {
      accepted: sum(aiUsage, template`${usage.share} * (${usage.prompted_accept_count} + ${usage.tab_accept_count})`),
    },
    y: 'accepted',
  },
  {
    segment: 'active_llm_user_per_date_count',
    title: 'AI users a day',
    description: 'Mean over the days of the interval of users with AI usage among those with a seat.',
    unit: 'users',
    precision: 1,
    measures: { use_days: seatedUseDays },
    y: per('use_days', 'days'),
    emptyIsZero: true,
  },
  {
    segment: 'inactive_llm_user_per_date_count',
    title: 'Committers without AI a day',
    description: 'Mean over the days of the interval of users without AI usage among those with a seat.',
    unit: 'users',
    precision: 1,
    measures: { idle_days: count(idleSeatDays) },
    y: per('idle_days', 'days'),
    emptyIsZero: true,
  },
  {
    segment: 'ai_engaged_committer_count',
    title: 'Committers with AI',
    description: 'Active committers with AI usage or AI lines in the interval.',
    unit: 'committers',
    precision: 0,
    measures: { engaged },
    y: 'engaged',
    recordsWhere: template`${activity.columns.is_commit} AND ${activity.columns.uses_ai}`,
  },
  {
    segment: 'ai_inactive_committer_count',
    title: 'Committers without AI',
    description: 'Active committers without AI usage or AI lines in the interval.',
    unit: 'committers',
    precision: 0,
    measures: { committers, engaged },
    y: formula`${'committers'} - ${'engaged'}`,
    recordsWhere: template`${activity.columns.is_commit} AND NOT ${activity.columns.uses_ai}`,
    emptyIsZero: true,
  },
  {
    segment: 'composite_ai_use',
    title: 'AI use',
    description: 'Prompts accepted, tab accepted and AI lines: three series.',
    unit: 'count',
    precision: 0,
    measures: { prompts: promptAccepted, tabs: tabAccepted, ai_lines: aiLines },
    y: { 'Prompts accepted': 'prompts', 'Tab accepted': 'tabs', 'AI lines': 'ai_lines' },
  },
  {
    segment: 'ai_defect_rate',
    title: 'Defects from AI lines',
    description: 'Defects with AI lines among those fixed ÷ defects with known fix commits; by detected time.',
    unit: 'percent',
    precision: 1,
    measures: { with_ai: count(fixedDefects, 'has_ai'), defects: count(fixedDefects) },
    y: percent('with_ai', 'defects'),
  },
  {
    segment: 'ai_defect_line_triaged_count',
    title: 'AI lines fixed',
    description: 'AI lines of code that defect fixes changed or deleted.',
    unit: 'lines',
    precision: 0,
    measures: { ai_lines: count(fixedLines, 'origin_ai') },
    y: 'ai_lines',
  },
];
