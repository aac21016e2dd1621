import { expect, test } from 'vitest';
import { issueScope } from './issue-scope.ts';
import { issueKeysIn } from './message.ts';

test('a number names an issue of the repo, and at the devops suite a work item of the organization', () => {
  const site = { gitProviderEm: 'hostC', repoPath: 'acme/site' };
  const shop = { gitProviderEm: 'devops_suite_on_prem', repoPath: 'contoso--Web-Shop/site' };
  expect(issueKeysIn('Mend #12', issueScope(site))).toEqual(['acme/site#12']);
  expect(issueKeysIn('Mend #12', issueScope(shop))).toEqual(['contoso#12']);
});
