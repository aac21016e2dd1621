import { DEFAULT_ENTITY_SETTINGS } from '@linescope/contract/entity-settings';
import { JIRA } from '@linescope/contract/vendors';
import { expect, test } from 'vitest';
import { assembleIssues, isCriticalDefect } from './assemble-issues.ts';
import type { Fact, IssueChangeFact, IssueFact } from './facts.ts';

const issue = (id: string, given: Partial<IssueFact> = {}): IssueFact => ({
  fact: 'issue',
  tracker: JIRA,
  key: `SHOP-${id}`,
  hostId: id,
  title: 'Trouble',
  type: 'Bug',
  priority: 'Highest',
  status: 'Done',
  statusCategory: 'done',
  assignee: null,
  reporter: null,
  storyPoints: null,
  epicKey: null,
  isEpic: false,
  sprintIds: [],
  labels: [],
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-09T00:00:00.000Z',
  resolvedAt: '2026-01-08T00:00:00.000Z',
  url: null,
  ...given,
});

const change = (issueId: string, day: string, from: string, to: string): IssueChangeFact => ({
  fact: 'issue_change',
  tracker: JIRA,
  issueId,
  changeId: day,
  field: 'status',
  at: `2026-01-${day}T00:00:00.000Z`,
  from,
  to,
});

const rule = DEFAULT_ENTITY_SETTINGS.critical_defect_rule;

test('work starts at the first status of work, whatever the order of messages', () => {
  const facts: Fact[] = [
    change('1', '08', 'Code Review', 'Done'),
    change('1', '05', 'Brewing', 'Code Review'),
    change('1', '03', 'To Do', 'Brewing'),
    issue('2', { status: 'Brewing', statusCategory: 'in_progress', resolvedAt: null }),
    issue('1'),
  ];
  const [, first] = assembleIssues(facts, rule);
  expect(first).toMatchObject({ key: 'SHOP-1', startedAt: '2026-01-03T00:00:00.000Z' });
  expect(first?.statusHistory.map(({ to }) => to)).toEqual(['Brewing', 'Code Review', 'Done']);
});

test('a status that no issue stands in any more is judged by its name', () => {
  expect(assembleIssues([change('1', '04', 'To Do', 'In Development'), issue('1')], rule)).toMatchObject([
    { startedAt: '2026-01-04T00:00:00.000Z' },
  ]);
});

test('an issue that never was in work has no start', () => {
  expect(assembleIssues([change('1', '08', 'To Do', 'Done'), issue('1')], rule)).toMatchObject([{ startedAt: null }]);
});

test.each([
  ['Bug', 'Highest', true],
  ['bug', 'highest', true],
  ['Bug', 'High', false],
  ['Story', 'Highest', false],
  ['Bug', null, false],
  [null, 'Highest', false],
])('by default a %s of priority %s is a critical defect: %s', (type, priority, expected) => {
  expect(isCriticalDefect({ type, priority }, rule)).toBe(expected);
});

test('an entity may have its own rule', () => {
  const own = { types: ['Story'], priorities: ['High'] };
  expect(assembleIssues([issue('1', { type: 'Story', priority: 'High' })], own)).toMatchObject([
    { isCriticalDefect: true },
  ]);
});
