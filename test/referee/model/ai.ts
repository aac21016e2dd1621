import { commitFacts } from './commits.ts';
import { fixedFacts, triagedFacts } from './defect-facts.ts';
import { divide, type Formula, mean, ofKind, peopleIn, percentOf, type Segment, segment, sum, sumOf } from './fact.ts';
import { dayAt, daysOf } from './intervals.ts';
import { agedFacts } from './lives.ts';
import { seatFacts, usageFacts } from './usage.ts';
import type { View } from './view.ts';

const usage = (formula: Formula): Segment => segment(0, true, usageFacts, formula);
const inCommits = (name: string): Segment => segment(0, true, commitFacts, sumOf(name));
const both = (view: View) => [...commitFacts(view), ...usageFacts(view)];

const accepted = (kind: string): Segment =>
  segment(1, false, usageFacts, (facts) => percentOf(sum(facts, `${kind} accepted`), sum(facts, `${kind} suggested`)));

const seatsPerDate =
  (name: 'active' | 'idle'): Formula =>
  (facts, interval) =>
    mean(
      daysOf(interval).map(
        (day) => peopleIn(facts.filter(({ at, amounts }) => dayAt(at) === day && amounts[name] === 1)).length,
      ),
    );

/** Active committers, by whether they used AI. */
const committers =
  (engaged: boolean): Formula =>
  (facts) => {
    const commits = ofKind(facts, 'commit');
    const users = new Set([
      ...peopleIn(ofKind(facts, 'usage')),
      ...peopleIn(commits.filter(({ amounts }) => (amounts['ai lines'] ?? 0) > 0)),
    ]);
    return peopleIn(commits).filter((person) => users.has(person) === engaged).length;
  };

const withAiLines: Formula = (facts) => facts.filter(({ amounts }) => (amounts['ai lines'] ?? 0) > 0).length;

export const aiSegments: Record<string, Segment> = {
  ai_lines_added_count: usage(sumOf('added')),
  ai_lines_deleted_count: usage(sumOf('deleted')),
  ai_provider_line_change_count: { ...usage(sumOf('added', 'deleted')), seriesBy: 'provider' },
  commit_ai_lines_added_count: inCommits('ai added'),
  commit_ai_lines_deleted_count: inCommits('ai deleted'),
  commit_ai_lines_committed_count: inCommits('ai committed'),
  commit_count_with_ai_lines: segment(0, true, commitFacts, withAiLines),
  ai_commit_rate: segment(1, false, commitFacts, (facts, ...rest) =>
    percentOf(withAiLines(facts, ...rest) ?? 0, facts.length),
  ),
  ai_code_line_percent: segment(1, false, commitFacts, (facts) =>
    percentOf(sum(facts, 'ai lines'), sum(facts, 'lines')),
  ),
  ai_coverage_percent: segment(1, false, commitFacts, (facts) =>
    percentOf(sum(facts, 'recorded lines'), sum(facts, 'lines')),
  ),
  surviving_line_percent: segment(1, false, agedFacts, (facts) => percentOf(sum(facts, 'lived'), sum(facts, 'aged'))),
  ai_surviving_line_percent: segment(1, false, agedFacts, (facts) =>
    percentOf(sum(facts, 'ai lived'), sum(facts, 'ai aged')),
  ),
  ai_cost_per_surviving_line: segment(
    1,
    false,
    (view) => [...agedFacts(view), ...usageFacts(view)],
    (facts) => divide(sum(ofKind(facts, 'usage'), 'cents'), sum(ofKind(facts, 'lines'), 'ai lived')),
  ),
  delta_from_llms: inCommits('ai delta'),
  ai_cost_cents: usage(sumOf('cents')),
  delta_per_ai_dollar: segment(1, false, both, (facts) =>
    divide(sum(ofKind(facts, 'commit'), 'ai delta'), sum(ofKind(facts, 'usage'), 'cents') / 100),
  ),
  ai_prompt_acceptance_percent: accepted('prompts'),
  ai_tab_acceptance_percent: accepted('tab'),
  all_suggestion_count: usage(sumOf('prompts suggested', 'tab suggested')),
  all_accept_count: usage(sumOf('prompts accepted', 'tab accepted')),
  active_llm_user_per_date_count: segment(
    1,
    false,
    (view) => seatFacts(view).filter(({ amounts }) => amounts['active'] === 1),
    seatsPerDate('active'),
  ),
  inactive_llm_user_per_date_count: segment(1, false, seatFacts, seatsPerDate('idle')),
  ai_engaged_committer_count: segment(0, false, both, committers(true)),
  ai_inactive_committer_count: segment(0, false, both, committers(false)),
  composite_ai_use: {
    precision: 0,
    additive: true,
    facts: both,
    formulas: {
      'Prompts accepted': (facts) => sum(ofKind(facts, 'usage'), 'prompts accepted'),
      'Tab accepted': (facts) => sum(ofKind(facts, 'usage'), 'tab accepted'),
      'AI lines': (facts) => sum(ofKind(facts, 'commit'), 'ai lines'),
    },
  },
  ai_defect_rate: segment(1, false, fixedFacts, (facts) => percentOf(sum(facts, 'ai fixed'), facts.length)),
  ai_defect_line_triaged_count: segment(0, true, triagedFacts, sumOf('lines')),
};
