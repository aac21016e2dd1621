import { workingDays } from './business-time.ts';
import { commitFacts } from './commits.ts';
import {
  activeIn,
  divide,
  type Fact,
  type Formula,
  mean,
  ofKind,
  peopleIn,
  percentOf,
  type Segment,
  segment,
  sum,
  sumOf,
} from './fact.ts';
import { dayAt, daysOf } from './intervals.ts';
import { mergedPullFacts } from './pull-facts.ts';
import type { View } from './view.ts';

const OPERATIONS = ['add', 'chg', 'del', 'move', 'copy', 'find_replace', 'noop'];
const CATEGORIES = ['code', 'test', 'markup', 'style', 'config', 'documentation'];
const AGES = ['new_code', 'under_2_weeks', 'under_1_month', 'under_1_year', 'over_1_year'];

const count = (formula: Formula, precision = 0): Segment => segment(precision, true, commitFacts, formula);
const ratio = (formula: Formula, precision = 1): Segment => segment(precision, false, commitFacts, formula);
const severalOf = (names: string[], prefix: string): Segment => ({
  precision: 0,
  additive: true,
  parts: true,
  ofLines: true,
  facts: commitFacts,
  formulas: Object.fromEntries(names.map((name) => [name, sumOf(`${prefix} ${name}`)])),
});

const velocity: Formula = (facts, interval, { world }) => {
  const days = daysOf(interval);
  const people = peopleIn(facts);
  const all = workingDays(world, days);
  const working = mean(people.map((person) => workingDays(world, days, person))) ?? all;
  return divide(sum(facts, 'delta'), working);
};

const perDate: Formula = (facts, interval) => {
  const days = daysOf(interval);
  return mean(days.map((day) => peopleIn(facts.filter(({ at }) => dayAt(at) === day)).length));
};

const churnPercent = (facts: Fact[]) => percentOf(sum(facts, 'churned'), sum(facts, 'added', 'lines chg'));
const allButNoop = (facts: Fact[]) => sum(facts, 'lines') - sum(facts, 'lines noop');
const copyPercent = (facts: Fact[]) => percentOf(sum(facts, 'lines copy'), allButNoop(facts));
const inTestsAndDocumentation = (facts: Fact[]) => sum(facts, 'delta in test', 'delta in documentation');

/** The mean of those of its four parts that are known. */
const cornerstones: Formula = (facts) => {
  const commits = ofKind(facts, 'commit');
  const merged = ofKind(facts, 'merged pull');
  const churn = churnPercent(commits);
  const copied = copyPercent(commits);
  const care = percentOf(inTestsAndDocumentation(commits), sum(commits, 'delta'));
  const parts = [
    churn === null ? null : 100 - churn,
    copied === null ? null : 100 - copied,
    percentOf(sum(merged, 'human review'), merged.length),
    care === null ? null : (Math.min(care, 25) / 25) * 100,
  ];
  return mean(parts.filter((part) => part !== null));
};

/** For each commit the gap of up to 120 minutes since the committer's last of the day, 30 minutes for the first of each run. */
const minuteFacts = (view: View): Fact[] => {
  const byDay = Map.groupBy(commitFacts(view), ({ person, at }) => `${person} ${dayAt(at)}`);
  return [...byDay.values()].flatMap((own) => {
    const inOrder = own.toSorted((one, other) => one.at - other.at);
    return inOrder.map((fact, index) => {
      const before = inOrder[index - 1];
      const gap = before ? (fact.at - before.at) / 60_000 : Number.POSITIVE_INFINITY;
      return { ...fact, amounts: { minutes: gap <= 120 ? gap : 30 } };
    });
  });
};

export const codeSegments: Record<string, Segment> = {
  none: count(sumOf('delta')),
  diff_delta: count(sumOf('delta')),
  delta_velocity: ratio(velocity),
  diff_delta_per_committer: ratio((facts) => divide(sum(facts, 'delta'), activeIn(facts)), 0),
  documentation_delta: count(inTestsAndDocumentation),
  commit_count: count(sumOf('commits')),
  active_committer_in_week_count: { ...ratio(activeIn, 0), weeklyAlways: true },
  active_committer_per_date_count: ratio(perDate),
  operation: severalOf(OPERATIONS, 'delta'),
  line_operation_counts: severalOf(OPERATIONS, 'lines'),
  code_category: severalOf(CATEGORIES, 'delta in'),
  provenance: severalOf(AGES, 'lines of'),
  repo: { ...count(sumOf('delta')), seriesBy: 'repo' },
  team: { ...count(sumOf('delta')), seriesBy: 'team' },
  churn_line_count: count(sumOf('churned')),
  churn_line_percent: ratio(churnPercent),
  copy_line_counts: count(sumOf('lines copy')),
  copy_paste_percent: ratio(copyPercent),
  copy_move_percent: ratio((facts) => percentOf(sum(facts, 'lines copy', 'lines move'), allButNoop(facts))),
  duplicate_block_line_count: count(sumOf('duplicate')),
  duplicate_line_count_per_mil: ratio((facts) => divide(sum(facts, 'duplicate') * 1_000, sum(facts, 'lines'))),
  connective_per_mil: ratio((facts) => divide(sum(facts, 'connectives') * 1_000, sum(facts, 'added'))),
  quality_cornerstones_percent: segment(
    1,
    false,
    (view) => [...commitFacts(view), ...mergedPullFacts(view)],
    cornerstones,
  ),
  opex_ratio: ratio((facts) => percentOf(sum(facts, 'maintenance delta'), sum(facts, 'delta'))),
  bug_work_percent: ratio((facts) => percentOf(sum(facts, 'bug delta'), sum(facts, 'delta'))),
  minutes_used: segment(0, true, minuteFacts, sumOf('minutes')),
};
