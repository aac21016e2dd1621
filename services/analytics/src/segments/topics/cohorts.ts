import { per } from '../formula.ts';
import { count, distinct, type Measure, sum } from '../measure.ts';
import type { Segment } from '../segment.ts';
import { commits } from '../views/commit-views.ts';
import { defectOrigins } from '../views/defect-views.ts';
import { resolvedIssues } from '../views/issue-views.ts';
import { abandonedPullRequests } from '../views/pull-request-views.ts';

const committers = distinct(commits, 'committer');

interface CohortSegment {
  segment: string;
  title: string;
  description: string;
  unit: string;
  measure: Measure;
  perCommitter?: boolean;
}

/** A series for each AI-use cohort of the week; per committer, divided by the cohort's active committers. */
const byCohort = ({ measure, perCommitter = false, description, ...segment }: CohortSegment): Segment => ({
  ...segment,
  description: `${description}, a series for each AI-use cohort${perCommitter ? ', ÷ the cohort’s active committers' : ''}.`,
  precision: perCommitter ? 1 : 0,
  measures: perCommitter ? { total: measure, committers } : { total: measure },
  y: perCommitter ? per('total', 'committers') : 'total',
  only: ['ai_cohort'],
});

const copied = sum(commits, 'lines_copy');
const duplicates = sum(commits, 'duplicate_lines');
const originated = distinct(defectOrigins, 'defect_id');
const epics = count(resolvedIssues, 'is_epic');

export const cohortSegments: Segment[] = [
  byCohort({
    segment: 'active_committer_cohorts',
    title: 'Active committers by cohort',
    description: 'Active committers',
    unit: 'committers',
    measure: committers,
  }),
  byCohort({
    segment: 'abandoned_pr_cohorts',
    title: 'Abandoned pull requests by cohort',
    description: 'Pull requests closed unmerged, by the cohort of their author',
    unit: 'PRs',
    measure: count(abandonedPullRequests),
  }),
  byCohort({
    segment: 'churn_line_count_cohorts_per_committer',
    title: 'Churned lines per committer by cohort',
    description: 'Churned lines',
    unit: 'lines',
    measure: sum(commits, 'churn_lines'),
    perCommitter: true,
  }),
  byCohort({
    segment: 'commit_count_cohorts_per_committer',
    title: 'Commits per committer by cohort',
    description: 'Commits',
    unit: 'commits',
    measure: sum(commits, 'commits'),
    perCommitter: true,
  }),
  byCohort({
    segment: 'copy_paste_line_count_cohorts_per_committer',
    title: 'Copied lines per committer by cohort',
    description: 'Copied lines',
    unit: 'lines',
    measure: copied,
    perCommitter: true,
  }),
  byCohort({
    segment: 'delta_cohorts_per_committer',
    title: 'Diff Delta per committer by cohort',
    description: 'Diff Delta',
    unit: 'delta',
    measure: sum(commits, 'delta'),
    perCommitter: true,
  }),
  byCohort({
    segment: 'duplicate_line_count_cohorts',
    title: 'Duplicate lines by cohort',
    description: 'Lines newly in duplicate blocks',
    unit: 'lines',
    measure: duplicates,
  }),
  byCohort({
    segment: 'duplicate_line_count_cohorts_per_committer',
    title: 'Duplicate lines per committer by cohort',
    description: 'Lines newly in duplicate blocks',
    unit: 'lines',
    measure: duplicates,
    perCommitter: true,
  }),
  byCohort({
    segment: 'defect_originated_cohorts',
    title: 'Defects originated by cohort',
    description: 'Defects whose fixed lines the cohort wrote, by detected time',
    unit: 'defects',
    measure: originated,
  }),
  byCohort({
    segment: 'defect_originated_cohorts_per_committer',
    title: 'Defects originated per committer by cohort',
    description: 'Defects whose fixed lines the cohort wrote, by detected time',
    unit: 'defects',
    measure: originated,
    perCommitter: true,
  }),
  byCohort({
    segment: 'epic_resolved_count_cohorts',
    title: 'Epics resolved by cohort',
    description: 'Epics resolved, by the cohort of their assignee',
    unit: 'epics',
    measure: epics,
  }),
  byCohort({
    segment: 'epic_resolved_count_cohorts_per_committer',
    title: 'Epics resolved per committer by cohort',
    description: 'Epics resolved, by the cohort of their assignee',
    unit: 'epics',
    measure: epics,
    perCommitter: true,
  }),
];
