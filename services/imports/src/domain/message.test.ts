import { describe, expect, test } from 'vitest';
import type { IssueScope } from './issue-scope.ts';
import { issueKeysIn, saysFix } from './message.ts';
import { issueKeysOfPull } from './pull-request-keys.ts';

const scope: IssueScope = { numbers: 'web/app', workItems: 'contoso', countsPulls: true };

describe('a commit names issues', () => {
  test.each([
    ['Fix PROJ-12 and PROJ-13', ['PROJ-12', 'PROJ-13']],
    ['See #7, closes AB#9', ['web/app#7', 'contoso#9']],
    ['PROJ-12 again PROJ-12', ['PROJ-12']],
    ['Closes #7 of PROJ-1 (AB#2)', ['web/app#7', 'PROJ-1', 'contoso#2']],
    ['utf-8 and X-1 and proj-1', []],
    ['https://host/a#7 &#35; a#8', []],
    ['', []],
  ])('%s', (message, keys) => {
    expect(issueKeysIn(message, scope)).toEqual(keys);
  });

  test('at most fifty of them', () => {
    const message = Array.from({ length: 80 }, (_, index) => `#${index + 1}`).join(' ');
    expect(issueKeysIn(message, scope)).toHaveLength(50);
  });

  test('a work item without a known organization keeps its own prefix', () => {
    expect(issueKeysIn('AB#9', { ...scope, workItems: null })).toEqual(['AB#9']);
  });
});

test.each([
  ['Fix the sum', true],
  ['fixed: a crash', true],
  ['Bugfix for login', true],
  ['A bug in the parser', true],
  ['Add a prefix', false],
  ['Debug output', false],
  ['Add a page\n\nFixes #1', false],
])('the subject of "%s" says that it fixes something: %s', (message, says) => {
  expect(saysFix(message)).toBe(says);
});

describe('a pull request names issues', () => {
  const pull = { number: 5, title: 'Add sums', sourceBranch: 'main' };
  const keys = (fields: Partial<Parameters<typeof issueKeysOfPull>[0]>) =>
    issueKeysOfPull({ ...pull, ...fields }, scope);

  test('first in its branch, then in its title, then in its text', () => {
    expect(keys({ title: 'PROJ-1: sums', sourceBranch: 'feature/PROJ-2-sums', closes: ['#3', 'web/site#4'] })).toEqual([
      'PROJ-2',
      'PROJ-1',
      'web/app#3',
      'web/site#4',
    ]);
  });

  test('but never itself', () => {
    expect(keys({ title: 'Sums (#5) for #6' })).toEqual(['web/app#6']);
    expect(issueKeysOfPull({ ...pull, title: '#5' }, { ...scope, countsPulls: false })).toEqual(['web/app#5']);
  });
});
