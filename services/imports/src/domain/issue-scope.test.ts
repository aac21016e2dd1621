import { expect, test } from 'vitest';
import { issueScope } from './issue-scope.ts';
import { issueKeysIn } from './message.ts';
import { issueKeysOfPull } from './pull-request-keys.ts';

const site = { gitProviderEm: 'hostC', repoPath: 'acme/site' };
const shop = { gitProviderEm: 'devops_suite_on_prem', repoPath: 'contoso--Web-Shop/site' };

test('a number names an issue of the repo, and at the devops suite a work item of the organization', () => {
  expect(issueKeysIn('Mend #12', issueScope(site))).toEqual(['acme/site#12']);
  expect(issueKeysIn('Mend #12', issueScope(shop))).toEqual(['contoso#12']);
});

test('AB#12 names the work item, from the devops suite’s own repos and from those of another host', () => {
  expect(issueKeysIn('Mend AB#12, see (ab#13)', issueScope(shop))).toEqual(['contoso#12', 'contoso#13']);
  const beside = issueScope(site, ['contoso--Web-Shop/site', 'contoso--Tools/cli']);
  expect(issueKeysIn('Mend AB#12 and #7', beside)).toEqual(['contoso#12', 'acme/site#7']);
  expect(issueKeysIn('LAB#12 and AB#x', beside)).toEqual([]);
});

test('where several organizations could be meant, or none is known, a work item stays as it was written', () => {
  expect(issueKeysIn('Mend AB#12', issueScope(site))).toEqual(['AB#12']);
  expect(issueKeysIn('Mend AB#12', issueScope(site, ['contoso--A/x', 'fabrikam--B/y']))).toEqual(['AB#12']);
});

test('a pull request does not link itself, where the host numbers both alike', () => {
  const pull = { number: 7, title: 'Sums (#7), closes #8', sourceBranch: 'topic' };
  expect(issueKeysOfPull(pull, issueScope(site))).toEqual(['acme/site#8']);
  expect(issueKeysOfPull(pull, issueScope({ ...site, gitProviderEm: 'hostD' }))).toEqual([
    'acme/site#7',
    'acme/site#8',
  ]);
});

test('a pull request links the work items of its title and those its text says it closes', () => {
  const pull = {
    number: 12,
    title: 'AB#3: sums',
    sourceBranch: 'topic',
    closes: ['AB#4', '#5', 'acme/lib#6', 'PAY-7'],
  };
  expect(issueKeysOfPull(pull, issueScope(site, ['contoso--A/x']))).toEqual([
    'contoso#3',
    'contoso#4',
    'acme/site#5',
    'acme/lib#6',
    'PAY-7',
  ]);
});
