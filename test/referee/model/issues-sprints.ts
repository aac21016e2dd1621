import type { Sprint } from '../world.ts';
import { amountsOf, commitFacts, countedCommits } from './commits.ts';
import {
  activeIn,
  divide,
  type Fact,
  type Formula,
  having,
  mean,
  meanOf,
  median,
  ofKind,
  peopleIn,
  percentOf,
  type Segment,
  segment,
  sum,
  sumOf,
} from './fact.ts';
import { dayAt } from './intervals.ts';
import { issueFact, issuesIn } from './issue-facts.ts';
import { issueOfCommit } from './keys.ts';
import { personOf } from './people.ts';
import type { View } from './view.ts';

const DAY_MS = 86_400_000;

/** Delta of commits under a name that their issue gives. */
const deltaBy =
  (seriesOf: (view: View, issueKey: string, at: number) => string | undefined) =>
  (view: View): Fact[] =>
    countedCommits(view).flatMap((commit) => {
      const issue = issueOfCommit(view.world, commit);
      const series = issue && seriesOf(view, issue.key, commit.authoredAt);
      if (series === undefined) return [];
      return {
        kind: 'commit',
        id: `${commit.repoId} ${commit.sha}`,
        at: commit.authoredAt,
        person: personOf(view.world, commit.identityId),
        repo: commit.repoId,
        series,
        amounts: { delta: amountsOf(commit)['delta'] ?? 0 },
      };
    });

const typeOf = (view: View, key: string) => view.world.issues.find((issue) => issue.key === key)?.type;

/** The sprint that the issue is in on the day, while the sprint runs. */
const sprintOf = (view: View, key: string, at: number): string | undefined =>
  view.world.sprints.find(
    ({ startedAt, endedAt, days }) =>
      startedAt <= at &&
      at <= endedAt &&
      days.some(({ day, issueKey, member }) => member && issueKey === key && day === dayAt(at)),
  )?.name;

export const resolvedFacts = (view: View): Fact[] => {
  const typical = new Map(
    [...Map.groupBy(view.world.issues, ({ type }) => type)].map(([type, own]) => [
      type,
      median(own.flatMap(({ points }) => points ?? [])) ?? 0,
    ]),
  );
  return issuesIn(view).flatMap((issue) => {
    if (issue.resolvedAt === null) return [];
    const { startedAt, resolvedAt, points, type, epic } = issue;
    return {
      ...issueFact(view, issue, resolvedAt, {
        issues: 1,
        epics: epic ? 1 : 0,
        points: points ?? 0,
        estimated: points ?? typical.get(type) ?? 0,
        ...(startedAt === null ? {} : { 'lead days': (resolvedAt - startedAt) / DAY_MS }),
      }),
      series: type,
    };
  });
};

const withCommits = (view: View): Fact[] => [...resolvedFacts(view), ...commitFacts(view)];

/** The issues that were ever in a sprint, at its start or at its end, with their points if they were in it then. */
const sprintFacts =
  (when: 'start' | 'end') =>
  (view: View): Fact[] => {
    const issues = new Map(issuesIn(view).map((issue) => [issue.key, issue]));
    return view.world.sprints.flatMap((sprint) => {
      const at = when === 'start' ? sprint.startedAt : sprint.endedAt;
      const ever = new Set(sprint.days.filter(({ member }) => member).map(({ issueKey }) => issueKey));
      return [...ever].flatMap((issueKey) => {
        const issue = issues.get(issueKey);
        if (!issue) return [];
        const now = memberOn(sprint, issueKey, at);
        const points = now?.points ?? 0;
        const done = issue.resolvedAt !== null && issue.resolvedAt <= sprint.endedAt;
        const planned = memberOn(sprint, issueKey, sprint.startedAt) !== undefined;
        const amounts = { points, completed: done ? points : 0, unplanned: done && !planned ? points : 0 };
        return { ...issueFact(view, issue, at, amounts), kind: sprint.id };
      });
    });
  };

const memberOn = (sprint: Sprint, key: string, at: number) =>
  sprint.days.find(({ day, issueKey, member }) => day === dayAt(at) && issueKey === key && member);

const velocity: Formula = (facts) =>
  mean([...Map.groupBy(facts, ({ kind }) => kind).values()].map((own) => sum(own, 'completed')));

const resolved = (formula: Formula, precision = 0, additive = true): Segment =>
  segment(precision, additive, resolvedFacts, formula);
const perDeveloper = (name: string, precision: number): Segment =>
  segment(precision, false, withCommits, (facts) => divide(sum(ofKind(facts, 'issue'), name), activeIn(facts)));
const assignees = (facts: Fact[]) => peopleIn(facts).filter((person) => person !== 0).length;

export const issueSegments: Record<string, Segment> = {
  ticket_type: { ...segment(0, true, deltaBy(typeOf), sumOf('delta')), seriesBy: 'series' },
  ticket_type_story_points: { ...resolved(sumOf('points')), seriesBy: 'series' },
  issue_external_identifier: {
    ...segment(
      0,
      true,
      deltaBy((_, key) => key),
      sumOf('delta'),
    ),
    seriesBy: 'series',
    largest: 50,
  },
  inside_bounds_sprint_name: { ...segment(0, true, deltaBy(sprintOf), sumOf('delta')), seriesBy: 'series' },
  issue_days_lead_time: segment(1, false, having(resolvedFacts, 'lead days'), meanOf('lead days')),
  issues_resolved_per_active_developer: perDeveloper('issues', 2),
  epics_resolved_count: resolved(sumOf('epics')),
  story_points_resolved: resolved(sumOf('points')),
  story_points_resolved_estimated: resolved(sumOf('estimated')),
  story_points_per_active_developer: perDeveloper('points', 1),
  story_points_per_assignee: resolved((facts) => divide(sum(facts, 'points'), assignees(facts)), 1, false),
  sprint_start_story_points_committed: segment(0, true, sprintFacts('start'), sumOf('points')),
  sprint_end_story_points_completed: segment(0, true, sprintFacts('end'), sumOf('completed')),
  story_points_velocity: segment(1, false, sprintFacts('end'), velocity),
  team_story_points_complete: { ...resolved(sumOf('points')), seriesBy: 'team' },
  unplanned_work_story_points_percent: segment(1, false, sprintFacts('end'), (facts) =>
    percentOf(sum(facts, 'unplanned'), sum(facts, 'completed')),
  ),
};
