import { template } from '../../store/sql.ts';
import { per, percent } from '../formula.ts';
import { count, distinct, mean, sum } from '../measure.ts';
import { one, type Segment } from '../segment.ts';
import { commits } from '../views/commit-views.ts';
import { issueCommits, sprintCommits } from '../views/issue-commit-views.ts';
import { endedSprintIssues, resolvedIssues, startedSprintIssues } from '../views/issue-views.ts';

const committers = distinct(commits, 'committer');
const deltaOfIssues = sum(issueCommits, 'delta', template`${issueCommits.columns.issue_key} != ''`);
const points = sum(resolvedIssues, 'known_points');
const completed = sum(endedSprintIssues, 'completed_points');

export const issueSprintSegments: Segment[] = [
  {
    ...one(
      'ticket_type',
      'Diff Delta by type of issue',
      'Diff Delta, a series for each type of the issue that a commit is tied to.',
      'delta',
      0,
      deltaOfIssues,
    ),
    breakdown: { column: issueCommits.columns.issue_type },
  },
  {
    ...one(
      'ticket_type_story_points',
      'Story points by type of issue',
      'Story points resolved, a series for each type.',
      'points',
      0,
      points,
    ),
    breakdown: { column: resolvedIssues.columns.type },
  },
  {
    ...one(
      'issue_external_identifier',
      'Diff Delta by issue',
      'Diff Delta, a series for each issue: the largest 50.',
      'delta',
      0,
      deltaOfIssues,
    ),
    breakdown: { column: issueCommits.columns.issue_key, top: 50 },
  },
  {
    ...one(
      'inside_bounds_sprint_name',
      'Diff Delta by sprint',
      'Diff Delta of commits on issues of a sprint while it ran, a series for each sprint.',
      'delta',
      0,
      sum(sprintCommits, 'delta'),
    ),
    breakdown: { column: sprintCommits.columns.sprint_name },
  },
  one(
    'issue_days_lead_time',
    'Issue lead time',
    'Mean days from work started to resolved.',
    'days',
    1,
    mean(resolvedIssues, 'lead_days'),
  ),
  {
    segment: 'issues_resolved_per_active_developer',
    title: 'Issues resolved per developer',
    description: 'Issues resolved ÷ active committers.',
    unit: 'issues',
    precision: 2,
    measures: { issues: count(resolvedIssues), committers },
    y: per('issues', 'committers'),
  },
  one('epics_resolved_count', 'Epics resolved', 'Epics resolved.', 'epics', 0, count(resolvedIssues, 'is_epic')),
  one('story_points_resolved', 'Story points resolved', 'Story points of the issues resolved.', 'points', 0, points),
  one(
    'story_points_resolved_estimated',
    'Story points resolved, estimated',
    'Story points resolved, with unestimated issues at the type’s median.',
    'points',
    0,
    sum(resolvedIssues, 'estimated_points'),
  ),
  {
    segment: 'story_points_per_active_developer',
    title: 'Story points per developer',
    description: 'Story points resolved ÷ active committers.',
    unit: 'points',
    precision: 1,
    measures: { points, committers },
    y: per('points', 'committers'),
  },
  {
    segment: 'story_points_per_assignee',
    title: 'Story points per assignee',
    description: 'Story points resolved ÷ distinct assignees.',
    unit: 'points',
    precision: 1,
    measures: {
      points,
      assignees: distinct(resolvedIssues, 'committer', template`${resolvedIssues.columns.committer} != 0`),
    },
    y: per('points', 'assignees'),
  },
  one(
    'sprint_start_story_points_committed',
    'Points committed at the start',
    'Story points in the sprint on its first day, by start of the sprint.',
    'points',
    0,
    sum(startedSprintIssues, 'planned_points'),
  ),
  one(
    'sprint_end_story_points_completed',
    'Points completed by the end',
    'Story points resolved by the end of the sprint, by end of the sprint.',
    'points',
    0,
    completed,
  ),
  {
    segment: 'story_points_velocity',
    title: 'Velocity',
    description: 'Points completed, as the mean over the sprints that end in the interval.',
    unit: 'points',
    precision: 1,
    measures: { completed, sprints: distinct(endedSprintIssues, 'sprint_id') },
    y: per('completed', 'sprints'),
  },
  {
    ...one(
      'team_story_points_complete',
      'Story points by team',
      'Story points resolved, a series for each team.',
      'points',
      0,
      points,
    ),
    only: ['team'],
  },
  {
    segment: 'unplanned_work_story_points_percent',
    title: 'Unplanned work',
    description: 'Points completed and not in the sprint at its start ÷ points completed.',
    unit: 'percent',
    precision: 1,
    measures: { unplanned: sum(endedSprintIssues, 'unplanned_points'), completed },
    y: percent('unplanned', 'completed'),
  },
];
