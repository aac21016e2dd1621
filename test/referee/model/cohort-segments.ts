import { commitFacts } from './commits.ts';
import { originFacts } from './defect-facts.ts';
import { activeIn, divide, type Fact, type Formula, ofKind, type Segment, segment, sum } from './fact.ts';
import { resolvedFacts } from './issues-sprints.ts';
import { abandoned } from './pull-requests.ts';
import type { View } from './view.ts';

const cohorts = (precision: number, additive: boolean, facts: Segment['facts'], formula: Formula): Segment => ({
  ...segment(precision, additive, facts, formula),
  seriesBy: 'cohort',
});

const perCommitter = (formula: (facts: Fact[]) => number, facts: Segment['facts'] = commitFacts): Segment =>
  cohorts(1, false, facts, (own) => divide(formula(own), activeIn(own)));

const inCommits = (name: string) => (facts: Fact[]) => sum(ofKind(facts, 'commit'), name);
const defects = (facts: Fact[]) => new Set(ofKind(facts, 'defect').map(({ id }) => id)).size;
const epics = (facts: Fact[]) => sum(ofKind(facts, 'issue'), 'epics');
const beside = (facts: Segment['facts']) => (view: View) => [...facts(view), ...commitFacts(view)];

export const cohortSegments: Record<string, Segment> = {
  active_committer_cohorts: cohorts(0, false, commitFacts, activeIn),
  abandoned_pr_cohorts: cohorts(0, true, abandoned, (facts) => facts.length),
  churn_line_count_cohorts_per_committer: perCommitter(inCommits('churned')),
  commit_count_cohorts_per_committer: perCommitter(inCommits('commits')),
  copy_paste_line_count_cohorts_per_committer: perCommitter(inCommits('lines copy')),
  delta_cohorts_per_committer: perCommitter(inCommits('delta')),
  duplicate_line_count_cohorts: cohorts(0, true, commitFacts, inCommits('duplicate')),
  duplicate_line_count_cohorts_per_committer: perCommitter(inCommits('duplicate')),
  defect_originated_cohorts: cohorts(0, false, originFacts, defects),
  defect_originated_cohorts_per_committer: perCommitter(defects, beside(originFacts)),
  epic_resolved_count_cohorts: cohorts(0, true, resolvedFacts, epics),
  epic_resolved_count_cohorts_per_committer: perCommitter(epics, beside(resolvedFacts)),
};
