import { JIRA } from '@linescope/contract/vendors';
import { expect, test } from 'vitest';
import type { IssueChangeFact, IssueFact, SprintFact } from '../../facts.ts';
import { sprintDays } from './sprint-days.ts';

const sprint: SprintFact = {
  fact: 'sprint',
  tracker: JIRA,
  sprintId: '12',
  boardId: '4',
  name: 'Sprint 12',
  state: 'closed',
  startAt: '2026-01-05T09:00:00.000Z',
  endAt: '2026-01-08T17:00:00.000Z',
  completedAt: '2026-01-08T16:00:00.000Z',
};

const issue = (id: string, given: Partial<IssueFact> = {}): IssueFact => ({
  fact: 'issue',
  tracker: JIRA,
  key: `SHOP-${id}`,
  hostId: id,
  title: '',
  type: 'Story',
  priority: null,
  status: 'Done',
  statusCategory: 'done',
  assignee: null,
  reporter: null,
  storyPoints: 5,
  epicKey: null,
  isEpic: false,
  sprintIds: ['12'],
  labels: [],
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-08T00:00:00.000Z',
  resolvedAt: '2026-01-07T12:00:00.000Z',
  url: null,
  ...given,
});

const change = (
  issueId: string,
  field: IssueChangeFact['field'],
  at: string,
  from: string | null,
  to: string | null,
): IssueChangeFact => ({
  fact: 'issue_change',
  tracker: JIRA,
  issueId,
  changeId: `${at}${field}`,
  field,
  at,
  from,
  to,
});

const now = '2026-02-01T00:00:00.000Z';
const short = (rows: ReturnType<typeof sprintDays>) =>
  rows.map(({ date, issueKey, storyPoints, status, done }) => [date.slice(8), issueKey, storyPoints, status, done]);

test('an issue planned from the start stands in every day, with its status and points of that day', () => {
  const changes = [
    change('1', 'status', '2026-01-06T10:00:00.000Z', 'To Do', 'In Progress'),
    change('1', 'status', '2026-01-07T12:00:00.000Z', 'In Progress', 'Done'),
    change('1', 'story_points', '2026-01-06T11:00:00.000Z', '3', '5'),
  ];
  expect(short(sprintDays([sprint], [issue('1')], changes, now))).toEqual([
    ['05', 'SHOP-1', 3, 'To Do', false],
    ['06', 'SHOP-1', 5, 'In Progress', false],
    ['07', 'SHOP-1', 5, 'Done', true],
    ['08', 'SHOP-1', 5, 'Done', true],
  ]);
});

test('an issue added late stands from its day, one taken out only until then', () => {
  const changes = [
    change('2', 'sprint', '2026-01-07T10:00:00.000Z', null, '12'),
    change('3', 'sprint', '2026-01-06T10:00:00.000Z', '12', '13'),
  ];
  const rows = sprintDays([sprint], [issue('2'), issue('3', { sprintIds: ['13'] })], changes, now);
  expect(rows.map(({ date, issueKey }) => [date.slice(8), issueKey])).toEqual([
    ['07', 'SHOP-2'],
    ['08', 'SHOP-2'],
    ['05', 'SHOP-3'],
  ]);
});

test('what happens after the sprint ended is not in it', () => {
  const changes = [change('1', 'status', '2026-01-08T16:30:00.000Z', 'In Progress', 'Done')];
  const rows = sprintDays([sprint], [issue('1', { resolvedAt: '2026-01-08T16:30:00.000Z' })], changes, now);
  expect(rows.at(-1)).toMatchObject({ date: '2026-01-08', status: 'In Progress', done: false });
});

test('a running sprint reaches to now, a future one has no days, and a mistyped century is cut short', () => {
  const running = { ...sprint, completedAt: null, endAt: '2026-01-20T00:00:00.000Z' };
  expect(sprintDays([running], [issue('1')], [], '2026-01-06T12:00:00.000Z')).toHaveLength(2);
  expect(sprintDays([{ ...sprint, startAt: null }], [issue('1')], [], now)).toEqual([]);
  const century = { ...sprint, startAt: '1926-01-05T09:00:00.000Z' };
  expect(sprintDays([century], [issue('1', { createdAt: '1900-01-01T00:00:00.000Z' })], [], now)).toHaveLength(120);
});
